import type * as schemas from '../areas/registry-schemas.ts';
import type { TypeOf } from '../schema-type.ts';
import { inEnglish, listedFirst, plural } from './counting.ts';
import { isolatedName } from './isolated.ts';
import { tldOf } from './plain-name.ts';
import type { Known } from './portfolio.ts';
import { registryStates, type registryMisses } from './registry-names.ts';

export type RegistryMiss = (typeof registryMisses)[number];
export type RegistryState = (typeof registryStates)[number];

/** What a registry showed of a domain. */
export type RegistryReading = TypeOf<typeof schemas.registryReading>;

export type RegistryFacts = TypeOf<typeof schemas.registryFacts>;

/** Who is asked where looking up is switched on. */
export const registryAsks =
  'Asks the registry of each domain’s TLD (for .com and .net that is Verisign), and IANA for the list of registries.';

/** What they learn by that. */
export const registryLearns =
  'They learn the names of your domains and the address of this computer: never what you search for, and nothing of your account.';

/** Why a registry shows no expiry, to stand in place of the value. */
export const missWords: Readonly<Record<RegistryMiss, string>> = {
  'no-server': 'This TLD’s registry cannot be asked',
  'no-expiry': 'The registry shows no expiry',
  placeholder: 'The registry shows a date that cannot be the expiry, which counts as none',
  redacted: 'The registry hides the expiry',
  'not-found': 'The registry does not know this name',
  limited: 'The registry has set a limit, try later',
  refuses: 'The registry refuses this computer’s network address',
  unreachable: 'The registry could not be reached',
  'not-understood': 'The registry’s answer was not understood',
  'wrong-name': 'The registry answered for another name',
};

/** The same in a list. */
export const missInShort: Readonly<Record<RegistryMiss, string>> = {
  'no-server': 'No registry data',
  'no-expiry': 'Not shown',
  placeholder: 'Not shown',
  redacted: 'Hidden',
  'not-found': 'Not registered',
  limited: 'Limit reached',
  refuses: 'Refused',
  unreachable: 'Not reached',
  'not-understood': 'Not understood',
  'wrong-name': 'Not understood',
};

/** Whether the registry shows no expiry of a name that it knows, or cannot be asked: then the service's word is all there is. */
export const publishesNone = (facts: Pick<RegistryFacts, 'missing'> | null): boolean =>
  facts !== null && facts.missing !== null && facts.missing !== 'not-found' && !isUnreadMiss(facts.missing);

const mostNamed = 5;

/**
 * Of which names no registry shows an expiry, and why, the most frequent reason first, and what to do: "3 without an expiry.
 * 2: the registries of .nl and .de publish none. 1: the registry does not know gone.com. Take the date from your registrar’s file, or set
 * it on the domain’s page."
 *
 * @param misses Names in Unicode.
 */
export function withoutExpiryText(misses: readonly (readonly [name: string, miss: RegistryMiss])[]): string {
  const groups = Map.groupBy(misses, ([, miss]) =>
    miss === 'no-server' || miss === 'not-found' ? miss : 'none',
  );
  const reasons = [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([why, of]) => {
      const names = of.map(([name]) => isolatedName(name));
      const tlds = [...new Set(of.map(([name]) => isolatedName(`.${tldOf(name)}`)))];
      const [registries, s] = [plural(tlds.length, 'registry', 'registries'), plural(tlds.length, 'es', '')];
      const said = {
        none: `the ${registries} of ${listedFirst(tlds, mostNamed, inEnglish)} publish${s} none`,
        'no-server': `the ${registries} of ${listedFirst(tlds, mostNamed, inEnglish)} can’t be asked`,
        'not-found': `the ${registries} do${s} not know ${listedFirst(names, mostNamed, inEnglish)}`,
      }[why];
      return groups.size === 1 ? said : `${inEnglish.count(of.length)}: ${said}`;
    });
  const whole = `${inEnglish.count(misses.length)} without an expiry`;
  return `${whole}${groups.size === 1 ? ': ' : '. '}${reasons.join('. ')}. ${withoutExpiryStep}`;
}

const withoutExpiryStep = 'Take the date from your registrar’s file, or set it on the domain’s page.';

/** The reasons that say nothing of the domain: what is known of it stays. */
const saysNothing: ReadonlySet<RegistryMiss | null> = new Set([
  'no-server',
  'limited',
  'refuses',
  'unreachable',
  'not-understood',
  'wrong-name',
]);

