import { describe, expect, it } from 'vitest';
import { reachFailures, type refusalReasons } from '#shared/domain/terms.ts';
import type { AppError } from '#shared/errors.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import {
  classifyFailure,
  type FailureClass,
  type WorkList,
} from '../../../../../electron/main/jobs/failures.ts';
import { createJobs } from '../../../../../electron/main/jobs/job.ts';
import { inLane, sleepingUntil, unlessEnded } from '../../../../../electron/main/jobs/waiting.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

const list = (id: string, accountId = 'a') => ({ id, accountId });
const doing = (run: () => Promise<void>) => () => ({ run });
const turn = () => new Promise(setImmediate);

describe('the jobs of lists of work', () => {
  it('are one at a time for each list, and what takes its place waits for its end', async () => {
    const jobs = createJobs(() => undefined);
    const heard: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    jobs.begin(
      list('p'),
      doing(async () => {
        heard.push('first');
        await gate.promise;
        heard.push('first over');
      }),
    );
    jobs.begin(
      list('p'),
      doing(() => Promise.resolve(void heard.push('never'))),
    );
    await turn();
    let isEnded = false;
    void jobs.end('p').then(() => (isEnded = true));
    jobs.begin(
      list('p'),
      doing(() => Promise.resolve(void heard.push('second'))),
    );
    await turn();
    expect([heard, isEnded]).toEqual([['first'], false]);
    gate.resolve(undefined);
    await turn();
    expect(isEnded).toBe(true);
    expect(heard).toEqual(['first', 'first over', 'second']);
    expect(jobs.isAtWork('p')).toBe(false);
  });

  it('that throw are told as a bug, and nothing is begun after the end', async () => {
    const bugs: unknown[] = [];
    const jobs = createJobs((thrown) => bugs.push(thrown));
    jobs.begin(
      list('p'),
      doing(() => Promise.reject(new Error('A bug'))),
    );
    await turn();
    expect(bugs).toHaveLength(1);
    await jobs.close();
    jobs.begin(
      list('q'),
      doing(() => Promise.resolve(void bugs.push('begun'))),
    );
    await turn();
    expect(bugs).toHaveLength(1);
  });

  it('are woken by account, or all', async () => {
    const jobs = createJobs(() => undefined);
    const woken: string[] = [];
    const never = new Promise<void>(() => undefined);
    for (const account of ['a', 'b']) {
      jobs.begin(list(`list of ${account}`, account), () => ({
        run: () => never,
        wake: () => void woken.push(account),
      }));
    }
    await turn();
    jobs.wake('b');
    expect(woken).toEqual(['b']);
    jobs.wake();
    expect(woken).toEqual(['b', 'a', 'b']);
  });
});

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
  it('that is ended says so, and one that breaks is a bug', async () => {
    const broken = { sleep: () => Promise.reject(new Error('Broken')) };
    expect(await sleepingUntil(broken, AbortSignal.abort())(1)).toBe(false);
    await expect(sleepingUntil(broken, new AbortController().signal)(1)).rejects.toThrow('Broken');
  });

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

const lists: readonly WorkList[] = ['refresh', 'batch', 'code', 'code-unsent', 'lookup'];
const refused = (why: (typeof refusalReasons)[number], status = 200, said = ''): AppError => ({
  kind: 'refused',
  why,
  status,
  said,
});

const withReason = refused('server', 500, 'No such TLD');
const lost: AppError = { kind: 'unreachable', why: 'connection-lost' };
const unreadable: AppError = { kind: 'unreadable', status: 200, why: 'not-json' };

describe('what a failure means for a list of work', () => {
  it.each(lists)('is never that only its item is concerned where nobody is there: %s', (list) => {
    for (const why of reachFailures) {
      expect(classifyFailure({ kind: 'unreachable', why }, list)).not.toBe('item');
    }
  });

  type OfEach = [FailureClass, FailureClass, FailureClass, FailureClass, FailureClass];

  // In the order of the lists: refresh, batch, code, code-unsent, lookup.
  it.each<[string, AppError, ...OfEach]>([
    ['a refused login', refused('credentials'), 'stop', 'stop', 'stop', 'stop', 'wait'],
    ['a name that is not found', refused('not-found', 404), 'item', 'item', 'item', 'stop', 'perhaps-all'],
    ['too many requests', refused('rate', 429), 'perhaps-all', 'perhaps-all', 'wait', 'wait', 'later'],
    [
      'a server’s error',
      refused('server', 500),
      'perhaps-all',
      'perhaps-all',
      'perhaps-all',
      'wait',
      'retry',
    ],
    [
      'its error with a reason',
      withReason,
      'perhaps-all',
      'perhaps-all',
      'perhaps-all',
      'wait',
      'perhaps-all',
    ],
    ['a lost answer', lost, 'perhaps-all', 'perhaps-all', 'perhaps-all', 'wait', 'retry'],
    ['a full disk', { kind: 'storage', fault: 'full' }, 'stop', 'stop', 'stop', 'stop', 'wait'],
    ['an unreadable answer', unreadable, 'item', 'item', 'item', 'stop', 'perhaps-all'],
  ])('is for %s', (_, error, ...expected) => {
    expect(lists.map((list) => classifyFailure(error, list))).toEqual(expected);
  });
});
