import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { domain, domainValues, expiry, known } from '#shared/areas/portfolio.ts';
import { type OwnText, ownTexts } from '#shared/domain/domain-parts.ts';
import {
  type Expiries,
  expiriesAfter,
  type ExpiryNews,
  type ExpirySource,
  shownExpiry,
  takesPlace,
} from '#shared/domain/expiry.ts';
import { factsAfter } from '#shared/domain/registry.ts';
import type { DomainPart, Known } from '#shared/domain/portfolio.ts';
import { jsonColumn, rowsOf } from '../sqlite.ts';

/**
 * The values of a domain as stored: the registrant's name is Base64 of its encrypted bytes. `digest`: see `Registrants.digest`; left out
 * where there is nothing to compare. Of another registrant before, only the time is kept.
 */
export const storedValues = domainValues.extend({
  registrant: known(z.string())
    .unwrap()
    .extend({ digest: z.string().max(100).exactOptional() })
    .nullable(),
});
/** A domain as stored. */
export const domainRecord = domain.extend(storedValues.shape);
export type DomainRecord = z.output<typeof domainRecord>;
/** Made once: a schema is dear to make, and each domain asks for them. */
export const valueNames = storedValues.keyof().options;
type Values = z.output<typeof storedValues>;

/** An observation of a domain. A value takes the place of the stored one, or is ignored (`takesPlace`). */
export interface DomainObservation
  extends Partial<Omit<Values, 'expiresOn'> & Pick<DomainRecord, 'troubles'>>, ExpiryNews {
  readonly name: string;
  /** When a change made here took effect: the name is added where it is missing, unless a person has removed it (H16). */
  readonly effectAt?: string;
  /** Parts that were read successfully: earlier errors of them are cleared. */
  readonly wellRead?: readonly { readonly part: DomainPart; readonly at: string }[];
}

type Trouble = DomainRecord['troubles'][number];
type Dated = Known<unknown> | null;

/**
 * The domain after the observation is applied. A value is replaced as `takesPlace` says. Its expiry follows from all that are stored (`expiriesAfter`) and stays as it is here.
 */
export function applyObservation(before: DomainRecord, news: DomainObservation): DomainRecord {
  const domain = news.since === undefined ? before : sinceThen(before, news.since);
  const values = eachValue((name) => {
    if (name === 'expiresOn') return domain[name];
    return name === 'registrant'
      ? newerRegistrant(domain[name], news[name])
      : newer(domain[name], news[name]);
  });
  const registry = registryAfter(domain.registry, values.registry);
  return { ...domain, ...values, registry, troubles: troublesAfter(domain, news) };
}

/** Values made one by one, by their names. */
export const eachValue = (make: (name: keyof Values) => Dated): Values =>
  // Each is one of the two values of the same name that `make` is given to choose from, or null.
  Object.fromEntries(valueNames.map((name) => [name, make(name)])) as Values;

/** What a domain has that was only just added. */
export const emptyDomain = {
  tags: [],
  archivedAt: null,
  troubles: [],
  ...(Object.fromEntries(ownTexts.map((text) => [text, ''])) as Record<OwnText, string>), // Each of its keys is in the list.
  ...eachValue(() => null),
};

/**
 * The newer of both. What was observed again stays known since it was first; what was read otherwise, with what it was before. What a
 * file says was not observed: it stands between two observations as if it were not there.
 */
function newer(stored: Dated, found: Dated | undefined): Dated {
  if (found === undefined || found === null || (stored !== null && !takesPlace(stored, found))) return stored;
  const old = observedIn(stored);
  if (old === null) return found;
  if (!isDeepStrictEqual(old.value, found.value))
    return found.source === 'read' ? { ...found, before: { value: old.value, at: old.at } } : found;
  const { since = old.at, before } = old;
  if (found.source !== 'read') return found;
  return { ...found, ...(since === found.at ? {} : { since }), ...(before && { before }) };
}

type Observation = Omit<NonNullable<Dated>, 'source' | 'by'>;

/** What the service showed last; null where it never did. */
const observedIn = (stored: Dated): Observation | null =>
  stored?.source === 'import' ? (stored.before ?? null) : stored;

/** A value of a file in the place of the stored one, with what was observed last. */
export function importedValue<T>(
  stored: Known<T> | null,
  { value, at }: Pick<Known<T>, 'value' | 'at'>,
): Known<T> {
  const seen = stored?.source === 'import' ? stored.before : stored;
  return { value, at, source: 'import', ...(seen && { before: { value: seen.value, at: seen.at } }) };
}

/** How much of a digest tells the key that it was made with. */
export const keyNameLength = 16;

type Registrant = Values['registrant'];

/** As {@link newer}: what tells one registrant from another is the digest, where both were made with the same key. */
function newerRegistrant(old: Registrant, found: Registrant | undefined): Registrant {
  if (old === null || found === undefined || found === null || found.at < old.at)
    return newer(old, found) as Registrant; // One of both.
  if (found.source !== 'read' || !isComparable(old.digest, found.digest)) return found;
  if (old.digest !== found.digest) return { ...found, before: { value: '', at: old.at } };
  const { since = old.at, before } = old;
  return { ...found, ...(since === found.at ? {} : { since }), ...(before && { before }) };
}