/** The reasons why nobody knows what the registry shows, though it can be asked (H23). */
export const isUnreadMiss = (miss: RegistryMiss): boolean => saysNothing.has(miss) && miss !== 'no-server';

/**
 * What registries and registrars decide by time, in days. Most of them: TLDs of countries have rules of their own, and ICANN's Transfer
 * Policy is being reformed (final report of its review, February 2025, 47 recommendations, not in force: 720 hours in place of the 60
 * days, and a code for 336 hours at most).
 */
export const registryDays = {
  /** To answer a request for a transfer, which goes through where nobody does. Source: ICANN, Transfer Policy, section I.A.3. */
  transferPending: 5,
  /** After a registration or a transfer, in which another transfer may be refused. Source: ICANN, Transfer Policy, section I.A.3.7. */
  settled: 60,
  /** So long a code is good by the reform; today that is up to each registry. Source: the final report, as above. */
  code: 14,
  /** The redemption period. Source: ICANN, Expired Registration Recovery Policy, section 3.1, of 31 August 2013. */
  redemption: 30,
  /** What follows it, *pending delete*. Source: none that binds them; the registries of .com, .net and .org have it so (November 2026). */
  pendingDelete: 5,
} as const;

export function factsIn(reading: RegistryReading): RegistryFacts {
  const { host, missing, until, statuses, registrar, abuse, registeredAt, transferredAt, at } = reading;
  const shown = {
    host,
    missing,
    until,
    statuses,
    registrar,
    formerRegistrar: null,
    ...(abuse !== undefined && { abuse }),
    ...(registeredAt !== null && { registeredAt }),
    ...(transferredAt !== null && { transferredAt }),
    ...(!saysNothing.has(missing) && { shownAt: at }),
    ...(isTransferLocked({ statuses }) && { showsLocks: true as const }),
  };
  return { ...shown, ...sinceIn(shown, at, {}) };
}

/** What is kept after another reading: an answer that says nothing takes nothing away, and a registrar that changed is remembered. */
export function factsAfter(before: RegistryFacts, now: RegistryFacts): RegistryFacts {
  if (saysNothing.has(now.missing)) return { ...before, missing: now.missing, until: now.until };
  const registrar = now.registrar ?? before.registrar;
  const former = registrar === before.registrar ? before.formerRegistrar : before.registrar;
  // It came back.
  const formerRegistrar = before.formerRegistrar === registrar ? null : former;
  const registeredAt = now.registeredAt ?? before.registeredAt;
  const shown = {
    ...now,
    registrar,
    formerRegistrar,
    ...(registeredAt !== undefined && { registeredAt }),
    ...(before.showsLocks === true && { showsLocks: true as const }),
  };
  return { ...shown, ...sinceIn(shown, now.shownAt ?? '', before.since ?? {}) };
}

type Statuses = Pick<RegistryReading, 'statuses'>;

const hasAny = ({ statuses }: Statuses, ...wanted: readonly string[]): boolean =>
  wanted.some((status) => statuses.includes(status));

/** Whether a domain left for another registrar, by what registries showed. */
export const isDeparted = (facts: Pick<RegistryFacts, 'formerRegistrar'> | null): boolean =>
  facts !== null && facts.formerRegistrar !== null;

/** The registry has renewed it by itself, and its registrar may still delete it (RFC 8056; for up to 45 days). */
export const isAutoRenewed = (of: Statuses): boolean => hasAny(of, 'auto renew period');

/** It was not renewed in time, and is about to be deleted or restored (RFC 8056): a plain renewal is refused, or is no renewal. */
export const isBeingDeleted = (of: Statuses): boolean =>
  hasAny(of, 'redemption period', 'pending delete', 'pending restore');

const isTransferLocked = (of: Statuses): boolean =>
  hasAny(of, 'client transfer prohibited', 'server transfer prohibited');

/** What a registry shows, whatever a service says. Of a registry that shows no status, nothing is said. Source: RFC 8056, section 2. */
const shows: Readonly<
  Record<RegistryState, (facts: Statuses & Pick<RegistryFacts, 'formerRegistrar'>) => boolean>
> = {
  'transfer-pending': (facts) => hasAny(facts, 'pending transfer'),
  'registrar-changed': isDeparted,
  'lock-not-shown': (facts) => facts.statuses.length > 0 && !isTransferLocked(facts),
  'being-deleted': isBeingDeleted,
  'on-hold': (facts) => hasAny(facts, 'client hold', 'server hold'),
};

