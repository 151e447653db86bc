import fc from 'fast-check';
import { inEnglish } from '#shared/domain/counting.ts';
import { describe, expect, it } from 'vitest';
import type { RegistryReading } from '#shared/domain/registry.ts';
import {
  type Beside,
  nextReadAt,
  type Owner,
  type ProofOutcome,
  registrationProof,
  renewalProof,
  notAtRegistry,
  readAgainWithin,
  shownByText,
} from '#shared/domain/renewal-proof.ts';
import { aReading } from '../../../support/registry/a-reading.ts';

const sentAt = '2026-11-24T16:00:05.400Z';
const readAt = '2026-11-24T16:10:05.000Z';
const before = aReading();
const after = aReading({
  at: readAt,
  expiresAt: '2028-05-01T04:00:00.000Z',
  changedAt: '2026-11-24T16:00:07.000Z',
});

interface Case {
  readonly baseline?: Partial<RegistryReading> | null;
  readonly after?: Partial<RegistryReading>;
  readonly years?: number;
  readonly sentAt?: string;
  readonly beside?: Beside;
}

const proofOf = (given: Case): ProofOutcome =>
  renewalProof({
    baseline: given.baseline === null ? null : { ...before, ...given.baseline },
    after: { ...after, ...given.after },
    years: given.years ?? 1,
    sentAt: given.sentAt ?? sentAt,
    beside: given.beside ?? null,
  });

const said = (outcome: ProofOutcome): string =>
  'why' in outcome ? `${outcome.kind}: ${outcome.why}` : outcome.kind;

