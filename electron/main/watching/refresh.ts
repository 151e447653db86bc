import { daysUntil } from '#shared/domain/expiry.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { isHeld } from '#shared/domain/portfolio.ts';
import { statesOf } from '#shared/domain/registry.ts';
import type { AppError } from '#shared/errors.ts';
import { classifyFailure } from '../jobs/failures.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { DomainRecord } from '../workspace/repositories/domain-observations.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A domain that expires within so many days is read again daily. */
const soonDays = 30;
const [seldomMs, oftenMs] = [7 * dayMs, dayMs];

/** The value of a domain that shows when a part was read. */
const valueOfPart = { lock: 'lock', nameservers: 'nameservers', contacts: 'registrant' } as const;

/** When a domain is to be read again, in milliseconds: its oldest part counts, and an attempt that failed counts as one. */
export function dueAtMs(domain: DomainRecord, nowMs: number): number {
  const readAtMs = domainParts.map((part) => {
    const value = domain[valueOfPart[part]];
    // What a file says was not read.
    const known = value?.source === 'import' ? undefined : value?.at;
    const failed = domain.troubles.find((trouble) => trouble.part === part)?.at;
    return Math.max(...[known, failed].map((at) => (at === undefined ? 0 : Date.parse(at))));
  });
  const days = domain.expiresOn === null ? null : daysUntil(domain.expiresOn.value, nowMs);
  const isSoon = days !== null && days <= soonDays && days >= -soonDays;
  return Math.min(...readAtMs) + (isSoon ? oftenMs : seldomMs);
}

/**
 * The names that are to be read again now, those that waited longest first; never what is not held. No more than the share of one
 * turn: at least `fewest`, and so many that the portfolio is through in half of `seldomMs`.
 */
export function dueNames(domains: readonly DomainRecord[], nowMs: number): readonly string[] {
  const share = Math.max(fewest, Math.ceil((domains.length * 2 * betweenTurnsMs) / seldomMs));
  return domains
    .filter(isHeld)
    .map((domain) => ({ name: domain.name, atMs: dueAtMs(domain, nowMs) }))
    .filter(({ atMs }) => atMs <= nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(0, share)
    .map(({ name }) => name);
}

/**
 * When a domain's registry is to be asked again, in milliseconds; an attempt counts, whatever came of it. Most of what it may show lasts
 * for days, and five of them are enough for a transfer: while something new is shown that needs a person, it is asked several times a day.
 */
function registryDueAtMs({ registry }: DomainRecord, isAlarming: boolean): number {
  if (registry === null) return 0;
  const { missing, until } = registry.value;
  const isRare = missing !== null && rarelyOtherwise.has(missing);
  const afterMs = isAlarming ? 3 * hourMs : isRare ? seldomMs : registryMs;
  return Math.max(Date.parse(registry.at) + afterMs, until === null ? 0 : Date.parse(until));
}

const registryMs = 2 * dayMs;
/** A person has seen what is older. */
const alarmLastsMs = 14 * dayMs;
/** TLDs whose registry cannot be asked, and registries that refuse this computer. */
const rarelyOtherwise: ReadonlySet<string> = new Set(['no-server', 'refuses']);

const alarms = (domain: DomainRecord, nowMs: number): boolean =>
  statesOf(domain, nowMs).some(({ since }) => nowMs - Date.parse(since) < alarmLastsMs);

/** As {@link dueNames}, of what registries are asked for: first where something is shown that needs a person. */
export function registryDueNames(domains: readonly DomainRecord[], nowMs: number): readonly string[] {
  const share = Math.max(fewest, Math.ceil((domains.length * 2 * betweenTurnsMs) / registryMs));
  return domains
    .filter(isHeld)
    .map((domain) => {
      const isAlarming = alarms(domain, nowMs);
      return { name: domain.name, atMs: registryDueAtMs(domain, isAlarming), isAlarming };
    })
    .filter(({ atMs }) => atMs <= nowMs)
    .toSorted((a, b) => Number(b.isAlarming) - Number(a.isAlarming) || a.atMs - b.atMs)
    .slice(0, Math.min(share, mostOfRegistries))
    .map(({ name }) => name);
}

/** A registry is asked four times a second: so many take some minutes. */
const mostOfRegistries = 1_000;

/** What is due in so many days has a price. */
const pricedDays = 60;

/** The names of what expires soon, or has expired lately: what it costs to renew is to be known. */
export const pricedNames = (domains: readonly DomainRecord[], nowMs: number): readonly string[] =>
  domains.filter(isHeld).flatMap(({ name, expiresOn }) => {
    const days = expiresOn === null ? null : daysUntil(expiresOn.value, nowMs);
    return days !== null && days <= pricedDays && days >= -soonDays ? [name] : [];
  });

/**
 * Of these names, those whose price is to be looked up again, each once a day, that waited longest first: at most the share of one turn.
 *
 * @param askedAt When each was looked up last, as ISO text.
 */
export function unpricedNames(
  names: readonly string[],
  askedAt: ReadonlyMap<string, string>,
  nowMs: number,
  most = fewest,
): readonly string[] {
  const dueAt = (name: string): number => Date.parse(askedAt.get(name) ?? '1970-01-01') + dayMs;
  return names
    .filter((name) => dueAt(name) <= nowMs)
    .toSorted((a, b) => dueAt(a) - dueAt(b))
    .slice(0, most);
}

export const betweenTurnsMs = 15 * 60_000;
const fewest = 25;
/** Read together, before it is asked again whether there is other work. */
const atOnce = 10;
/** After a failure that only a person can mend: a locked keychain is not to ask every quarter of an hour. */
const restMs = 12 * hourMs;

export interface RefreshDeps {
  readonly portfolio: Pick<Portfolio, 'refreshQuietly'>;
  /** Whether a batch or other long work is running. */
  readonly isBusy: () => Promise<boolean>;
  readonly now: () => Date;
}

/**
 * Reads domains again while the application runs, a few in each turn, so that a person's own work goes first. What is due follows from
 * the age of what is known: nothing is stored, and a restart goes on where the last run ended.
 */
export function createRefresh({ portfolio, isBusy, now }: RefreshDeps) {
  const restingUntilMs = new Map<string, number>();
  const isResting = (accountId: string): boolean => (restingUntilMs.get(accountId) ?? 0) > now().getTime();
  const rest = (accountId: string) => void restingUntilMs.set(accountId, now().getTime() + restMs);

  return {
    /** The account may work again: its key or address was changed. */
    retry: () => restingUntilMs.clear(),
    isResting,
    /** After a failure that only a person can mend. */
    rest,
    /** @returns Why it ended early; null where it did not, or made way for other work. */
    async turn(
      accountId: string,
      domains: readonly DomainRecord[],
      signal: AbortSignal,
    ): Promise<AppError | null> {
      if (isResting(accountId)) return null;
      const names = dueNames(domains, now().getTime());
      for (let start = 0; start < names.length; start += atOnce) {
        if (signal.aborted || (await isBusy())) return null;
        const read = await portfolio.refreshQuietly(accountId, names.slice(start, start + atOnce));
        const error = read.ok ? read.value.error : read.error;
        if (error === null) continue;
        if (classifyFailure(error, 'refresh') === 'stop') rest(accountId);
        return error;
      }
      return null;
    },
  };
}
