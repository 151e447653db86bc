import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { inLane, unlessEnded } from '../../../../../electron/main/jobs/waiting.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

const never = new AbortController().signal;

describe('the reading of a plan in the throttle', () => {
  const world = () => {
    const time = aVirtualTime();
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 1 }, time.timer);
    const order: string[] = [];
    const work = (name: string) => () => Promise.resolve(void order.push(name));
    return { time, throttle, order, work };
  };

  it('lets go first what a person waits for, and takes turns with other bulk work', async () => {
    const { time, throttle, order, work } = world();
    const lane = inLane(throttle);
    for (const name of ['plan 1', 'plan 2', 'plan 3']) void lane.run(work(name), never);
    const others = ['bulk 1', 'bulk 2'];
    const bulk = throttle.lane((done) => {
      const name = others.shift();
      if (name === undefined) return false;
      order.push(name);
      queueMicrotask(done);
      return true;
    });
    bulk.wake();
    void throttle.run(work('person'), never);
    await time.pass(60_000);
    expect(order.slice(0, 2)).toEqual(['plan 1', 'person']);
    expect(order.slice(2).toSorted()).toEqual(['bulk 1', 'bulk 2', 'plan 2', 'plan 3']);
    expect(order.indexOf('bulk 1')).toBeLessThan(order.indexOf('plan 3'));
  });

  it('gives up what waits, and nothing of it is done', async () => {
    const { time, throttle, order, work } = world();
    const lane = inLane(throttle);
    const giving = new AbortController();
    void lane.run(work('first'), never);
    const second = lane.run(work('second'), giving.signal).catch(() => 'given up');
    giving.abort();
    expect(await second).toBe('given up');
    expect(await lane.run(work('third'), giving.signal).catch(() => 'never begun')).toBe('never begun');
    await time.pass(60_000);
    expect(order).toEqual(['first']);
    lane.leave();
  });
});

describe('waiting', () => {
  it('for work that nobody waits for any more still tells what it throws', async () => {
    const bugs: unknown[] = [];
    const ending = new AbortController();
    const work = Promise.withResolvers<string>();
    const waited = unlessEnded(work.promise, ending.signal, (thrown) => bugs.push(thrown));
    ending.abort();
    expect(await waited).toBeNull();
    work.reject(new Error('A bug'));
    await new Promise(setImmediate);
    expect(bugs).toHaveLength(1);
    const over = unlessEnded(Promise.resolve('done'), new AbortController().signal, () => undefined);
    expect(await over).toBe('done');
  });
});
