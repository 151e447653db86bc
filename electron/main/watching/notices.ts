import { expiryHorizons } from '#shared/domain/choices.ts';
import { inEnglish, plural } from '#shared/domain/counting.ts';
import { daysUntil } from '#shared/domain/expiry.ts';
import { isHeld } from '#shared/domain/portfolio.ts';
import { registryStates } from '#shared/domain/registry-names.ts';
import { type RegistryState, statesOf } from '#shared/domain/registry.ts';
import type { Notice } from '#shared/domain/watching.ts';
import type { DomainRecord } from '../workspace/repositories/domain-observations.ts';
import type { NotifiedExpiry, NotifiedState } from '../workspace/repositories/watching.ts';

const { count, counted } = inEnglish;

/** The nearest of the horizons that `days` lies within; null beyond the furthest, and where the day is over. */
export const horizonOf = (days: number): number | null =>
  days < 0 ? null : (expiryHorizons.toReversed().find((each) => days <= each) ?? null);

/**
 * The expiries that a person is to be told of: each is told once within each horizon, whatever of them was passed meanwhile. Another
 * date is another expiry.
 *
 * @param notified What was told before, by `keyOf`.
 */
export function expiriesToTell(
  domains: readonly DomainRecord[],
  notified: ReadonlyMap<string, NotifiedExpiry>,
  nowMs: number,
): readonly NotifiedExpiry[] {
  return domains.filter(isHeld).flatMap(({ accountId, name: domain, expiresOn }) => {
    const horizon = expiresOn === null ? null : horizonOf(daysUntil(expiresOn.value, nowMs));
    if (expiresOn === null || horizon === null) return [];
    const before = notified.get(keyOf({ accountId, domain }));
    if (before?.date === expiresOn.value && before.days <= horizon) return [];
    return [{ accountId, domain, date: expiresOn.value, days: horizon }];
  });
}

export const keyOf = ({ accountId, domain }: Pick<NotifiedExpiry, 'accountId' | 'domain'>): string =>
  `${accountId} ${domain}`;

/** One notice about all of them, with nothing but counts. @param expiries At least one. */
export function expiryNotice(expiries: readonly Pick<NotifiedExpiry, 'days'>[]): Notice {
  const parts = expiryHorizons
    .toReversed()
    .map((days) => ({ days, of: expiries.filter((expiry) => expiry.days === days).length }))
    .filter(({ of }) => of > 0)
    .map(({ days, of }, at) => {
      const what = at === 0 ? counted(of, 'domain expires', 'domains expire') : count(of);
      return `${what} within ${counted(days, 'day', 'days')}`;
    });
  return {
    about: 'expiries',
    title: plural(expiries.length, 'A domain expires soon', 'Domains expire soon'),
    body: `${parts.join(', ')}.`,
  };
}

/**
 * What registries show that a person is to be told of: each once while it lasts. What is over is forgotten, so that it is told again where
 * it comes back.
 *
 * @param notified What was told before.
 */
export function statesToTell(
  domains: readonly DomainRecord[],
  notified: readonly NotifiedState[],
  nowMs: number,
): { readonly began: readonly NotifiedState[]; readonly over: readonly NotifiedState[] } {
  const listed = new Set(domains.map(({ accountId, name: domain }) => keyOf({ accountId, domain })));
  const now = domains.filter(isHeld).flatMap((record) => {
    const { accountId, name: domain } = record;
    return statesOf(record, nowMs).map(({ state, since }) => ({ accountId, domain, state, since }));
  });
  const textOf = ({ state, since, ...of }: NotifiedState): string => `${keyOf(of)} ${state} ${since}`;
  const [before, shown] = [new Set(notified.map(textOf)), new Set(now.map(textOf))];
  return {
    began: now.filter((one) => !before.has(textOf(one))),
    // Of what could not be looked at, nothing is known.
    over: notified.filter((one) => listed.has(keyOf(one)) && !shown.has(textOf(one))),
  };
}

/** What registries show, most urgent first, and of how many domains. @param states At least one; of one domain there may be several. */
export function statesNotice(states: readonly Omit<NotifiedState, 'since'>[]): Notice {
  const parts = registryStates
    .map((state) => ({ state, of: states.filter((one) => one.state === state).length }))
    .filter(({ of }) => of > 0)
    .map(({ state, of }) => noticeWords[state](of));
  return {
    about: 'registries',
    title: plural(new Set(states.map(keyOf)).size, 'A domain needs you', 'Domains need you'),
    body: `${parts.join(', ')}. Open Today.`,
  };
}

const noticeWords: Readonly<Record<RegistryState, (of: number) => string>> = {
  'transfer-pending': (of) =>
    counted(of, 'domain is being transferred away', 'domains are being transferred away'),
  'registrar-changed': (of) => counted(of, 'domain has another registrar', 'domains have another registrar'),
  'lock-not-shown': (of) => counted(of, 'lock is not at the registry', 'locks are not at the registry'),
  'being-deleted': (of) => counted(of, 'domain is about to be deleted', 'domains are about to be deleted'),
  'on-hold': (of) => counted(of, 'domain is on hold', 'domains are on hold'),
};

/** @param freed At least one. */
export function watchedNotice(freed: readonly { readonly isPremium: boolean }[]): Notice {
  const premium = freed.filter(({ isPremium }) => isPremium).length;
  const what = counted(freed.length, 'watched name is available', 'watched names are available');
  const ofThem = premium === freed.length ? 'at a premium price' : `${count(premium)} at a premium price`;
  return {
    about: 'watched-names',
    title: plural(freed.length, 'A watched name is available', 'Watched names are available'),
    body: premium === 0 ? `${what} now.` : `${what} now, ${ofThem}.`,
  };
}
