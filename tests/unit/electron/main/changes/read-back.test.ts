import { describe, expect, it } from 'vitest';
import type { AnswerVerdict, ReadBackVerdict } from '#shared/domain/journal.ts';
import { fail } from '#shared/result.ts';
import {
  type DoubtLook,
  lookAfterAnswer,
  lookAfterDoubt,
} from '../../../../../electron/main/changes/read-back.ts';
import { lookAt, type ReadBackResult } from '../../../../../electron/main/changes/verification.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { aConsent } from '../../../../support/workspace/a-journal.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('read back', () => {
  /** A change that may have happened, at the moment at which it was read back once. */
  async function inDoubt(isApplied: boolean, ask: keyof typeof asks = 'lock') {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = valueOf(await desk.apply(asks[ask]));
    await desk.time.pass(10);
    if (isApplied) desk.service.there(domain).lock = 'unlocked';
    return { desk, id };
  }

  describe('a change in doubt', () => {
    it('is read back at once, and again when a slow service has had 30 s', async () => {
      const { desk, id } = await inDoubt(false);
      expect((await desk.find(id)).state).toBe('uncertain');
      await desk.quiet();
      expect(await desk.events(id)).toEqual([
        'planned',
        'sending',
        'answered uncertain',
        'read-back no-proof',
        'read-back as-before',
      ]);
    });

    it('that a slow service has done after all is applied', async () => {
      const { desk, id } = await inDoubt(true);
      await desk.quiet();
      expect((await desk.find(id)).state).toBe('applied');
    });

    it('that a person reads back in the meantime is applied then, and not read again', async () => {
      const { desk, id } = await inDoubt(true);
      expect(valueOf(await desk.changes.readBack(id)).state).toBe('applied');
      const reads = desk.service.reads.length;
      await desk.quiet();
      expect(desk.service.reads).toHaveLength(reads);
    });

    it('that a person reads back early, several times, is read once more later', async () => {
      const { desk, id } = await inDoubt(false);
      valueOf(await desk.changes.readBack(id));
      valueOf(await desk.changes.readBack(id));
      await desk.quiet();
      expect((await desk.events(id)).slice(3)).toEqual([
        'read-back no-proof',
        'read-back no-proof',
        'read-back no-proof',
        'read-back as-before',
      ]);
    });

    it('is read back once where two ask at the same time', async () => {
      const { desk, id } = await inDoubt(false);
      const reads = desk.service.reads.length;
      await Promise.all([desk.changes.readBack(id), desk.changes.readBack(id)]);
      expect(desk.service.reads).toHaveLength(reads + 1);
    });

    it('C10 that nothing can prove is not read again by itself', async () => {
      const { desk, id } = await inDoubt(false, 'renew');
      await desk.quiet();
      expect((await desk.events(id)).slice(3)).toEqual(['read-back no-proof']);
    });

    it('is not read later where the program ends', async () => {
      const { desk, id } = await inDoubt(false);
      await desk.time.outcomeOf(desk.changes.close());
      desk.restart();
      expect((await desk.events(id)).slice(3)).toEqual(['read-back no-proof']);
    });

    it('without an account any more is unreadable, and is not lost', async () => {
      const { desk, id } = await inDoubt(false);
      desk.connectionError = fail({ kind: 'no-account' });
      expect(valueOf(await desk.changes.readBack(id))).toMatchObject({ state: 'uncertain' });
      expect((await desk.events(id)).at(-1)).toBe('read-back unreadable');
    });

    it('that was claimed, and could not be read for want of a way, is read when there is one', async () => {
      const desk = new ChangingDesk();
      desk.service.onWrite = () => {
        desk.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
        return Promise.resolve();
      };
      const change = await desk.settled(asks.lock);
      expect(change).toMatchObject({ state: 'uncertain', error: { kind: 'unreachable' } });
      desk.service.failing.clear();
      desk.changes.wake('a1');
      await desk.quiet();
      expect((await desk.find(change.id)).state).toBe('applied');
    });

    it('C9 is tried again by itself three times, however often the way comes and goes', async () => {
      const { desk, id } = await inDoubt(false);
      desk.service.failing.set('lock', { kind: 'unreachable', why: 'no-answer-in-time' });
      valueOf(await desk.changes.readBack(id));
      const reads = desk.service.reads.length;
      for (let times = 0; times < 10; times += 1) {
        desk.changes.wake('a1');
        await desk.quiet();
      }
      expect(desk.service.reads.length - reads).toBeLessThanOrEqual(3 + 1);
      desk.service.failing.clear();
      expect(valueOf(await desk.time.outcomeOf(desk.changes.readBack(id))).state).toBe('not-applied');
    });

    it('that was settled meanwhile is not read when the account is reached again', async () => {
      const { desk, id } = await inDoubt(false);
      desk.service.failing.set('lock', { kind: 'no-key' });
      valueOf(await desk.changes.readBack(id));
      valueOf(await desk.changes.settle(id, 'not-applied', ''));
      const reads = desk.service.reads.length;
      desk.changes.wake('a1');
      await desk.quiet();
      expect(desk.service.reads).toHaveLength(reads);
    });
  });

  describe('a disk that fails', () => {
    it('while reading back leaves the change uncertain', async () => {
      const { desk, id } = await inDoubt(true);
      for (const name of ['entries', 'read-back']) {
        desk.kept.failAt(name, 'busy');
        expect(await desk.changes.readBack(id)).toEqual({
          ok: false,
          error: { kind: 'storage', fault: 'busy' },
        });
        desk.kept.failAt(name, null);
      }
      expect((await desk.find(id)).state).toBe('uncertain');
    });

    it('after the answer leaves it on its way until the next start', async () => {
      for (const name of ['entries', 'read-back']) {
        const desk = new ChangingDesk();
        const { id } = valueOf(await desk.apply(asks.lock));
        desk.kept.failAt(name, 'busy');
        await desk.quiet();
        desk.kept.failAt(name, null);
        expect((await desk.find(id)).state).toBe('sending');
        desk.restart();
        await desk.changes.recover();
        expect((await desk.find(id)).state).toBe('applied');
      }
    });
  });

  it('a kind that nobody knows is a bug', async () => {
    const strange = { what: { kind: 'transfer' } } as unknown as Parameters<typeof lookAt>[0];
    await expect(lookAt(strange, {} as never, {} as never)).rejects.toThrow();
  });
});