describe('what a registry’s readings say of a renewal', () => {
  it.each<[string, Case, string]>([
    ['the date moved by a year, changed after it was sent', {}, 'proven'],
    [
      'by two years, which were ordered',
      { years: 2, after: { expiresAt: '2029-05-01T04:00:00.000Z' } },
      'proven',
    ],
    [
      'of February 29, to the 28th',
      {
        baseline: { expiresAt: '2028-02-29T04:00:00.000Z' },
        after: { expiresAt: '2029-02-28T04:00:00.000Z' },
      },
      'proven',
    ],
    [
      'of February 29, to March 1',
      {
        baseline: { expiresAt: '2028-02-29T04:00:00.000Z' },
        after: { expiresAt: '2029-03-01T04:00:00.000Z' },
      },
      'proven',
    ],
    [
      'changed within the second in which it was sent',
      { after: { changedAt: '2026-11-24T16:00:05.000Z' } },
      'proven',
    ],
    [
      'with the registrar’s own date as it was: two dates, and the registry’s counts',
      { after: { registrarExpiresAt: '2027-05-01T00:00:00.000Z' } },
      'proven',
    ],
    [
      'a registry that lags',
      { after: { expiresAt: before.expiresAt, changedAt: before.changedAt } },
      'not-yet: unchanged',
    ],
    [
      'as before, although the registrar’s date moved',
      { after: { expiresAt: before.expiresAt, registrarExpiresAt: '2028-05-01T00:00:00.000Z' } },
      'not-yet: unchanged',
    ],
    [
      'by a server that has not caught up: an earlier date than before it was sent',
      { after: { expiresAt: '2026-12-01T04:00:00.000Z' } },
      'not-yet: unchanged',
    ],
    [
      'by a server that has not caught up: last changed earlier, at the registrar of then',
      {
        baseline: { changedAt: '2026-11-20T00:00:00.000Z' },
        after: { changedAt: '2026-11-01T00:00:00.000Z', registrar: '1068' },
      },
      'not-yet: unchanged',
    ],
    ['redacted now', { after: { expiresAt: null, missing: 'redacted' } }, 'not-yet: no-answer'],
    ['another name’s answer', { after: { expiresAt: null, missing: 'wrong-name' } }, 'not-yet: no-answer'],
    ['a limit', { after: { expiresAt: null, missing: 'limited' } }, 'not-yet: no-answer'],
    ['read before it was sent', { after: { at: '2026-11-24T16:00:05.000Z' } }, 'not-yet: no-answer'],
    ['no reading before', { baseline: null }, 'cannot: no-baseline'],
    ['redacted before', { baseline: { expiresAt: null, missing: 'redacted' } }, 'cannot: no-baseline'],
    ['read half an hour before', { baseline: { at: '2026-11-24T15:30:00.000Z' } }, 'cannot: baseline-old'],
    [
      'the first reading is from after it was sent',
      { baseline: { at: readAt, serverAt: readAt } },
      'cannot: baseline-old',
    ],
    [
      'an expired domain',
      {
        baseline: { expiresAt: '2026-11-20T04:00:00.000Z' },
        after: { expiresAt: '2027-11-20T04:00:00.000Z' },
      },
      'cannot: expired',
    ],
    [
      'in the grace of an automatic renewal',
      { baseline: { statuses: ['auto renew period'] } },
      'cannot: auto-renewed',
    ],
    [
      'renewed by the registry meanwhile',
      { after: { statuses: ['auto renew period'] } },
      'cannot: auto-renewed',
    ],
    [
      'read after the day on which it expired',
      {
        baseline: { expiresAt: '2026-11-24T16:05:00.000Z' },
        after: { expiresAt: '2027-11-24T16:05:00.000Z' },
      },
      'cannot: expired',
    ],
    ['restored from redemption', { baseline: { statuses: ['redemption period'] } }, 'cannot: expired'],
    ['being restored', { after: { statuses: ['pending restore'] } }, 'cannot: expired'],
    ['transferred: another registrar', { after: { registrar: '1068' } }, 'cannot: transferred'],
    ['transferred: a later transfer', { after: { transferredAt: readAt } }, 'cannot: transferred'],
    [
      'registered anew',
      { after: { registeredAt: '2026-11-24T16:00:06.000Z' } },
      'cannot: other-registration',
    ],
    ['renewed again since', { beside: 'renewed-since' }, 'cannot: renewed-since'],
    ['renewed shortly before', { beside: 'renewed-before' }, 'cannot: renewed-before'],
    ['by one year, where two were ordered', { years: 2 }, 'cannot: other-date'],
    [
      'to a day that no renewal brings',
      { after: { expiresAt: '2028-05-02T04:00:00.000Z' } },
      'cannot: other-date',
    ],
    ['no last change', { after: { changedAt: null } }, 'cannot: no-last-changed'],
    [
      'last changed before it was sent',
      { after: { changedAt: '2026-11-24T16:00:04.000Z' } },
      'cannot: changed-before',
    ],
    [
      'a database from before it was sent',
      { after: { databaseAt: '2026-11-24T15:00:00.000Z' } },
      'cannot: changed-before',
    ],
    [
      'this computer’s clock is an hour behind',
      { after: { serverAt: '2026-11-24T17:10:05.000Z' } },
      'not-yet: clock',
    ],
    [
      'the clock was off before',
      { baseline: { serverAt: '2026-11-24T15:00:00.000Z' } },
      'cannot: baseline-clock',
    ],
    ['a registry that does not tell its time', { after: { serverAt: null } }, 'not-yet: clock'],
    ['a last change in the future', { after: { changedAt: '2026-11-24T17:00:00.000Z' } }, 'not-yet: clock'],
  ])('%s', (_name, given, outcome) => {
    expect(said(proofOf(given))).toBe(outcome);
  });

  const instantAround = (at: string, spreadMs: number) =>
    fc.integer({ min: -spreadMs, max: spreadMs }).map((ms) => new Date(Date.parse(at) + ms).toISOString());
  const dayMs = 86_400_000;
  const oneOf = <T>(usual: T, ...others: readonly T[]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(usual) },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    );
  const statuses = oneOf<readonly string[]>(
    [],
    ['auto renew period'],
    ['redemption period'],
    ['pending delete'],
    ['active'],
  );
  const mixed = (given: RegistryReading, spreadMs: number) =>
    fc
      .record({
        at: fc.oneof(fc.constant(given.at), instantAround(given.at, spreadMs)),
        expiresAt: oneOf<string | null>(
          given.expiresAt,
          null,
          '2026-11-24T16:00:06.000Z',
          '2027-05-01T04:00:00.000Z',
          '2028-05-01T04:00:00.000Z',
          '2029-05-01T04:00:00.000Z',
          '2027-11-24T16:00:06.000Z',
        ),
        changedAt: fc.oneof(fc.constant(given.changedAt), fc.constant(null), instantAround(sentAt, spreadMs)),
        statuses,
        registrar: oneOf<string | null>('292', null, '1068'),
        transferredAt: oneOf<string | null>(null, readAt),
        registeredAt: oneOf<string | null>(given.registeredAt, readAt, null),
        databaseAt: fc.oneof(fc.constant(null), instantAround(readAt, dayMs)),
        skewMs: oneOf<number | null>(0, 59_000, 61_000, -61_000, 3_600_000, null),
      })
      .map(({ skewMs, ...reading }): RegistryReading => {
        const serverAt = skewMs === null ? null : new Date(Date.parse(reading.at) + skewMs).toISOString();
        return aReading({ ...reading, serverAt });
      });

  it('is proven only where each of its conditions holds', () => {
    let proven = 0;
    fc.assert(
      fc.property(
        mixed(before, 20 * 60_000),
        mixed(after, 2 * dayMs),
        fc.integer({ min: 1, max: 3 }),
        oneOf<Beside | null>(null, 'renewed-since', 'renewed-before'),
        (was, is, years, beside) => {
          const outcome = renewalProof({ baseline: was, after: is, years, sentAt, beside });
          if (outcome.kind !== 'proven') return;
          proven += 1;
          const ms = (instant: string | null): number => Date.parse(instant ?? '');
          const sentMs = Date.parse(sentAt);
          expect(beside).toBeNull();
          expect(ms(was.at)).toBeLessThanOrEqual(sentMs);
          expect(sentMs - ms(was.at)).toBeLessThanOrEqual(600_000);
          expect(ms(was.expiresAt)).toBeGreaterThan(sentMs);
          expect(ms(is.at)).toBeGreaterThanOrEqual(sentMs);
          expect(ms(is.at)).toBeLessThan(ms(was.expiresAt));
          expect(Number(is.expiresAt?.slice(0, 4)) - Number(was.expiresAt?.slice(0, 4))).toBe(years);
          expect(is.expiresAt?.slice(4, 10)).toBe(was.expiresAt?.slice(4, 10));
          expect(ms(is.changedAt)).toBeGreaterThan(sentMs - 1_000);
          expect(ms(is.changedAt)).toBeGreaterThan(was.changedAt === null ? 0 : ms(was.changedAt));
          expect([is.registrar, is.registeredAt, is.transferredAt]).toEqual([
            was.registrar,
            was.registeredAt,
            was.transferredAt,
          ]);
          for (const reading of [was, is]) {
            expect(Math.abs(ms(reading.serverAt) - ms(reading.at))).toBeLessThanOrEqual(60_000);
            expect(reading.statuses.filter((status) => status !== 'active')).toEqual([]);
          }
        },
      ),
      { numRuns: 20_000 },
    );
    expect(proven, 'some are').toBeGreaterThan(20);
  });

  it('is never that it was not done', () => {
    fc.assert(
      fc.property(mixed(before, 20 * 60_000), mixed(after, 2 * dayMs), (was, is) => {
        const { kind } = renewalProof({ baseline: was, after: is, years: 1, sentAt, beside: null });
        expect(['proven', 'not-yet', 'cannot']).toContain(kind);
        const still = { ...is, expiresAt: was.expiresAt, changedAt: was.changedAt };
        expect(renewalProof({ baseline: was, after: still, years: 1, sentAt, beside: null }).kind).not.toBe(
          'proven',
        );
      }),
    );
  });
});

