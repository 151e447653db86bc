import { expiryHorizons } from '#shared/domain/choices.ts';
import { inEnglish, plural } from '#shared/domain/counting.ts';
import { daysUntil } from '#shared/domain/expiry.ts';
import { isHeld } from '#shared/domain/portfolio.ts';
import type { Notice } from '#shared/domain/watching.ts';
import type { DomainRecord } from '../workspace/repositories/domain-observations.ts';
import type { NotifiedExpiry } from '../workspace/repositories/watching.ts';

const { count, counted } = inEnglish;

/** The nearest of the horizons that `days` lies within; null beyond the furthest, and where the day is over. */
export const horizonOf = (days: number, horizons: readonly number[] = expiryHorizons): number | null =>
  days < 0 ? null : (horizons.toSorted((one, other) => one - other).find((each) => days <= each) ?? null);

/**
 * The expiries that a person is to be told of: each is told once within each horizon, whatever of them was passed meanwhile. Another
 * date is another expiry.
 *
 * @param notified What was told before, by `keyOf`. @param horizons Those that the person has chosen.
 */
export function expiriesToTell(
  domains: readonly DomainRecord[],
  notified: ReadonlyMap<string, NotifiedExpiry>,
  nowMs: number,
  horizons: readonly number[] = expiryHorizons,
): readonly NotifiedExpiry[] {
  return domains.filter(isHeld).flatMap(({ accountId, name: domain, expiresOn }) => {
    const horizon = expiresOn === null ? null : horizonOf(daysUntil(expiresOn.value, nowMs), horizons);
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
