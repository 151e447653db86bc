import { describe, expect, it } from 'vitest';
import {
  factsAfter,
  factsIn,
  isDeparted,
  type RegistryFacts,
  type RegistryMiss,
  type RegistryReading,
  settledText,
  settlesOn,
  statesOf,
  stateText,
  withoutExpiryText,
} from '#shared/domain/registry.ts';
import { aReading } from '../../../support/registry/a-reading.ts';

const after = (...readings: readonly Partial<RegistryReading>[]): RegistryFacts =>
  readings.map((given) => factsIn(aReading(given))).reduce(factsAfter);

describe('what is kept of a domain’s readings', () => {
  it('is the last one, with the registrar that it had before another one', () => {
    expect(after({}, { registrar: '1068', statuses: ['active'] })).toMatchObject({
      registrar: '1068',
      formerRegistrar: '292',
      statuses: ['active'],
    });
  });

  it.each<[string, readonly Partial<RegistryReading>[], boolean]>([
    ['has the same registrar', [{}, {}], false],
    ['has another registrar', [{}, { registrar: '1068' }], true],
    ['has had another one for a while', [{}, { registrar: '1068' }, { registrar: '1068' }], true],
    ['came back', [{}, { registrar: '1068' }, { registrar: '292' }], false],
    ['shows no registrar', [{}, { registrar: null }], false],
    ['has one that was not known before', [{ registrar: null }, { registrar: '1068' }], false],
    [
      'shows another one after it could not be read',
      [{}, { missing: 'limited', registrar: null }, { registrar: '1068' }],
      true,
    ],
  ])('a domain that %s', (_name, readings, departed) => {
    expect(isDeparted(after(...readings))).toBe(departed);
  });

  it('stays where a reading showed nothing, but why', () => {
    const until = '2026-11-24T17:00:00.000Z';
    expect(after({}, { missing: 'limited', until, registrar: null, statuses: [] })).toEqual({
      ...after({}),
      ...{ missing: 'limited', until },
    });
  });
});

const day = (days: number): string => new Date(Date.UTC(2026, 10, 1 + days, 12)).toISOString();
const onDay = (days: number, statuses: readonly string[], more: Partial<RegistryReading> = {}) => ({
  at: day(days),
  statuses,
  ...more,
});
const lockedOn = (days: number, more: Partial<LockAsKnown> = {}): LockAsKnown => ({
  ...{ value: 'locked', at: day(days), source: 'read' },
  ...more,
});
type LockAsKnown = NonNullable<Parameters<typeof statesOf>[0]['lock']>;

function statesAfter(
  readings: readonly Partial<RegistryReading>[],
  { name = 'a.com', lock = null as LockAsKnown | null, days = readings.length } = {},
) {
  const registry = { value: after(...readings), at: readings.at(-1)?.at ?? day(0) };
  return statesOf({ name, lock, registry }, Date.parse(day(days))).map(({ state, since }) => [state, since]);
}

const lockedAtIt = ['client transfer prohibited'];