function sinceIn(
  facts: Parameters<typeof isDeparted>[0] & Statuses,
  at: string,
  before: NonNullable<RegistryFacts['since']>,
): Pick<RegistryFacts, 'since'> {
  const entries = registryStates
    .filter((state) => shows[state](facts))
    .map((state) => [state, before[state] ?? at]);
  return entries.length === 0
    ? {}
    : { since: Object.fromEntries(entries) as RegistryFacts['since'] & object }; // Its keys are of the list.
}

/** What is looked at of a domain. */
interface AtRegistry {
  /** As A-labels. */
  readonly name: string;
  readonly lock: Pick<Known<string>, 'value' | 'at' | 'since' | 'source'> | null;
  readonly registry: Pick<Known<RegistryFacts>, 'value' | 'at'> | null;
}

/** Something that a registry shows and that needs a person, and since when without a break. */
export interface ShownState {
  readonly state: RegistryState;
  readonly since: string;
}

const dayMs = 86_400_000;

/** What was shown longer ago than this is over, whatever came of it. In days. */
const over: Partial<Readonly<Record<RegistryState, number>>> = {
  'transfer-pending': 2 * registryDays.transferPending,
  'being-deleted': registryDays.redemption + 2 * registryDays.pendingDelete,
};

/** What the registry showed last of a domain that needs a person, the most urgent first. */
export function statesOf(domain: AtRegistry, nowMs: number): readonly ShownState[] {
  const { registry } = domain;
  if (registry === null) return [];
  const { value: facts, at } = registry;
  const ageMs = nowMs - Date.parse(facts.shownAt ?? at);
  const states = registryStates
    .filter((state) => shows[state](facts) && ageMs <= (over[state] ?? Number.POSITIVE_INFINITY) * dayMs)
    .filter((state) => state !== 'lock-not-shown' || isLockMissing(domain.lock, facts, domain.name))
    .map((state) => ({ state, since: facts.since?.[state] ?? facts.shownAt ?? at }));
  // Whose it is by now decides about all else; a transfer that is pending takes no lock, nor does a name that is being deleted.
  const [first] = states;
  if (first?.state === 'registrar-changed') return [first];
  const isLockMoot = states.some(({ state }) => state === 'transfer-pending' || state === 'being-deleted');
  return isLockMoot ? states.filter(({ state }) => state !== 'lock-not-shown') : states;
}

/** A lock that was set a short time ago may not be at the registry, or in its answers, yet. */
const lockLagMs = dayMs;

/**
 * Whether the service says that it is locked, and the registry shows that it is not. Under a TLD of a country, a lock may be the service's
 * own, and is nothing that its registry knows: there, only where it has shown one before.
 */
function isLockMissing(
  lock: AtRegistry['lock'],
  { showsLocks, shownAt }: RegistryFacts,
  name: string,
): boolean {
  if (lock?.value !== 'locked' || (lock.source !== 'read' && lock.source !== 'change')) return false;
  if (showsLocks !== true && !isGeneric(name)) return false;
  return shownAt !== undefined && Date.parse(shownAt) - Date.parse(lock.since ?? lock.at) >= lockLagMs;
}

/** TLDs of two letters are of countries, and some of those in other scripts are. */
const isGeneric = (name: string): boolean => /\.(?!xn--)[a-z0-9-]{3,}$/.test(name);

/** The title of a state, as of a row about it. */
export const stateTitles: Readonly<Record<RegistryState, string>> = {
  'transfer-pending': 'Transfer pending',
  'registrar-changed': 'Another registrar',
  'lock-not-shown': 'Lock not at the registry',
  'being-deleted': 'Being deleted',
  'on-hold': 'On hold',
};

const { counted } = inEnglish;

/** How many days are left at most to stop a transfer, since it was first seen. */
const leftText = (since: string, nowMs: number): string => {
  const left = registryDays.transferPending - Math.floor((nowMs - Date.parse(since)) / dayMs);
  return left > 0
    ? `At most ${counted(left, 'day is', 'days are')} left to stop it.`
    : 'The days to stop it are over at most registries: look it up again.';
};

const contactText = ({ abuse }: Pick<RegistryFacts, 'abuse'>, whose: string): string =>
  abuse === undefined ? '' : ` ${whose} contact for abuse: ${abuse}.`;

