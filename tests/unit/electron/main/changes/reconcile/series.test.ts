import { describe, expect, it } from 'vitest';
import type { AnswerVerdict, ReadBackVerdict } from '#shared/domain/change-entry.ts';
import type { Look } from '../../../../../../electron/main/changes/reconcile/look.ts';
import {
  type DoubtLook,
  lookAfterAnswer,
  lookAfterDoubt,
} from '../../../../../../electron/main/changes/reconcile/series.ts';

type Shown = ReadBackVerdict | 'offline' | 'not permitted';

const aLook = (shown: Shown): Look => {
  if (shown === 'offline')
    return { verdict: 'unreadable', evidence: [], error: { kind: 'unreachable', why: 'offline' } };
  if (shown === 'not permitted') {
    return {
      verdict: 'unreadable',
      evidence: [],
      error: { kind: 'refused', why: 'permission', status: 403, said: '' },
    };
  }
  const error =
    shown === 'unreadable' ? ({ kind: 'unreadable', status: 200, why: 'not-json' } as const) : null;
  return { verdict: shown, evidence: [], error };
};

/** Looks that show one thing after the other, and the pauses between them. */
function scene(shown: readonly Shown[], sleeps = true) {
  const left = [...shown];
  const pauses: number[] = [];
  return {
    pauses,
    left,
    lookOnce: () => Promise.resolve(aLook(left.shift() ?? 'no-proof')),
    sleep: (durationMs: number) => {
      pauses.push(durationMs);
      return Promise.resolve(sleeps);
    },
  };
}

describe('C9 reading back after an answer', () => {
  const cases: readonly (readonly [AnswerVerdict, readonly Shown[], ReadBackVerdict, readonly number[]])[] = [
    ['claimed', ['agrees'], 'agrees', []],
    ['claimed', ['no-proof'], 'no-proof', []],
    ['claimed', ['as-before', 'agrees'], 'agrees', [5_000]],
    ['claimed', ['as-before', 'as-before', 'agrees'], 'agrees', [5_000, 25_000]],
    ['claimed', ['as-before', 'as-before', 'as-before'], 'as-before', [5_000, 25_000]],
    ['claimed', ['differs', 'differs', 'differs'], 'differs', [5_000, 25_000]],
    ['claimed', ['unreadable', 'agrees'], 'agrees', [5_000]],
    ['claimed', ['unreadable', 'unreadable', 'unreadable'], 'unreadable', [5_000, 25_000]],
    ['claimed', ['offline'], 'unreadable', []],
    ['claimed', ['not permitted'], 'unreadable', []],
    ['refused', ['as-before'], 'as-before', []],
    ['refused', ['differs', 'as-before'], 'as-before', [5_000]],
    ['refused', ['agrees'], 'agrees', []],
    ['refused-unconfirmed', ['as-before', 'as-before'], 'as-before', [5_000]],
    ['refused-unconfirmed', ['as-before', 'agrees'], 'agrees', [5_000]],
    ['refused-unconfirmed', ['as-before', 'unreadable', 'as-before'], 'as-before', [5_000, 25_000]],
    ['refused-unconfirmed', ['unreadable', 'unreadable', 'as-before'], 'differs', [5_000, 25_000]],
  ];

  it.each(cases)('of %s that shows %j is %s', async (answered, shown, verdict, pauses) => {
    const { lookOnce, sleep, pauses: made, left } = scene(shown);
    expect((await lookAfterAnswer(lookOnce, answered, sleep)).verdict).toBe(verdict);
    expect([made, left]).toEqual([pauses, []]);
  });

  it('is concluded from what was read where the program ends', async () => {
    const { lookOnce, sleep } = scene(['as-before', 'agrees'], false);
    expect((await lookAfterAnswer(lookOnce, 'claimed', sleep)).verdict).toBe('as-before');
  });

  it('F2 of a no is over as soon as the credit contradicts it', async () => {
    const { lookOnce, sleep, pauses } = scene(['differs', 'as-before', 'as-before']);
    const contradicted = async () => ({ ...(await lookOnce()), contradictsNo: true });
    expect((await lookAfterAnswer(contradicted, 'refused', sleep)).verdict).toBe('differs');
    expect(pauses).toEqual([]);
  });

  it('of a no that nobody defined needs two reads that agree', async () => {
    const { lookOnce, sleep } = scene(['as-before'], false);
    expect((await lookAfterAnswer(lookOnce, 'refused-unconfirmed', sleep)).verdict).toBe('differs');
  });
});

const at = (sinceMs: number, changes: Partial<DoubtLook> = {}): DoubtLook => ({
  sinceMs,
  countsAfterMs: 30_000,
  isPending: false,
  tooEarly: 'Less than 30 s',
  ...changes,
});

describe('reading back after a doubt', () => {
  it.each([
    ['agrees', 0],
    ['differs', 0],
    ['no-proof', 60_000],
    ['unreadable', 60_000],
  ] as const)('that shows %s is that, after %d ms', async (shown, sinceMs) => {
    const { lookOnce, sleep, pauses } = scene([shown]);
    expect((await lookAfterDoubt(lookOnce, at(sinceMs), sleep)).verdict).toBe(shown);
    expect(pauses).toEqual([]);
  });

  it.each([0, 29_999])('%d ms after the attempt, “as before” proves nothing and says so', async (sinceMs) => {
    const { lookOnce, sleep } = scene(['as-before', 'as-before']);
    const { verdict, evidence } = await lookAfterDoubt(lookOnce, at(sinceMs), sleep);
    expect(verdict).toBe('no-proof');
    expect(evidence[0]?.label).toBe('Less than 30 s');
  });

  it.each([30_000, 599_999])(
    'F11 %d ms after an attempt that counts after 10 min, it proves nothing',
    async (sinceMs) => {
      const { lookOnce, sleep } = scene(['as-before', 'as-before']);
      const when = at(sinceMs, { countsAfterMs: 600_000 });
      expect((await lookAfterDoubt(lookOnce, when, sleep)).verdict).toBe('no-proof');
    },
  );

  it('F2 it never counts where the service said that it is pending', async () => {
    const { lookOnce, sleep } = scene(['as-before', 'as-before']);
    const when = at(86_400_000, { isPending: true });
    const { verdict, evidence } = await lookAfterDoubt(lookOnce, when, sleep);
    expect(verdict).toBe('no-proof');
    expect(evidence[0]?.label).toMatch(/pending/);
  });

  it('30 s after the attempt, two reads that agree show that it is as before', async () => {
    const { lookOnce, sleep, pauses } = scene(['as-before', 'as-before']);
    expect((await lookAfterDoubt(lookOnce, at(30_000), sleep)).verdict).toBe('as-before');
    expect(pauses).toEqual([5_000]);
  });

  it.each(['agrees', 'differs', 'unreadable'] as const)(
    'the second read counts where it shows %s',
    async (second) => {
      const { lookOnce, sleep } = scene(['as-before', second]);
      expect((await lookAfterDoubt(lookOnce, at(30_000), sleep)).verdict).toBe(second);
    },
  );

  it('one read alone proves nothing where the program ends', async () => {
    const { lookOnce, sleep } = scene(['as-before'], false);
    expect((await lookAfterDoubt(lookOnce, at(30_000), sleep)).verdict).toBe('differs');
  });
});