describe('what a registry shows that needs a person', () => {
  it.each<[statuses: readonly string[], states: readonly string[]]>([
    [['pending transfer'], ['transfer-pending']],
    [
      ['pending transfer', 'client hold'],
      ['transfer-pending', 'on-hold'],
    ],
    [['redemption period', 'pending delete'], ['being-deleted']],
    [['pending delete'], ['being-deleted']],
    [['pending restore'], ['being-deleted']],
    [['server hold', ...lockedAtIt], ['on-hold']],
    [['auto renew period', ...lockedAtIt], []],
    [['active'], []],
    [['client update prohibited', 'client delete prohibited'], []],
    [[], []],
  ])('%j is %j', (statuses, states) => {
    expect(statesAfter([onDay(0, statuses)]).map(([state]) => state)).toEqual(states);
  });

  it('is so since it was first seen, whatever could not be read in between, and anew after a break', () => {
    const pending = (days: number) => onDay(days, ['pending transfer']);
    const unread = (days: number) => onDay(days, [], { missing: 'unreachable', registrar: null });
    expect(statesAfter([pending(0), pending(1), unread(2), pending(3)])).toEqual([
      ['transfer-pending', day(0)],
    ]);
    expect(statesAfter([pending(0), unread(1)])).toEqual([['transfer-pending', day(0)]]);
    expect(statesAfter([pending(0), onDay(1, ['active']), pending(2)])).toEqual([
      ['transfer-pending', day(2)],
    ]);
    expect(statesAfter([pending(0), onDay(1, ['active'])])).toEqual([]);
  });

  it('is another registrar, since it was first seen, and then nothing else', () => {
    const moved = (days: number) => onDay(days, ['client hold'], { registrar: '1068' });
    expect(statesAfter([onDay(0, []), moved(1), moved(2)])).toEqual([['registrar-changed', day(1)]]);
    expect(statesAfter([onDay(0, []), moved(1), onDay(2, [])])).toEqual([]);
  });

  it.each<[string, readonly string[], string, LockAsKnown | null, boolean]>([
    ['says locked, the registry no lock', ['active'], 'a.com', lockedOn(0), true],
    ['says locked, the registry other locks', ['client delete prohibited'], 'a.com', lockedOn(0), true],
    ['says locked, and so does the registry', lockedAtIt, 'a.com', lockedOn(0), false],
    [
      'says locked, and the registry has locked it',
      ['server transfer prohibited'],
      'a.com',
      lockedOn(0),
      false,
    ],
    ['says locked, the registry shows no status', [], 'a.com', lockedOn(0), false],
    ['says unlocked', ['active'], 'a.com', lockedOn(0, { value: 'unlocked' }), false],
    ['said nothing', ['active'], 'a.com', null, false],
    ['was asked after the registry', ['active'], 'a.com', lockedOn(9), false],
    [
      'has locked it hours before the registry was asked',
      ['active'],
      'a.com',
      lockedOn(5, { at: '2026-11-06T06:00:00.000Z', source: 'change' }),
      false,
    ],
    ['says locked, as it does since long ago', ['active'], 'a.com', lockedOn(9, { since: day(0) }), true],
    ['is a file alone', ['active'], 'a.com', lockedOn(0, { source: 'import' }), false],
    ['locks names of a country by itself', ['active'], 'a.de', lockedOn(0), false],
    ['locks names of a country by itself, in two labels', ['active'], 'a.co.uk', lockedOn(0), false],
    ['locks names of a country in another script', ['active'], 'a.xn--p1ai', lockedOn(0), false],
    ['says locked, under a long TLD', ['active'], 'a.photography', lockedOn(0), true],
  ])('is a missing lock where the service %s: %s', (_what, statuses, name, lock, isMissing) => {
    const states = statesAfter([onDay(5, statuses)], { name, lock, days: 6 });
    expect(states.some(([state]) => state === 'lock-not-shown')).toBe(isMissing);
  });

  it('is a missing lock of a country’s name where the registry has shown one before', () => {
    const lock = lockedOn(0);
    expect(statesAfter([onDay(2, lockedAtIt), onDay(4, ['active'])], { name: 'a.nl', lock })).toEqual([
      ['lock-not-shown', day(4)],
    ]);
  });

  it.each(['pending transfer', 'redemption period'])(
    'is no missing lock while it can have none: %s',
    (status) => {
      const states = statesAfter([onDay(5, [status])], { lock: lockedOn(0), days: 6 });
      expect(states.map(([state]) => state)).not.toContain('lock-not-shown');
    },
  );

  it('is over some time after it was last shown, whatever came of it', () => {
    expect(statesAfter([onDay(0, ['pending transfer'])], { days: 9 })).toHaveLength(1);
    expect(statesAfter([onDay(0, ['pending transfer'])], { days: 11 })).toEqual([]);
    expect(statesAfter([onDay(0, ['redemption period'])], { days: 34 })).toHaveLength(1);
    expect(statesAfter([onDay(0, ['redemption period'])], { days: 50 })).toEqual([]);
    expect(statesAfter([onDay(0, ['client hold'])], { days: 300 })).toHaveLength(1);
  });

  it.each([
    [0, 'At most 5 days are left to stop it.'],
    [1.9, 'At most 4 days are left to stop it.'],
    [4, 'At most 1 day is left to stop it.'],
    [5, 'The days to stop it are over at most registries: look it up again.'],
  ])('says how many days are left of a transfer first seen %d days ago', (days, words) => {
    const facts = after(onDay(0, ['pending transfer'], { abuse: 'abuse@registrar.example' }));
    const text = stateText({ state: 'transfer-pending', since: day(0) }, facts, Date.parse(day(days)));
    expect(text).toBe(
      `A transfer to another registrar is pending, first seen on 2026-11-01. ${words} If you did not ask for it, have your provider reject it now. Its registrar’s contact for abuse: abuse@registrar.example.`,
    );
  });

  it.each([
    [['redemption period', 'pending delete'], /in redemption.*restore/],
    [['pending delete'], /can neither be renewed nor restored/],
    [['pending restore', 'pending delete'], /restore was requested/],
  ])('never advises to renew what is %j', (statuses, words) => {
    const text = stateText(
      { state: 'being-deleted', since: day(0) },
      after(onDay(0, statuses)),
      Date.parse(day(1)),
    );
    expect(text).toMatch(words);
    expect(text).not.toMatch(/\brenew it\b/);
  });
});

