import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expirySources } from '#shared/domain/domain-parts.ts';
import {
  type Expiries,
  expiriesAfter,
  expiriesIn,
  type Expiry,
  type ExpirySource,
  instantIn,
  shownExpiry,
  yearsLater,
} from '#shared/domain/expiry.ts';
import { aReading } from '../../../support/registry/a-reading.ts';

const [early, noon, late, later] = ['09', '12', '15', '18'].map(
  (hour) => `2026-02-21T${hour}:00:00.000Z`,
) as [string, string, string, string];

/** The same date differs by source, so that a test sees which is shown. */
const dateOf = (source: ExpirySource): string => `20${30 + expirySources.indexOf(source)}-05-01`;
const of = (source: ExpirySource, at: string, date = dateOf(source)): Expiry => ({ source, date, at });

describe('which expiry of a domain is shown', () => {
  it.each<[string, Expiries, ExpirySource | null, string?]>([
    ['none where none is known', [], null],
    ['the only one, of a sync', [of('sync', noon)], 'sync', 'only'],
    ['the only one, typed', [of('typed', noon)], 'typed', 'only'],
    ['the only one, imported', [of('import', noon)], 'import', 'only'],
    ['the only one, of the practice account', [of('sample', noon)], 'sample', 'only'],
    ['the only one, as expected', [of('expected', noon)], 'expected', 'only'],
    ['a sync, to a typed one that is older', [of('sync', noon), of('typed', early)], 'sync', 'newest'],
    ['a typed one that is newer than the sync', [of('sync', early), of('typed', noon)], 'typed', 'newest'],
    [
      'an imported one that is newer than the sync',
      [of('sync', early), of('import', noon)],
      'import',
      'newest',
    ],
    ['a sync that is newer than the import', [of('sync', noon), of('import', early)], 'sync', 'newest'],
    ['a typed one in place of a sample', [of('typed', noon), of('sample', early)], 'typed', 'newest'],
    ['as expected, after a renewal', [of('sync', early), of('expected', noon)], 'expected', 'newest'],
    ['a sync since the renewal', [of('sync', late), of('expected', noon)], 'sync', 'newest'],
    ['a date typed since the renewal', [of('typed', late), of('expected', noon)], 'typed', 'newest'],
    [
      'as expected, where a file is newer and has an earlier date: it may be older than the renewal',
      [of('import', late, '2027-05-01'), of('expected', noon, '2028-05-01')],
      'expected',
      'only',
    ],
    [
      'a date of a file that includes the expected renewal',
      [of('import', late, '2028-05-01'), of('expected', noon, '2028-05-01')],
      'import',
      'newest',
    ],
    [
      'the registry’s, where a file is newer and has an earlier date: it may have been written before',
      [of('import', late, '2027-05-01'), of('registry', noon, '2028-05-01')],
      'registry',
      'only',
    ],
    [
      'the registrar’s and a sync’s alike',
      [
        of('import', later, '2027-05-01'),
        of('registrar', noon, '2028-05-01'),
        of('sync', late, '2028-05-01'),
      ],
      'sync',
      'newest',
    ],
    [
      'a date of a file, where the registry has renewed the domain by itself',
      [of('import', late, '2027-05-01'), { ...of('registry', noon, '2028-05-01'), isAutoRenewed: true }],
      'import',
      'only',
    ],
    [
      'a date of a file, to a later one that was typed before',
      [of('import', late, '2027-05-01'), of('typed', noon, '2028-05-01')],
      'import',
      'newest',
    ],
    [
      'the registry’s, to the registrar’s of the same answer',
      [of('registry', noon), of('registrar', noon)],
      'registry',
      'preferred',
    ],
    [
      'T7 this desk’s own, to a newer one that a colleague has read there',
      [of('registry', noon), { ...of('registrar', late), by: 'ada' }],
      'registry',
      'only',
    ],
    [
      'T7 a colleague’s, where this desk has one that says less',
      [{ ...of('registry', late), by: 'ada' }, of('typed', noon)],
      'registry',
      'newest',
    ],
    [
      'a date typed since the registry was read',
      [of('registry', noon), of('typed', late)],
      'typed',
      'newest',
    ],
    [
      'as expected, where the registry still shows the old date after the renewal',
      [of('registry', late, '2027-05-01'), of('expected', noon, '2028-05-01')],
      'expected',
      'only',
    ],
    [
      'the registry’s, once it shows the renewal',
      [of('registry', late, '2028-05-01'), of('expected', noon, '2028-05-01')],
      'registry',
      'newest',
    ],
    [
      'the registry’s old date, where it still shows that a week after the renewal: it contradicts what is expected',
      [of('registry', '2026-02-28T12:00:01.000Z', '2027-05-01'), of('expected', noon, '2028-05-01')],
      'registry',
      'newest',
    ],
    [
      'the registrar’s, where the registry has renewed it by itself',
      [{ ...of('registry', late), isAutoRenewed: true }, of('registrar', late)],
      'registrar',
      'only',
    ],
    [
      'an older sync, where the registry has renewed it by itself',
      [{ ...of('registry', late), isAutoRenewed: true }, of('sync', early)],
      'sync',
      'only',
    ],
    [
      'the registry’s, renewed by itself, where nothing else is known',
      [{ ...of('registry', late), isAutoRenewed: true }],
      'registry',
      'only',
    ],
    ['the newest of three', [of('sync', early), of('typed', late), of('expected', noon)], 'typed', 'newest'],
    [
      'a sync, to what was typed at the same instant',
      [of('sync', noon), of('typed', noon)],
      'sync',
      'preferred',
    ],
    [
      'what was typed, to an import of the same instant',
      [of('typed', noon), of('import', noon)],
      'typed',
      'preferred',
    ],
    [
      'a known one, to one expected at the same instant',
      [of('sample', noon), of('expected', noon)],
      'sample',
      'preferred',
    ],
  ])('%s', (_, expiries, source, why) => {
    const shown = shownExpiry(expiries);
    expect(shown && [shown.source, shown.why]).toEqual(source && [source, why]);
    expect(shownExpiry(expiries.toReversed()), 'in whatever order they are').toEqual(shown);
  });
});