/** What a state is, and what can be done about it, in whole sentences. Days are `YYYY-MM-DD`. */
export function stateText({ state, since }: ShownState, facts: RegistryFacts, nowMs: number): string {
  const day = since.slice(0, 10);
  switch (state) {
    case 'transfer-pending':
      return `A transfer to another registrar is pending, first seen on ${day}. ${leftText(since, nowMs)} If you did not ask for it, have your provider reject it now.${contactText(facts, 'Its registrar’s')}`;
    case 'registrar-changed':
      return `The registry shows another registrar since ${day}: IANA number ${facts.registrar ?? 'not known'}, before ${facts.formerRegistrar ?? 'not known'}. If you did not move it, tell your provider now: in the first days a transfer can be taken back.${contactText(facts, 'The new registrar’s')}`;
    case 'lock-not-shown':
      return `The service says that it is locked, and the registry has shown no lock since ${day}: it can be transferred away. Unlock it and lock it again, or have your provider lock it.${contactText(facts, 'Its registrar’s')}`;
    case 'being-deleted':
      return `${deletionText(facts)} First seen on ${day}.`;
    case 'on-hold':
      return `${hasAny(facts, 'server hold') ? 'The registry' : 'Its registrar'} holds it back since ${day}: it is not in DNS, so that neither web nor mail works. Ask your provider why.`;
  }
}

export interface ExplainedState extends ShownState {
  readonly why: string;
}

/** {@link statesOf}, each with what it is and what can be done about it. */
export function explainedStatesOf(domain: AtRegistry, nowMs: number): readonly ExplainedState[] {
  const { registry } = domain;
  if (registry === null) return [];
  return statesOf(domain, nowMs).map((shown) => ({
    ...shown,
    why: stateText(shown, registry.value, nowMs),
  }));
}

/** Why a domain that is being deleted is not renewed, and what can be done. */
export function deletionText(of: Statuses): string {
  if (hasAny(of, 'pending restore'))
    return 'Its restore was requested, and the registry waits for what is missing of it: ask your provider.';
  return hasAny(of, 'redemption period')
    ? `The registry has it in redemption: a renewal does not bring it back. Have your provider restore it, which costs more; most registries delete it after ${registryDays.redemption} days.`
    : `The registry is about to delete it, at most registries within ${registryDays.pendingDelete} days: it can neither be renewed nor restored. Ask your provider, or look the name up until it is free.`;
}

/** What several of one state are. */
export function statesText(state: RegistryState, sinces: readonly string[], nowMs: number): string {
  const of = counted(sinces.length, 'domain', 'domains');
  const first = sinces.toSorted()[0] ?? '';
  const since = `the first since ${first.slice(0, 10)}`;
  switch (state) {
    case 'transfer-pending':
      return `${of} are being transferred to another registrar, ${since}. ${leftText(first, nowMs)} What you did not ask for, have your provider reject now.`;
    case 'registrar-changed':
      return `${of} have another registrar at the registry, ${since}. What you did not move, tell your provider now.`;
    case 'lock-not-shown':
      return `${of} are locked, says the service, and the registry shows no lock, ${since}: they can be transferred away.`;
    case 'being-deleted':
      return `The registries are about to delete ${of}, ${since}. They cannot be renewed: ask your provider to restore them, which costs more.`;
    case 'on-hold':
      return `${of} are on hold, ${since}: ${plural(sinces.length, 'it is', 'they are')} not in DNS.`;
  }
}

/** What is looked at of a domain that is handed over. */
interface HandedOver {
  readonly registry: Pick<Known<RegistryFacts>, 'value'> | null;
  readonly addedBy: string;
  readonly addedAt: string;
}

/** Until which day most registries refuse to move it, as it was registered or moved not long ago; null where that is not known. */
export function settlesOn({ registry, addedBy, addedAt }: HandedOver, nowMs: number): string | null {
  const { registeredAt, transferredAt } = registry?.value ?? {};
  const began = [registeredAt ?? (addedBy === 'registration' ? addedAt : undefined), transferredAt]
    .flatMap((at) => at ?? [])
    .toSorted()
    .at(-1);
  const untilMs = began === undefined ? 0 : Date.parse(began) + registryDays.settled * dayMs;
  return untilMs > nowMs ? new Date(untilMs).toISOString().slice(0, 10) : null;
}

/** Said before codes are handed over, and never in the way: a registry may decide otherwise. @param untils At least one. @param of How many codes. */
export function settledText(untils: readonly string[], of: number): string {
  const last = untils.toSorted().at(-1) ?? '';
  const what = of === 1 ? 'It was' : counted(untils.length, 'of them was', 'of them were');
  const until = of === 1 ? `before ${last}` : `before that is over, the last on ${last}`;
  return `${what} registered or moved within the last ${registryDays.settled} days: most registries refuse a transfer ${until}.`;
}
