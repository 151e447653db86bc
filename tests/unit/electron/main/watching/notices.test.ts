import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryHorizons } from '#shared/domain/choices.ts';
import { dayIn } from '#shared/domain/expiry.ts';
import { factsAfter, factsIn, statesOf } from '#shared/domain/registry.ts';
import { isQuiet } from '#shared/domain/watching.ts';
import {
  expiriesToTell,
  expiryNotice,
  horizonOf,
  keyOf,
  statesNotice,
  statesToTell,
  watchedNotice,
} from '../../../../../electron/main/watching/schedule.ts';
import type { DomainRecord } from '../../../../../electron/main/workspace/repositories/domain-observations.ts';
import type {
  NotifiedExpiry,
  NotifiedState,
} from '../../../../../electron/main/workspace/repositories/watching.ts';
import { anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';

const nowMs = new Date(2026, 10, 24, 12).getTime();
const dayMs = 86_400_000;
const at = '2026-11-01T00:00:00.000Z';
const dayAfter = (days: number): string => dayIn(days, nowMs);
const expiring = (name: string, date: string, changes: Partial<DomainRecord> = {}): DomainRecord => ({
  ...anUnreadDomain(name),
  expiresOn: { value: date, at, source: 'sync' },
  ...changes,
});
const asMap = (told: readonly NotifiedExpiry[]) => new Map(told.map((each) => [keyOf(each), each]));

describe('the horizon of an expiry', () => {
  it.each([
    [-1, null],
    [0, 1],
    [1, 1],
    [2, 7],
    [7, 7],
    [8, 14],
    [14, 14],
    [15, 30],
    [60, 60],
    [61, null],
  ])('that is %i days ahead is %s', (days, horizon) => {
    expect(horizonOf(days)).toBe(horizon);
  });
});

describe('the expiries to tell of', () => {
  it('are those that came within a nearer horizon; never what is archived, gone, past or not known', () => {
    const domains = [
      expiring('near.example', dayAfter(6)),
      expiring('far.example', dayAfter(90)),
      expiring('past.example', dayAfter(-2)),
      expiring('archived.example', dayAfter(6), { archivedAt: at }),
      expiring('gone.example', dayAfter(6), { transferredAway: { value: true, at, source: 'sync' } }),
      anUnreadDomain('unknown.example'),
    ];
    const told = expiriesToTell(domains, new Map(), nowMs);
    expect(told.map(({ domain, days }) => [domain, days])).toEqual([['near.example', 7]]);
  });

  it('are told of anew where the date is another one', () => {
    const before = expiriesToTell([expiring('a.example', dayAfter(6))], new Map(), nowMs);
    const moved = expiriesToTell([expiring('a.example', dayAfter(5))], asMap(before), nowMs);
    expect(moved.map(({ date }) => date)).toEqual([dayAfter(5)]);
  });

  it('are told of once within each horizon, on whatever days somebody looks', () => {
    const looks = fc.uniqueArray(fc.integer({ min: -3, max: 80 }), { maxLength: 40 });
    fc.assert(
      fc.property(looks, (days) => {
        const told: NotifiedExpiry[] = [];
        const date = dayAfter(0);
        for (const ahead of days.toSorted((a, b) => b - a))
          told.push(...expiriesToTell([expiring('a.example', date)], asMap(told), nowMs - ahead * dayMs));
        const horizons = told.map((each) => each.days);
        expect(horizons).toEqual([...new Set(horizons)].toSorted((a, b) => b - a));
        const looked = expiryHorizons.filter((horizon) => days.some((ahead) => horizonOf(ahead) === horizon));
        expect(horizons).toEqual(looked);
      }),
    );
  });
});

describe('what registries show, to tell of', () => {
  const statuses = [
    ['client transfer prohibited'],
    ['pending transfer'],
    ['redemption period', 'pending delete'],
    ['client hold', 'pending transfer'],
    ['client hold'],
    [],
  ];
  const readings = fc.array(
    fc.record({
      statuses: fc.constantFrom(...statuses),
      registrar: fc.constantFrom('292', '292', '292', '1068'),
      missing: fc.constantFrom(null, null, 'unreachable' as const, 'limited' as const),
      isHeld: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('is each state once while it lasts, again after a break, and never one that is not there', () => {
    fc.assert(
      fc.property(readings, (all) => {
        let notified: readonly NotifiedState[] = [];
        let registry: DomainRecord['registry'] = null;
        let before: readonly string[] = [];
        for (const [index, { isHeld, ...given }] of all.entries()) {
          const at = new Date(nowMs + index * dayMs).toISOString();
          // What an answer has that came to nothing.
          const none = given.missing === null ? {} : { statuses: [], registrar: null };
          const value = factsIn(aReading({ ...given, ...none, at }));
          registry = {
            value: registry === null ? value : factsAfter(registry.value, value),
            at,
            source: 'registry',
          };
          const archivedAt = isHeld ? null : at;
          const record = { ...anUnreadDomain('a.com'), registry, archivedAt };
          const { began: told, over } = statesToTell([record], notified, Date.parse(at));
          const gone = new Set(over.map(({ state }) => state));
          notified = [...notified.filter(({ state }) => !gone.has(state)), ...told];
          const shown = isHeld ? statesOf(record, Date.parse(at)).map(({ state }) => state) : [];
          expect(told.map(({ state }) => state)).toEqual(shown.filter((state) => !before.includes(state)));
          before = shown;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is told of again where it comes back between two looks: it began anew', () => {
    const of = (since: string) => ({
      accountId: 'a',
      domain: 'a.com',
      state: 'transfer-pending' as const,
      since,
    });
    const pending = (days: number): DomainRecord => ({
      ...anUnreadDomain('a.com', { accountId: 'a' }),
      registry: {
        value: factsIn(
          aReading({ at: new Date(nowMs + days * dayMs).toISOString(), statuses: ['pending transfer'] }),
        ),
        at: new Date(nowMs + days * dayMs).toISOString(),
        source: 'registry',
      },
    });
    const [first, second] = [0, 2].map((days) => new Date(nowMs + days * dayMs).toISOString());
    expect(statesToTell([pending(2)], [of(first ?? '')], nowMs + 2 * dayMs).began).toEqual([
      of(second ?? ''),
    ]);
  });

  it('forgets nothing of what could not be looked at', () => {
    const told = { accountId: 'a', domain: 'b.com', state: 'on-hold', since: at } as const;
    expect(statesToTell([anUnreadDomain('a.com')], [told], nowMs)).toEqual({ began: [], over: [] });
  });

  it('has counts alone, the most urgent first', () => {
    const states = ['on-hold', 'transfer-pending', 'on-hold', 'registrar-changed'] as const;
    const told = states.map((state, number) => ({ accountId: 'acme', domain: `${number}.example`, state }));
    expect(statesNotice(told)).toEqual({
      about: 'registries',
      title: 'Domains need you',
      body: '1 domain is being transferred away, 1 domain has another registrar, 2 domains are on hold. Open Today.',
    });
  });

  it('says that it is one domain, whatever of it is shown', () => {
    const of = { accountId: 'acme', domain: 'held.example' };
    expect(
      statesNotice([
        { ...of, state: 'transfer-pending' },
        { ...of, state: 'on-hold' },
      ]),
    ).toMatchObject({
      title: 'A domain needs you',
      body: '1 domain is being transferred away, 1 domain is on hold. Open Today.',
    });
  });
});

describe('the words of a notice', () => {
  it.each([
    [[7], 'A domain expires soon', '1 domain expires within 7 days.'],
    [
      [7, 7, 1, 60],
      'Domains expire soon',
      '1 domain expires within 1 day, 2 within 7 days, 1 within 60 days.',
    ],
  ])('about expiries within %j days have counts alone', (days, title, body) => {
    expect(expiryNotice(days.map((each) => ({ days: each })))).toEqual({ about: 'expiries', title, body });
  });

  it.each([
    [[false], '1 watched name is available now.'],
    [[true], '1 watched name is available now, at a premium price.'],
    [[true, false, false], '3 watched names are available now, 1 at a premium price.'],
  ])('about watched names (premium: %j) have counts alone', (premium, body) => {
    expect(watchedNotice(premium.map((isPremium) => ({ isPremium })))).toMatchObject({ body });
  });
});

describe('quiet hours', () => {
  const at = (hour: number, minute = 0): Date => new Date(2026, 10, 24, hour, minute);

  it.each([
    ['none', null, 3, false],
    ['of a night, before midnight', { from: 22, to: 7 }, 23, true],
    ['of a night, after midnight', { from: 22, to: 7 }, 6, true],
    ['of a night, by day', { from: 22, to: 7 }, 7, false],
    ['of a day, within', { from: 12, to: 14 }, 13, true],
    ['of a day, at their end', { from: 12, to: 14 }, 14, false],
    ['that begin when they end', { from: 9, to: 9 }, 9, false],
  ])('%s', (_case, quiet, hour, isWithin) => {
    expect(isQuiet(quiet, at(hour))).toBe(isWithin);
  });
});