describe('the expiries of a domain after an observation', () => {
  const before = [of('sync', noon, '2027-05-01'), of('typed', early, '2027-06-01')];

  it.each([
    ['newer than the one of its source takes its place', late, '2028-05-01'],
    ['as new as the one of its source takes its place', noon, '2028-05-01'],
    ['older than the one of its source is ignored', early, '2027-05-01'],
  ])('a value that is %s', (_, at, date) => {
    const [sync, typed] = expiriesAfter(before, { expiries: [of('sync', at, '2028-05-01')] });
    expect([sync?.date, typed]).toEqual([date, before[1]]);
  });

  it('have what was under a typed one again once that is removed', () => {
    const typed = expiriesAfter(before, { expiries: [of('typed', late)] });
    expect(shownExpiry(typed)).toMatchObject(of('typed', late));
    const after = expiriesAfter(typed, { removedExpiries: ['typed', 'sample'] });
    expect(after).toEqual([before[0]]);
    expect(shownExpiry(expiriesAfter([of('typed', noon)], { removedExpiries: ['typed'] }))).toBeNull();
  });

  it('have another in place of a removed one, although it is older', () => {
    const replaced = { removedExpiries: ['sample'], expiries: [of('sample', early)] } as const;
    expect(expiriesAfter([of('sample', late)], replaced)).toEqual([of('sample', early)]);
  });

  it('are without those from before a registration anew, whichever their source', () => {
    expect(expiriesAfter([of('sync', early), of('typed', noon)], { since: noon })).toEqual([
      of('typed', noon),
    ]);
  });
});

describe('F1 the expiry that a renewal leads to one expects', () => {
  const renewal = { years: 2, sentAt: noon, at: late };
  const shownAfter = (before: Expiries, since?: string) => {
    const shown = shownExpiry(expiriesAfter(before, { renewal, ...(since !== undefined && { since }) }));
    return shown && { source: shown.source, date: shown.date, at: shown.at };
  };

  it.each([
    ['2026-05-01', '2028-05-01'],
    ['2028-02-29', '2030-02-28'],
  ])('F1 is the known one, %s, and the years: %s, never as read', (date, expected) => {
    const before = of('sync', early, date);
    expect(shownAfter([before])).toEqual(of('expected', late, expected));
    expect(expiriesAfter([before], { renewal }), 'what was known stays beside it').toContain(before);
  });

  it('F1 counts from the one that is shown, and an expected one counts', () => {
    const before = [of('sync', '2026-02-20T00:00:00.000Z', '2027-05-01'), of('typed', early, '2028-05-01')];
    expect(shownAfter(before)?.date).toBe('2030-05-01');
    const again = { years: 1, sentAt: later, at: '2026-02-21T19:00:00.000Z' };
    const renewedTwice = expiriesAfter(expiriesAfter(before, { renewal }), { renewal: again });
    expect(shownExpiry(renewedTwice)).toMatchObject({ date: '2031-05-01', source: 'expected' });
  });

  it.each([
    ['after it was sent', late],
    ['as it was sent', noon],
  ])('F1 is not made of one that was observed %s', (_, at) => {
    expect(shownAfter([of('sync', at)])).toEqual(of('sync', at));
  });

  it('F1 is counted once for a renewal that is reported twice', () => {
    const once = expiriesAfter([of('sync', early)], { renewal });
    expect(expiriesAfter(once, { renewal })).toEqual(once);
  });

  it('F1 is not made up where none is known', () => {
    expect(shownAfter([])).toBeNull();
  });

  it('F1 counts from the day of the order where the domain was registered', () => {
    expect(shownAfter([of('sync', early)], noon)).toEqual(of('expected', late, '2028-02-21'));
  });

  it('F1 is shown again once a date that was typed over it is removed', () => {
    const typed = expiriesAfter(expiriesAfter([of('sync', early)], { renewal }), {
      expiries: [of('typed', later)],
    });
    expect(shownExpiry(expiriesAfter(typed, { removedExpiries: ['typed'] }))).toMatchObject({
      source: 'expected',
      date: yearsLater(dateOf('sync'), 2),
    });
  });
});