describe('what a registry’s reading says of a registration', () => {
  const registered = (
    registeredAt: string | null,
    more: Partial<RegistryReading> = {},
    owner: Owner | null = 'ours',
    registrars: readonly string[] = [],
  ): string => {
    const after = aReading({ at: readAt, registeredAt, ...more });
    return said(registrationProof({ after, sentAt, owner, registrars }));
  };
  const rightAfter = '2026-11-24T16:00:06.000Z';

  it.each<[string, string, string]>([
    ['registered right after it was sent', registered('2026-11-24T16:00:06.000Z'), 'proven'],
    ['within its second', registered('2026-11-24T16:00:05.000Z'), 'proven'],
    [
      'a registry that shows no expiry',
      registered('2026-11-24T16:00:06.000Z', { missing: 'no-expiry', expiresAt: null }),
      'proven',
    ],
    [
      'not in the account: by somebody else',
      registered(rightAfter, {}, 'not-in-account'),
      'not-yet: not-in-account',
    ],
    [
      'H2 shown with the registrant of somebody else',
      registered(rightAfter, {}, 'another-registrant'),
      'not-yet: another-registrant',
    ],
    [
      'H2 shown without a registrant',
      registered(rightAfter, {}, 'registrant-not-known'),
      'not-yet: registrant-not-known',
    ],
    [
      'H2 at another registrar than the login’s other names',
      registered(rightAfter, { registrar: '9999' }, 'ours', ['292', '1068']),
      'cannot: another-registrar',
    ],
    [
      'H2 at one of the registrars of the login’s other names',
      registered(rightAfter, { registrar: '1068' }, 'ours', ['292', '1068']),
      'proven',
    ],
    [
      'H2 at a registrar that is not shown',
      registered(rightAfter, { registrar: null }, 'ours', ['292']),
      'proven',
    ],
    ['an account that was not read', registered(rightAfter, {}, null), 'not-yet: account-not-read'],
    ['registered before', registered('2026-11-24T16:00:04.000Z'), 'cannot: registered-before'],
    ['hours later', registered('2026-11-24T18:00:06.000Z'), 'cannot: registered-later'],
    ['not there yet', registered(null, { missing: 'not-found' }), 'not-yet: unchanged'],
    ['no answer', registered(null, { missing: 'limited' }), 'not-yet: no-answer'],
    ['another name', registered(null, { missing: 'wrong-name' }), 'not-yet: no-answer'],
    [
      'read before',
      registered('2026-11-24T16:00:06.000Z', { at: '2026-11-24T16:00:00.000Z' }),
      'not-yet: no-answer',
    ],
    ['a clock that is off', registered('2026-11-24T16:00:06.000Z', { serverAt: sentAt }), 'not-yet: clock'],
  ])('%s', (_name, outcome, wanted) => {
    expect(outcome).toBe(wanted);
  });

  it('H2 is never a proof but of a name that has our registrant, is at a registrar of the login, and was registered within the hour after it was sent', () => {
    let proven = 0;
    const sentMs = Date.parse(sentAt);
    const moment = fc
      .integer({ min: -7_200_000, max: 7_200_000 })
      .map((afterMs) => new Date(sentMs + afterMs).toISOString());
    // Twice as often as each of the others: most readings prove nothing.
    const owners = [
      'ours',
      'ours',
      'another-registrant',
      'registrant-not-known',
      'not-in-account',
      null,
    ] as const;
    const missing = fc.constantFrom(...([null, null, 'not-found', 'limited', 'no-expiry'] as const));
    fc.assert(
      fc.property(
        ...[fc.option(moment), moment, fc.integer({ min: -200_000, max: 200_000 })],
        ...[missing, fc.constantFrom(...owners), fc.constantFrom('292', '9999', null)],
        (registeredAt, at, offMs, misses, owner, registrar) => {
          const serverAt = new Date(Date.parse(at) + offMs).toISOString();
          const after = aReading({ at, registeredAt, serverAt, registrar, missing: misses });
          if (registrationProof({ after, sentAt, owner, registrars: ['292'] }).kind !== 'proven') return;
          proven += 1;
          const afterMs = Date.parse(registeredAt ?? '') - sentMs;
          expect(owner).toBe('ours');
          expect(registrar).not.toBe('9999');
          expect(afterMs).toBeGreaterThan(-1_000);
          expect(afterMs).toBeLessThanOrEqual(3_600_000);
          expect(at >= sentAt).toBe(true);
          expect(Math.abs(offMs)).toBeLessThanOrEqual(60_000);
          expect(misses).not.toBe('not-found');
        },
      ),
      { numRuns: 5_000 },
    );
    expect(proven, 'some are').toBeGreaterThan(20);
  });
});

