import { describe, expect, it } from 'vitest';
import { asks, ChangingDesk, consent } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('the end of the program', () => {
  it('waits for an answer that comes in time', async () => {
    const desk = new ChangingDesk();
    desk.service.onWrite = () => desk.time.timer.sleep(2_000);
    const { id } = valueOf(await desk.apply(asks.lock));
    await desk.time.pass(1);
    await desk.time.outcomeOf(desk.changes.close());
    desk.restart();
    expect((await desk.find(id)).state).toBe('confirmed');
  });

  it('leaves what takes longer on its way, and adds nothing to the journal afterwards', async () => {
    const desk = new ChangingDesk();
    desk.service.onWrite = () => desk.time.timer.sleep(20_000);
    const { id } = valueOf(await desk.apply(asks.lock));
    await desk.time.pass(1);
    const before = desk.time.timer.nowMs();
    await desk.time.outcomeOf(desk.changes.close());
    expect(desk.time.timer.nowMs() - before).toBeLessThanOrEqual(3_001);
    await desk.quiet();
    desk.restart();
    expect(await desk.events(id)).toEqual(['planned', 'sending']);
    expect(desk.bugs).toEqual([]);
  });

  it('ends a wait between two reads with what was read', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'claimed', isApplied: false });
    const { id } = valueOf(await desk.apply(asks.lock));
    await desk.time.pass(1_000);
    await desk.time.outcomeOf(desk.changes.close());
    desk.restart();
    expect(await desk.events(id)).toEqual(['planned', 'sending', 'answered claimed', 'read-back as-before']);
  });

  it('sends nothing new', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.lock);
    await desk.changes.close();
    expect(await desk.changes.apply(review.reviewId, consent)).toMatchObject({
      error: { kind: 'cancelled' },
    });
    expect(desk.service.writes).toEqual([]);
  });
});

describe('a connection that is dropped', () => {
  it('before the throttle lets the change out leaves it planned', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.sync);
    desk.ending.abort();
    const { id } = valueOf(await desk.changes.apply(review.reviewId, consent));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('planned');
    expect(desk.announced.at(-1)?.error).toEqual({ kind: 'cancelled' });
    expect(desk.service.writes).toEqual([]);
  });

  it('is told to the write that is on its way', async () => {
    const desk = new ChangingDesk();
    let told = false;
    desk.service.onWrite = (signal) => {
      desk.ending.abort();
      told = signal?.aborted === true;
      return Promise.resolve();
    };
    await desk.settled(asks.sync);
    expect(told).toBe(true);
  });
});