describe('a name that was registered or moved not long ago', () => {
  const nowMs = Date.parse('2026-11-24T12:00:00.000Z');
  const handed = (
    given: Partial<RegistryReading>,
    addedBy = 'typed',
    addedAt = '2026-11-01T12:00:00.000Z',
  ) => ({
    ...{ addedBy, addedAt },
    registry: { value: factsIn(aReading(given)) },
  });

  it.each([
    [{ registeredAt: '2015-05-01T04:00:00.000Z' }, null],
    [{ registeredAt: '2026-09-25T11:00:00.000Z' }, null],
    [{ registeredAt: '2026-09-25T13:00:00.000Z' }, '2026-11-24'],
    [{ registeredAt: '2015-05-01T04:00:00.000Z', transferredAt: '2026-11-20T10:00:00.000Z' }, '2027-01-19'],
    [{ registeredAt: '2026-11-22T10:00:00.000Z', transferredAt: '2015-11-20T10:00:00.000Z' }, '2027-01-21'],
    [{ registeredAt: null }, null],
  ])('is moved by most registries from a day on: %j', (given, until) => {
    expect(settlesOn(handed(given), nowMs)).toBe(until);
  });

  it('is known from here where it was registered from here and no registry was asked', () => {
    const of = { addedBy: 'registration', addedAt: '2026-11-01T12:00:00.000Z', registry: null };
    expect(settlesOn(of, nowMs)).toBe('2026-12-31');
    expect(settlesOn({ ...of, addedBy: 'import' }, nowMs)).toBeNull();
  });

  it('is said as what most do, of one and of several', () => {
    expect(settledText(['2026-12-31'], 1)).toBe(
      'It was registered or moved within the last 60 days: most registries refuse a transfer before 2026-12-31.',
    );
    expect(settledText(['2027-01-19', '2026-12-31'], 9)).toBe(
      '2 of them were registered or moved within the last 60 days: most registries refuse a transfer before that is over, the last on 2027-01-19.',
    );
  });
});

describe('names without an expiry at their registries', () => {
  it.each<[string, readonly (readonly [string, RegistryMiss])[], string]>([
    [
      'one registry, and what to do',
      [
        ['a.nl', 'no-expiry'],
        ['b.nl', 'redacted'],
      ],
      '2 without an expiry: the registry of .nl publishes none. Take the date from your registrar’s file, or set it on the domain’s page.',
    ],
    [
      'each cause with its TLDs, the most frequent first',
      [
        ['gone.com', 'not-found'],
        ['a.nl', 'no-expiry'],
        ['b.de', 'placeholder'],
        ['c.example', 'no-server'],
      ],
      '4 without an expiry. 2: the registries of .nl and .de publish none. 1: the registry does not know gone.com. 1: the registry of .example can’t be asked.',
    ],
    [
      'what several do not know, each name as it is read',
      [
        ['bäckerei.de', 'not-found'],
        ['גן.com', 'not-found'],
      ],
      '2 without an expiry: the registries do not know bäckerei.de and \u2068\u200Eגן.com\u2069.',
    ],
  ])('are told of by %s', (_what, misses, said) => {
    expect(withoutExpiryText(misses)).toContain(said);
  });
});