it('a registry is read again a minute, ten minutes, an hour and a day after a change was sent', () => {
  const moments: string[] = [];
  for (let at = nextReadAt(sentAt, null); at !== null; at = nextReadAt(sentAt, at)) moments.push(at);
  expect(moments.map((at) => (Date.parse(at) - Date.parse(sentAt)) / 60_000)).toEqual([1, 10, 60, 1_440]);
  expect(nextReadAt(sentAt, '2026-11-24T16:30:00.000Z'), 'missed ones are not caught up with').toBe(
    '2026-11-24T17:00:05.400Z',
  );
});

describe('what will show the renewals of a batch', () => {
  const of = (shown: readonly string[], others: readonly string[]) => [
    ...shown.map((domain) => ({ domain, isAtRegistry: true })),
    ...others.map((domain) => ({ domain, isAtRegistry: false })),
  ];
  const seven = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', 'g.com'];

  it.each([
    [
      true,
      true,
      seven,
      ['h.de', 'i.de'],
      'The registries will show the new expiry of 7 of 9; .de shows none. Have the service read the others again to see the new expiry, which is no proof.',
    ],
    [
      true,
      false,
      seven,
      ['h.de'],
      'The registries will show the new expiry of 7 of 8; .de shows none. The renewal of the other rests on the service’s answer and the credit.',
    ],
    [
      true,
      false,
      seven,
      ['h.de', 'i.at'],
      'The registries will show the new expiry of 7 of 9; .de and .at show none. The renewals of the others rest on the service’s answer and the credit.',
    ],
    [true, true, seven, [], 'The registries will show the new expiry.'],
    [true, true, ['a.com'], [], 'The registry will show the new expiry.'],
    [
      true,
      true,
      [],
      ['a.de'],
      'No registry has shown an expiry of this domain (.de). Have the service read it again to see the new expiry, which is no proof.',
    ],
    [
      true,
      false,
      [],
      ['a.de', 'b.at', 'c.co.uk', 'd.es'],
      'No registry has shown an expiry of these domains (.de, .at, .co.uk and 1 more). The renewals rest on the service’s answer and the credit.',
    ],
    [
      false,
      true,
      seven,
      ['h.de'],
      'Have the service read them again to see the new expiry, which is no proof.',
    ],
    [false, false, seven, [], 'The renewals rest on the service’s answer and the credit.'],
  ] as const)(
    'asks registries: %s, takes the date of a sync: %s, %j shown before and %j not: says so of this batch',
    (asksRegistries, takesSync, shown, others, text) => {
      const by = { asksRegistries, takesSync, domains: of(shown, others) };
      expect(shownByText(by, inEnglish)).toBe(text);
      expect(notAtRegistry(by)).toEqual(asksRegistries ? others : [...shown, ...others]);
    },
  );

  it('says within which time an accepted renewal is read again, and nothing once it is not', () => {
    expect([-3_000, 0, 570_000, 600_000, 86_399_000, 86_400_000].map(readAgainWithin)).toEqual([
      '10 min',
      '10 min',
      '1 min',
      'a day',
      'a day',
      null,
    ]);
  });
});
