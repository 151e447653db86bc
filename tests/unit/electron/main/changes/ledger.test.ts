import { describe, expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import type { JournalEvent } from '#shared/domain/journal.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createLedger, endedAgoMs, pastOf } from '../../../../../electron/main/changes/ledger.ts';
import type { Written } from '../../../../../electron/main/workspace/change-requests.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { accountId, asks, domain } from '../../../../support/changes/a-changing-desk.ts';

describe('ledger', () => {
  const change = { id: 'c1', number: 7, state: 'planned' } as Change; // All that is looked at.
  const full = fail({ kind: 'storage', fault: 'full' } as const);
  const planned = { type: 'planned' } as Extract<JournalEvent, { type: 'planned' }>; // Passed through.
  const withdrawn: JournalEvent = { type: 'withdrawn', error: null };
  const cancelled = fail({ kind: 'cancelled' } as const);

  function aLedger(answer: unknown, health: unknown = full) {
    const announced: unknown[] = [];
    const healths: unknown[] = [];
    const write = () => Promise.resolve(answer as Result<Written>);
    const journal = {
      begin: write,
      append: write,
      find: () => Promise.resolve(answer),
      entries: () => Promise.resolve(answer),
      health: () => Promise.resolve(health),
    } as unknown as Workspace['journal']; // Only these are asked.
    const ledger = createLedger({
      journal,
      announce: (changes) => announced.push(...changes),
      announceHealth: (told) => healths.push(told),
      now: () => new Date('2026-03-01T10:30:00Z'),
    });
    return { ledger, announced, healths };
  }

  describe('what is written into the journal', () => {
    it('is announced', async () => {
      const { ledger, announced } = aLedger(ok({ kind: 'written', change }));
      expect(await ledger.begin('c1', planned, null)).toEqual(ok(change));
      expect(await ledger.append('c1', withdrawn)).toEqual(ok(change));
      expect(announced).toEqual([change, change]);
    });

    it('is not where another change is open', async () => {
      const { ledger, announced } = aLedger(ok({ kind: 'open', change }));
      expect(await ledger.begin('c2', planned, null)).toEqual(
        fail({ kind: 'open-change', changeId: 'c1', number: 7 }),
      );
      expect(announced).toEqual([]);
    });

    it('is there already where its first try was lost on the way back', async () => {
      const { ledger } = aLedger(ok({ kind: 'moved', change }));
      expect(await ledger.begin('c1', planned, null)).toEqual(ok(change));
    });

    it('is not where the change is in another state', async () => {
      const { ledger } = aLedger(ok({ kind: 'moved', change }));
      expect(await ledger.append('c1', withdrawn)).toMatchObject({
        error: { kind: 'invalid-input', field: 'id' },
      });
    });

    it('is not where the chain is broken, and that is told', async () => {
      const health = { broken: { seq: 3, why: '' } };
      const { ledger, healths } = aLedger(ok({ kind: 'broken', seq: 3 }), ok(health));
      expect(await ledger.append('c1', withdrawn)).toEqual(
        fail({ kind: 'journal-broken', journal: 'changes', seq: 3 }),
      );
      expect(healths).toEqual([health]);
    });

    it('is not where the chain is broken, though its health cannot be read either', async () => {
      const { ledger, healths } = aLedger(ok({ kind: 'broken', seq: 3 }));
      expect(await ledger.begin('c1', planned, null)).toEqual(
        fail({ kind: 'journal-broken', journal: 'changes', seq: 3 }),
      );
      expect(healths).toEqual([]);
    });

    it('is not where the disk fails', async () => {
      const { ledger } = aLedger(full);
      expect(await ledger.begin('c1', planned, null)).toEqual(full);
      expect(await ledger.append('c1', withdrawn)).toEqual(full);
      expect(await ledger.find('c1')).toEqual(full);
      expect(await ledger.past('c1')).toEqual(full);
    });

    it('is not, nor read, after the end', async () => {
      const { ledger } = aLedger(ok({ kind: 'written', change }));
      ledger.close();
      expect(await ledger.begin('c1', planned, null)).toEqual(cancelled);
      expect(await ledger.append('c1', withdrawn)).toEqual(cancelled);
      expect(await ledger.find('c1')).toEqual(cancelled);
      expect(await ledger.past('c1')).toEqual(cancelled);
    });

    it('is a bug where the journal answers what nobody knows', async () => {
      const { ledger } = aLedger(ok({ kind: 'eaten' }));
      await expect(ledger.append('c1', withdrawn)).rejects.toThrow();
    });
  });

  it('a change that is not there is not found', async () => {
    const { ledger } = aLedger(ok(null));
    expect(await ledger.find('c1')).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
  });
});

describe('past', () => {
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
  const sending: JournalEvent = {
    type: 'sending',
    attempt: 1,
    before: { readAt: '2026-03-01T10:30:00.000Z' },
  };
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
      expect(past(planned, sending, answered, interrupted)).toMatchObject({
        answered: null,
        isClaimed: true,
      });
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
      [
        'withdrawn',
        [{ ...answered, verdict: 'not-sent' }, withdrawn],
        'not-sent',
        '2026-03-01T10:30:02.000Z',
      ],
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
});
