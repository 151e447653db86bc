import { describe, expect, it } from 'vitest';
import { asks, ChangingDesk, consent } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('C6 a change is on the disk before anything leaves', () => {
  it('is `sending` when the service is written to', async () => {
    const desk = new ChangingDesk();
    const seen: string[] = [];
    desk.service.onWrite = async () => {
      const { changes } = valueOf(await desk.changes.list(everything, 0, 10));
      seen.push(...changes.map(({ state }) => state));
    };
    await desk.settled(asks.lock);
    expect(seen).toEqual(['sending']);
  });

  it('has what was read before in its `sending` entry', async () => {
    const desk = new ChangingDesk();
    const { before } = await desk.settled(asks.lock);
    expect(before).toMatchObject({ lock: 'locked', readAt: '2026-03-01T10:30:00.000Z' });
  });
});

describe('D8 a disk that fails', () => {
  it('at the beginning keeps everything back', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.lock);
    desk.kept.failAt('begin', 'full');
    expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'storage', fault: 'full' },
    });
    expect(desk.service.writes).toEqual([]);
    desk.kept.failAt('begin', null);
    expect(await desk.changes.apply(review.reviewId, consent)).toMatchObject({ ok: true });
  });

  it('before sending keeps everything back, and the reason is told', async () => {
    const desk = new ChangingDesk();
    desk.kept.failAt('sending', 'read-only');
    const change = await desk.settled(asks.renew);
    expect(change.state).toBe('planned');
    expect(desk.service.writes).toEqual([]);
    expect(desk.announced.at(-1)).toMatchObject({ error: { kind: 'storage', fault: 'read-only' } });
  });

  it('after sending is waited for, so that the answer is not lost', async () => {
    const desk = new ChangingDesk();
    desk.kept.failAt('answered', 'full');
    const { id } = valueOf(await desk.apply(asks.lock));
    await desk.time.pass(2_000);
    expect((await desk.find(id)).state).toBe('sending');
    desk.kept.failAt('answered', null);
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('confirmed');
    expect(desk.service.writes).toHaveLength(1);
  });

  it('that stays full leaves the change on its way, and the next start reads it back', async () => {
    const desk = new ChangingDesk();
    desk.kept.failAt('answered', 'full');
    const { id } = await desk.settled(asks.lock);
    desk.kept.failAt('answered', null);
    expect((await desk.find(id)).state).toBe('sending');
    desk.restart();
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('applied');
    expect(desk.service.writes).toHaveLength(1);
  });
});

const everything = { accountId: null, states: null, kinds: null, text: '', domain: null, planId: null };