it('a registry’s answer has its own expiry and the registrar’s beside it, by their day in UTC', () => {
  const registrarExpiresAt = '2027-04-30T23:59:59.000Z';
  expect(expiriesIn(aReading({ at: noon, registrarExpiresAt }))).toEqual([
    of('registry', noon, '2027-05-01'),
    of('registrar', noon, '2027-04-30'),
  ]);
  expect(expiriesIn(aReading({ at: noon, expiresAt: null, missing: 'redacted' }))).toEqual([]);
  expect(expiriesIn(aReading({ at: noon, statuses: ['auto renew period'] }))).toEqual([
    { ...of('registry', noon, '2027-05-01'), isAutoRenewed: true },
  ]);
});

describe('facts about an expiry', () => {
  const fact = fc.record({
    source: fc.constantFrom(...expirySources),
    date: fc.constantFrom('2026-12-31', '2027-02-28', '2028-02-29', '2031-05-01'),
    at: fc.constantFrom(early, noon, late, later),
  });
  /** Of one source, one fact at an instant. */
  const facts = fc.uniqueArray(fact, { selector: ({ source, at }) => `${source} ${at}`, maxLength: 12 });
  const afterEach = (all: readonly Expiry[]): Expiries =>
    all.reduce<Expiries>((before, one) => expiriesAfter(before, { expiries: [one] }), []);

  it('lead to the same, whatever the order in which they arrive', () => {
    const orders = facts.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(orders, ([all, shuffled]) => {
        expect(afterEach(shuffled)).toEqual(afterEach(all));
        expect(expiriesAfter([], { expiries: shuffled })).toEqual(afterEach(all));
      }),
    );
  });

  it('change nothing of other sources, and each source has one at most', () => {
    fc.assert(
      fc.property(facts, fact, (all, one) => {
        const before = afterEach(all);
        const after = expiriesAfter(before, { expiries: [one] });
        const others = (of: Expiries) => of.filter(({ source }) => source !== one.source);
        expect(others(after)).toEqual(others(before));
        expect(new Set(after.map(({ source }) => source)).size).toBe(after.length);
        expect(after.some(({ source }) => source === one.source)).toBe(true);
      }),
    );
  });

  it('are all that is shown: the one is among them, with its own date and time, and none is newer but a file or a registry of before the expected one', () => {
    fc.assert(
      fc.property(facts, (all) => {
        const expiries = afterEach(all);
        const shown = shownExpiry(expiries);
        expect(shown === null).toBe(all.length === 0);
        if (shown === null) return;
        const { source, date, at } = shown;
        expect(all).toContainEqual({ source, date, at });
        const expected = expiries.find((one) => one.source === 'expected');
        for (const newer of expiries.filter((one) => one.at > at)) {
          expect(['import', 'registry', 'registrar']).toContain(newer.source);
          expect(newer.date < (expected?.date ?? '')).toBe(true);
        }
      }),
    );
  });

  it('show, in the order of their instants, what one place for all sources but files and registries would hold', () => {
    const inOrder = fc
      .uniqueArray(fact, { selector: ({ at }) => at })
      .map((all) =>
        all
          .filter(({ source }) => !['import', 'registry', 'registrar'].includes(source))
          .toSorted((a, b) => (a.at < b.at ? -1 : 1)),
      );
    fc.assert(
      fc.property(inOrder, (all) => {
        expect(shownExpiry(afterEach(all)) ?? undefined).toEqual(
          all.length === 0 ? undefined : expect.objectContaining(all.at(-1)),
        );
      }),
    );
  });
});

describe('a day on which no domain can expire', () => {
  it.each(['0001-01-01', '1900-01-01', '1970-01-01', '1984-12-31', '2101-01-01', '9999-12-31'])(
    '%s says nothing, wherever it comes from, and takes the place of none',
    (date) => {
      for (const source of expirySources) {
        const known = [of(source, early)];
        expect(expiriesAfter(known, { expiries: [of(source, noon, date)] })).toEqual(known);
      }
    },
  );
});

describe('an instant', () => {
  it.each([
    ['2027-08-09T10:00:00Z', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09t10:00:00.25z', '2027-08-09T10:00:00.250Z'],
    ['2027-08-09T10:00:00', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09 10:00:00+0000', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09 10:00 UTC', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09', '2027-08-09T00:00:00.000Z'],
    ['2027-08-09Z', '2027-08-09T00:00:00.000Z'],
    ['2027-08-09T00:00:00+09:00', '2027-08-08T15:00:00.000Z'],
    ['2027-08-09T23:30:00-01', '2027-08-10T00:30:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(instantIn(text)).toBe(Date.parse(instant));
  });

  it.each([
    '',
    '2027-02-29T00:00:00Z',
    '2027-13-01',
    '2027-08-09T25:00:00Z',
    '2027-08-09T10:00:61Z',
    '1798761600',
    'soon',
    '2027-08-09T10:00:00+99:00',
  ])('“%s” is none', (text) => {
    expect(instantIn(text)).toBeNull();
  });
});