describe('series', () => {
  type Shown = ReadBackVerdict | 'offline' | 'not permitted';

  const aLook = (shown: Shown): ReadBackResult => {
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
    const cases: readonly (readonly [AnswerVerdict, readonly Shown[], ReadBackVerdict, readonly number[]])[] =
      [
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

    it.each([0, 29_999])(
      '%d ms after the attempt, “as before” proves nothing and says so',
      async (sinceMs) => {
        const { lookOnce, sleep } = scene(['as-before', 'as-before']);
        const { verdict, evidence } = await lookAfterDoubt(lookOnce, at(sinceMs), sleep);
        expect(verdict).toBe('no-proof');
        expect(evidence[0]?.label).toBe('Less than 30 s');
      },
    );

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
});

describe('C7 after an end in between', () => {
  async function killedWhileSending(isApplied: boolean): Promise<{ desk: ChangingDesk; id: string }> {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'claimed', isApplied });
    desk.service.onWrite = () => new Promise(() => undefined);
    const { id } = valueOf(await desk.apply(asks.lock));
    await desk.time.pass(10);
    desk.restart();
    return { desk, id };
  }

  it('what was on its way is uncertain and read back: it was done', async () => {
    const { desk, id } = await killedWhileSending(true);
    await desk.changes.recover();
    expect(await desk.find(id)).toMatchObject({ state: 'applied', proof: 'read-back' });
    expect(await desk.events(id)).toEqual(['planned', 'sending', 'interrupted', 'read-back agrees']);
  });

  it('what was on its way is uncertain and read back: it was not done, which shows after 30 s only', async () => {
    const { desk, id } = await killedWhileSending(false);
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('uncertain');
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'not-applied', proof: 'read-back' });
    expect(desk.service.writes).toHaveLength(1);
  });

  it.each([domain, 'Example.COM.'])(
    'nobody acts on %s before it was read back, though nobody called for it',
    async (name) => {
      const { desk, id } = await killedWhileSending(true);
      const reads = desk.service.reads.length;
      valueOf(await desk.changes.prepare(accountId, name, asks.nameservers));
      expect(desk.service.reads.slice(reads)).toEqual(['lock', 'nameservers']);
      expect((await desk.find(id)).state).toBe('applied');
    },
  );

  it('a person settles it after it was read back, not before', async () => {
    const { desk, id } = await killedWhileSending(false);
    const settled = valueOf(await desk.changes.settle(id, 'not-applied', 'I looked'));
    expect(settled).toMatchObject({ state: 'settled', settledAs: 'not-applied', note: 'I looked' });
    expect(await desk.events(id)).toEqual([
      'planned',
      'sending',
      'interrupted',
      'read-back no-proof',
      'settled',
    ]);
  });

  it('offline it stays uncertain, and is read back when the account is reached again', async () => {
    const { desk, id } = await killedWhileSending(true);
    desk.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
    await desk.changes.recover();
    await desk.quiet();
    expect(await desk.events(id)).toEqual(['planned', 'sending', 'interrupted', 'read-back unreadable']);
    desk.service.failing.clear();
    desk.changes.wake('another');
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('uncertain');
    desk.changes.wake(accountId);
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('nothing is done where the journal cannot even be looked at, until it can', async () => {
    const { desk } = await killedWhileSending(true);
    desk.kept.failAt('open', 'busy');
    expect(await desk.changes.prepare(accountId, domain, asks.sync)).toMatchObject({
      error: { kind: 'storage' },
    });
    desk.kept.failAt('open', null);
    expect(await desk.changes.prepare(accountId, domain, asks.sync)).toMatchObject({ ok: true });
  });

  it('where marking it fails half-way, the next who acts marks it', async () => {
    const { desk, id } = await killedWhileSending(true);
    desk.kept.failAt('interrupted', 'full');
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('sending');
    expect(await desk.changes.settle(id, 'applied', '')).toMatchObject({ error: { kind: 'storage' } });
    expect(await desk.changes.perform(anOrder(desk))).toMatchObject({ error: { kind: 'storage' } });
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    desk.kept.failAt('interrupted', null);
    valueOf(await desk.changes.prepare(accountId, domain, asks.sync));
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('what was left uncertain and never read is read', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    desk.kept.failAt('read-back', 'full');
    const { id } = await desk.settled(asks.lock);
    desk.kept.failAt('read-back', null);
    desk.restart();
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('what was settled or read back is left alone', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await desk.settled(asks.renew);
    const events = await desk.events(id);
    desk.restart();
    await desk.changes.recover();
    expect(await desk.events(id)).toEqual(events);
  });

  it('reading back that breaks is a bug, and keeps nobody from acting', async () => {
    const { desk } = await killedWhileSending(true);
    desk.service.client.readLock = () => Promise.reject(new Error('Broken'));
    await desk.changes.recover();
    expect(desk.bugs).toHaveLength(1);
    expect(await desk.changes.prepare(accountId, domain, asks.sync)).toMatchObject({ ok: true });
  });

  const anOrder = (desk: ChangingDesk) => ({
    accountId,
    domain,
    ask: asks.sync,
    planId: crypto.randomUUID(),
    consent: aConsent({ at: desk.time.now().toISOString(), present: '' }),
    signal: desk.ending.signal,
  });
});