const isComparable = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one.slice(0, keyNameLength) === other.slice(0, keyNameLength);

const registryAfter = (before: DomainRecord['registry'], now: DomainRecord['registry']) =>
  before === null || now === null || now === before
    ? now
    : { ...now, value: factsAfter(before.value, now.value) };

/** The domain without the values and errors older than `since`. */
function sinceThen(domain: DomainRecord, since: string): DomainRecord {
  const isSince = (one: { readonly at: string } | null): boolean => one !== null && one.at >= since;
  const values = eachValue((name) => (isSince(domain[name]) ? domain[name] : null));
  return { ...domain, ...values, troubles: domain.troubles.filter(isSince) };
}

/** At most one for each part: the latest, unless the part was read successfully since. */
function troublesAfter({ troubles }: DomainRecord, news: DomainObservation): readonly Trouble[] {
  const latest = new Map<string, Trouble>();
  for (const trouble of [...troubles, ...(news.troubles ?? [])]) {
    const other = latest.get(trouble.part);
    if (other === undefined || trouble.at >= other.at) latest.set(trouble.part, trouble);
  }
  for (const { part, at } of news.wellRead ?? []) {
    if ((latest.get(part)?.at ?? '') <= at) latest.delete(part);
  }
  return [...latest.values()];
}

const mostUsers = 1_000;

/** Which domains have a stored value, and which values they have. */
export function createValueQueries(database: DatabaseSync) {
  const users = rowsOf(database, z.object({ name: z.string() })).from(`domains
    WHERE account_id = ? AND EXISTS (SELECT 1 FROM json_each(known, '$.nameservers.value') WHERE value = ?)
    ORDER BY name LIMIT ${mostUsers}`);
  // Of those that left, the registrar is another one's.
  const registrars = rowsOf(database, z.object({ registrar: z.string() })).query(`
    SELECT DISTINCT json_extract(known, '$.registry.value.registrar') AS registrar FROM domains
    WHERE account_id IN (SELECT id FROM accounts WHERE (base_url, username) = (SELECT base_url, username FROM accounts WHERE id = ?1))
      AND name <> ?2 AND substr(name, instr(name, '.')) = substr(?2, instr(?2, '.'))
      AND json_extract(known, '$.registry.value.registrar') IS NOT NULL
      AND json_extract(known, '$.registry.value.formerRegistrar') IS NULL
      AND archived_at IS NULL AND json_extract(known, '$.transferredAway.value') IS NOT TRUE`);

  return {
    /** The names that are known to use a nameserver. */
    usersOf: ({ accountId, host }: { readonly accountId: string; readonly host: string }) =>
      users.all(accountId, host).map(({ name }) => name),
    /** Where registries show the other names of the account's login under the domain's TLD: IANA's ids. @see Portfolio.registrarsBeside */
    registrarsBeside: ({ accountId, domain }: { readonly accountId: string; readonly domain: string }) =>
      registrars.all(accountId, domain).map(({ registrar }) => registrar),
  };
}

export const expiriesRow = z.object({ expiries: jsonColumn(z.array(expiry)) });

/**
 * The column `domains.expiries`: side by side, what each source has. The one that is shown is in `known` as well, so that lists are
 * read, sorted and filtered without the others.
 */
export function createExpiries(database: DatabaseSync) {
  const one = rowsOf(database, expiriesRow).from('domains WHERE account_id = ? AND name = ?');
  const put = database.prepare('UPDATE domains SET expiries = ? WHERE account_id = ? AND name = ?');
  const names = rowsOf(database, z.object({ name: z.string() })).from(`domains
    WHERE account_id = ? AND EXISTS (SELECT 1 FROM json_each(expiries) WHERE value ->> 'source' = ?)
    ORDER BY name`);

  const lines = rowsOf(database, z.object({ line: z.string() })).query(`
    SELECT name || ' ' || (value ->> 'date') || ' ' || (value ->> 'at') AS line FROM domains, json_each(expiries)
    WHERE account_id = ? AND value ->> 'source' = ?`);

  const find = (accountId: string, name: string): Expiries => one.find(accountId, name)?.expiries ?? [];
  const write = (accountId: string, name: string, expiries: Expiries): void => {
    put.run(expiriesRow.encode({ expiries: [...expiries] }).expiries, accountId, name);
  };

  return {
    find,
    write,
    linesFrom: (accountId: string, source: ExpirySource): string =>
      lines
        .all(accountId, source)
        .map(({ line }) => line)
        .join('\n'),
    namesFrom: (accountId: string, source: ExpirySource) =>
      names.all(accountId, source).map(({ name }) => name),
    /** Stores what is observed of a domain's expiry. Returns the domain with the one that is shown now. */
    observe(record: DomainRecord, news: DomainObservation): DomainRecord {
      const { accountId, name } = record;
      const before = find(accountId, name);
      const after = expiriesAfter(before, news);
      if (!isDeepStrictEqual(after, before)) write(accountId, name, after);
      const shown = shownExpiry(after);
      const { at = '', source = 'expected', date = '', by } = shown ?? {};
      return { ...record, expiresOn: shown && { value: date, at, source, ...(by !== undefined && { by }) } };
    },
  };
}
