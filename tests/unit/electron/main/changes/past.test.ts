import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#shared/domain/change-entry.ts';
import { endedAgoMs, pastOf } from '../../../../../electron/main/changes/past.ts';
import { accountId, asks, domain } from '../../../../support/changes/a-changing-desk.ts';

const planned: JournalEvent = {
  type: 'planned',
  accountId,
  accountLabel: 'Acme',
  domain,
  what: asks.lock,
  planId: null,
  digest: 'abc',
  personal: null,
};
const sending: JournalEvent = { type: 'sending', attempt: 1, before: { readAt: '2026-03-01T10:30:00.000Z' } };
const answered: JournalEvent = {
  type: 'answered',
  attempt: 1,
  verdict: 'claimed',
  error: null,
  status: 200,
  answer: '',
  told: null,
};
const readBack: JournalEvent = { type: 'read-back', verdict: 'no-proof', evidence: [], error: null };
const interrupted: JournalEvent = { type: 'interrupted' };
const settled: JournalEvent = { type: 'settled', as: 'applied', note: '' };
const withdrawn: JournalEvent = { type: 'withdrawn', error: null };

/** Entries a second apart. */
const past = (...events: readonly JournalEvent[]) =>
  pastOf(events.map((event, second) => ({ at: `2026-03-01T10:30:0${second}.000Z`, event })));

describe('the past of a change', () => {
  it('begins with its digests', () => {
    expect(past(planned)).toEqual({
      digest: 'abc',
      personal: null,
      consent: null,
      answered: null,
      isClaimed: false,
      isPending: false,
      endedAt: null,
    });
  });

  it('F11 keeps that the service said done where the program ended before that was read back', () => {
    expect(past(planned, sending, answered, interrupted)).toMatchObject({ answered: null, isClaimed: true });
    expect(past(planned, sending, answered, sending).isClaimed).toBe(false);
  });

  it('F2 keeps that the service called the last attempt pending', () => {
    const pending: JournalEvent = {
      ...answered,
      verdict: 'uncertain',
      error: { kind: 'uncertain', why: 'pending', said: 'Transaction pending' },
    };
    expect(past(planned, sending, pending, readBack).isPending).toBe(true);
    expect(past(planned, sending, pending, sending).isPending).toBe(false);
    expect(past(planned, sending, answered).isPending).toBe(false);
  });

  it.each([
    ['answered', [answered], 'claimed', '2026-03-01T10:30:02.000Z'],
    ['interrupted', [{ type: 'interrupted' }], null, '2026-03-01T10:30:02.000Z'],
    ['answered and read back', [answered, readBack], 'claimed', '2026-03-01T10:30:02.000Z'],
    ['answered and settled', [answered, settled], 'claimed', '2026-03-01T10:30:02.000Z'],
    ['sent again', [{ ...answered, verdict: 'not-sent' }, sending], null, null],
    ['withdrawn', [{ ...answered, verdict: 'not-sent' }, withdrawn], 'not-sent', '2026-03-01T10:30:02.000Z'],
  ] as const)(
    'that was %s says what the last attempt came to, and when',
    (_name, events, verdict, endedAt) => {
      expect(past(planned, sending, ...events)).toMatchObject({ answered: verdict, endedAt });
    },
  );
});

it('an attempt ended so long ago, and no time ago where that is not known', () => {
  const now = new Date('2026-03-01T10:30:30Z');
  expect(endedAgoMs({ endedAt: '2026-03-01T10:30:02.000Z' }, now)).toBe(28_000);
  expect(endedAgoMs({ endedAt: null }, now)).toBe(0);
});

it('an event that nobody knows is a bug', () => {
  expect(() => past({ type: 'eaten' } as unknown as JournalEvent)).toThrow();
});
