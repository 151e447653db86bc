/** A named set of TLDs that comes with the application. */
export interface BuiltInTldSet {
  readonly id: string;
  readonly name: string;
  /** Without leading dots, in the order in which they are shown. */
  readonly tlds: readonly string[];
}

const set = (id: string, name: string, tlds: string): BuiltInTldSet => ({ id, name, tlds: tlds.split(' ') });

/** Starting points, not recommendations: each service offers its own TLDs and lists them. */
export const builtInTldSets: readonly BuiltInTldSet[] = [
  set('popular', 'Popular', 'com net org info biz io co app dev ai xyz me shop online'),
  set('classic', 'Classic', 'com net org info biz name pro mobi'),
  set('europe', 'Europe', 'eu de at ch fr it es nl be pl se dk fi cz pt ie'),
  set('german-speaking', 'German-speaking', 'de at ch li com.de berlin hamburg koeln wien'),
  set('uk-and-ireland', 'UK and Ireland', 'uk co.uk org.uk me.uk ie london scot wales'),
  set('africa', 'Africa', 'africa co.za org.za ng com.ng ke co.ke ma tn'),
];

/** The set that Search uses at first. */
export const firstTldSetId = 'popular';

interface NamedSet extends BuiltInTldSet {
  readonly builtIn: boolean;
}

/** A set as an account can choose it. */
export interface OfferedTldSet extends NamedSet {
  /** Those of a built-in set that the service does not list: they are named, and not asked for. */
  readonly unlisted: readonly string[];
}

/**
 * The built-in sets without what the account's service does not list, and the user's own as they are.
 *
 * Unknown: whether a TLD that is not listed can be looked up: the API document does not say what the list means. So whoever names one
 * has it asked for; a set that nobody put together for this service does not.
 *
 * @param listed As `bareTld` writes them. Empty where the list is not known: then all sets are as they are.
 */
export function listedOnly(sets: readonly NamedSet[], listed: readonly string[]): readonly OfferedTldSet[] {
  const known = new Set(listed);
  return sets.map((set) => {
    const isListed = (tld: string): boolean => known.size === 0 || !set.builtIn || known.has(tld);
    return {
      ...set,
      tlds: set.tlds.filter(isListed),
      unlisted: set.tlds.filter((tld) => !isListed(tld)),
    };
  });
}

/** As many as two requests ask for, as accounts are set at first. */
const mostAtFirst = 20;

/**
 * The sets to choose from, with all TLDs that the service lists as one of them. Search begins with the first one: the popular TLDs that are
 * listed; where the list is short, all of it; where no popular one is listed, the first ones of the list.
 *
 * @param listed As of {@link listedOnly}.
 */
export function offeredTldSets(
  sets: readonly NamedSet[],
  listed: readonly string[],
): readonly OfferedTldSet[] {
  const all = [...new Set(listed)];
  const offered = listedOnly(sets, listed).filter(({ tlds }) => tlds.length > 0);
  if (all.length === 0) return offered;
  const popular = offered.filter(({ id }) => id === firstTldSetId);
  const others = offered.filter(({ id }) => id !== firstTldSetId);
  const service = { builtIn: true, unlisted: [] } as const;
  const every = { ...service, id: 'listed', name: 'All that the service lists', tlds: all };
  if (all.length <= mostAtFirst) return [every, ...others];
  const first = { ...service, id: firstTldSetId, name: 'First of the list', tlds: all.slice(0, mostAtFirst) };
  return [popular[0] ?? first, every, ...others];
}

/** The TLDs by which a host is split into registrable name and TLD: those that a service listed, and the built-in ones. */
export const withBuiltInTlds = (listed: readonly string[]): readonly string[] => [
  ...listed,
  ...builtInTldSets.flatMap(({ tlds }) => tlds),
];
