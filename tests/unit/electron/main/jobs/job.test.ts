import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  Job,
  createJobs,
  type JobConnection,
  type JobEnd,
  type JobPolicy,
  type Step,
} from '../../../../../electron/main/jobs/job.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import {
  classifyFailure,
  type FailureClass,
  type WorkList,
} from '../../../../../electron/main/jobs/failures.ts';
import { inLane, sleepingUntil, unlessEnded } from '../../../../../electron/main/jobs/waiting.ts';
import { reachFailures, type refusalReasons } from '#shared/domain/failures.ts';

type Policy = JobPolicy<number, JobConnection>;

const offline: AppError = { kind: 'unreachable', why: 'offline' };

const next: Step = { kind: 'next' };

const wait: Step = { kind: 'wait', error: offline };

/** A job of so many items over a service that says what follows from the n-th work, counted from 1. */
function aJob(items: number, says: (count: number, item: number) => Step, own: Partial<Policy> = {}) {
  const time = aVirtualTime();
  const left = Array.from({ length: items }, (_, index) => index);
  const worked: { readonly item: number; readonly atMs: number }[] = [];
  const shown: (AppError | null)[] = [];
  const ends: JobEnd[] = [];
  const bugs: unknown[] = [];
  const connections: AbortController[] = [];
  let most = 0;
  let atWork = 0;
  const job: Job<number, JobConnection> = new Job<number, JobConnection>(
    {
      connect() {
        const ending = new AbortController();
        connections.push(ending);
        return Promise.resolve(ok({ ended: ending.signal }));
      },
      atOnce: 2,
      next: () => left.shift() ?? null,
      isThrough: () => left.length === 0,
      async work(item) {
        worked.push({ item, atMs: time.timer.nowMs() });
        const count = worked.length;
        atWork += 1;
        most = Math.max(most, atWork);
        await time.timer.sleep(10);
        atWork -= 1;
        const step = says(count, item);
        if (step.kind === 'wait') left.unshift(item);
        if (step.kind === 'next') await job.goesWell();
        return step;
      },
      showWaiting: (error) => void shown.push(error),
      conclude(end) {
        ends.push(end);
        return Promise.resolve(null);
      },
      ...own,
    },
    { timer: time.timer, onBug: (thrown) => `bug ${bugs.push(thrown)}` },
  );
  const ending = new AbortController();
  const isOver = job.run(ending.signal);
  return { job, time, left, worked, shown, ends, bugs, connections, ending, isOver, most: () => most };
}

describe('a job', () => {
  it('works on each item once, on so many at the same time, and says that it is done', async () => {
    const world = aJob(7, () => next);
    await world.time.outcomeOf(world.isOver);
    expect(world.worked.map(({ item }) => item)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(world.most()).toBe(2);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it('waits longer after each failure, says why once it does and when it goes on, and loses no item', async () => {
    const world = aJob(2, (count) => (count <= 3 ? wait : next), { atOnce: 1 });
    await world.time.outcomeOf(world.isOver);
    expect(world.worked.map(({ item }) => item)).toEqual([0, 0, 0, 0, 1]);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 5_010, 15_020, 35_030, 35_040]);
    expect(world.shown).toEqual([offline, offline, offline, null]);
  });

  it('tries at once when it is woken', async () => {
    const world = aJob(1, (count) => (count === 1 ? wait : next));
    await world.time.pass(100);
    world.job.wake();
    await world.time.pass(100);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it('that is woken in vain waits short again', async () => {
    const world = aJob(1, () => wait);
    await world.time.pass(30_000);
    world.job.wake();
    await world.time.pass(5_100);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 5_010, 15_020, 30_000, 35_010]);
  });

  it('that is woken while it works waits no shorter after it', async () => {
    const world = aJob(1, () => wait, { probe: () => Promise.resolve(true), atOnce: 1 });
    for (const atMs of [5, 5_015, 15_025]) {
      await world.time.pass(atMs - world.time.timer.nowMs());
      world.job.wake();
    }
    await world.time.pass(30_000);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 5_010, 15_020, 35_030]);
  });

  it('that is woken while the one tried item hangs tries once more when that has failed, and then waits as long as before', async () => {
    const world = aJob(1, () => wait);
    for (const atMs of [5_015, 20_000]) {
      await world.time.pass(atMs - 5 - world.time.timer.nowMs());
      world.job.wake();
    }
    await world.time.pass(60_000);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([
      0, 5_010, 5_020, 15_030, 19_995, 25_005, 35_015, 55_025,
    ]);
  });

  it('that is woken while the one tried item hangs waits for the time that the service names then', async () => {
    const limited: Step = { kind: 'wait', error: { kind: 'rate-limited', retryAfterS: 60 } };
    const world = aJob(1, (count) => (count === 2 ? limited : wait));
    await world.time.pass(5_015);
    world.job.wake();
    await world.time.pass(60_000);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 5_010]);
    await world.time.pass(10_000);
    expect(world.worked.length).toBe(3);
  });

  it('that was woken while it tried waits in full where that went well and a later item fails', async () => {
    const world = aJob(2, (count) => (count === 2 ? next : wait), { atOnce: 1 });
    await world.time.pass(5_015);
    world.job.wake();
    await world.time.pass(10_000);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 5_010, 5_020, 10_030]);
  });

  it.each<[string, number, readonly number[]]>([
    ['tries at once after items in flight where it is woken once it is to wait', 500, [0, 0, 1_000, 6_010]],
    ['waits after items in flight where it was woken before it was to wait', 5, [0, 0, 6_000]],
  ])('%s', async (_case, wokenAtMs, begunAtMs) => {
    const begunMs: number[] = [];
    const world = aJob(2, () => next, {
      async work(item) {
        const count = begunMs.push(world.time.timer.nowMs());
        await world.time.timer.sleep(count === 2 ? 1_000 : 10);
        world.left.push(item);
        return count === 2 ? next : wait;
      },
    });
    await world.time.pass(wokenAtMs);
    world.job.wake();
    await world.time.pass(10_000);
    expect(begunMs).toEqual(begunAtMs);
  });

  it('waits no longer than the failure allows', async () => {
    const short: Step = { kind: 'wait', error: offline, mostMs: 8_000 };
    const world = aJob(1, (count) => (count <= 3 ? short : next));
    await world.time.outcomeOf(world.isOver);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 5_010, 13_020, 21_030]);
  });

  it('tries one item after a wait, and works on as many as before when it went well', async () => {
    const world = aJob(6, (count) => (count <= 2 ? wait : next));
    await world.time.outcomeOf(world.isOver);
    expect(world.worked.map(({ atMs }) => atMs).slice(0, 6)).toEqual([0, 0, 5_010, 5_020, 5_020, 5_030]);
  });

  it('waits no longer when an item that was begun before goes well after all', async () => {
    const left = [0, 1, 2];
    const world = aJob(0, () => next, {
      overlaps: true,
      next: () => left.shift() ?? null,
      isThrough: () => left.length === 0,
      async work(item) {
        await world.time.timer.sleep(item === 0 ? 1_000 : 10);
        if (item === 1 && left.length === 1) {
          left.push(1);
          return wait;
        }
        await world.job.goesWell();
        return next;
      },
    });
    await world.time.outcomeOf(world.isOver);
    expect(world.shown).toEqual([offline, null]);
    expect(world.time.timer.nowMs()).toBeLessThan(1_100);
  });

  it('begins others beside the one it tries, when an item that was begun before goes well', async () => {
    const left = [0, 1, 2, 3];
    // The first outlasts the wait; the three beside it fail; the one that is tried hangs.
    const lastMs = [8_000, 10, 10, 10, 60_000, 10, 10];
    const begunMs: number[] = [];
    const world = aJob(0, () => next, {
      atOnce: 9,
      overlaps: true,
      next: () => left.shift() ?? null,
      isThrough: () => left.length === 0,
      async work(item) {
        const count = begunMs.push(world.time.timer.nowMs());
        await world.time.timer.sleep(lastMs[count - 1] ?? 0);
        if (count > 1 && count <= 4) {
          left.push(item);
          return wait;
        }
        await world.job.goesWell();
        return next;
      },
    });
    await world.time.outcomeOf(world.isOver);
    expect(begunMs).toEqual([0, 0, 0, 0, 5_010, 8_000, 8_000]);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it.each<[string, boolean, number]>([
    ['goes on beside an item that hangs, where it may', true, 30_000],
    ['waits for an item that hangs before it goes on, where it may not', false, 35_000],
  ])('%s', async (_case, overlaps, atLeastMs) => {
    const left = [0, 1, 2];
    const begunMs: number[] = [];
    const world = aJob(0, () => next, {
      overlaps,
      next: () => left.shift() ?? null,
      isThrough: () => left.length === 0,
      async work(item) {
        begunMs.push(world.time.timer.nowMs());
        await world.time.timer.sleep(item === 0 ? 30_000 : 10);
        if (item === 1) return wait;
        await world.job.goesWell();
        return next;
      },
    });
    await world.time.outcomeOf(world.isOver);
    expect(begunMs).toEqual([0, 0, overlaps ? 5_010 : 35_000]);
    expect(world.time.timer.nowMs()).toBeGreaterThanOrEqual(atLeastMs);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it('waits for as long as it is not woken, where time does not help', async () => {
    const noKey: Step = { kind: 'wait', error: { kind: 'no-key' }, untilWoken: true };
    const world = aJob(1, (count) => (count === 1 ? noKey : next));
    await world.time.pass(24 * 3_600_000);
    expect(world.worked).toHaveLength(1);
    world.job.wake();
    await world.time.pass(100);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it('misses no wake that comes while items in flight end, where time does not help', async () => {
    const noKey: Step = { kind: 'wait', error: { kind: 'no-key' }, untilWoken: true };
    let count = 0;
    const world = aJob(2, () => next, {
      async work() {
        const isFirst = (count += 1) === 1;
        await world.time.timer.sleep(isFirst ? 10 : 1_000);
        return isFirst ? noKey : next;
      },
    });
    await world.time.pass(500);
    world.job.wake();
    await world.time.outcomeOf(world.isOver);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it('waits for as long as the service asks for', async () => {
    const limited: Step = { kind: 'wait', error: { kind: 'rate-limited', retryAfterS: 90 } };
    const world = aJob(1, (count) => (count === 1 ? limited : next));
    await world.time.outcomeOf(world.isOver);
    expect(world.worked.map(({ atMs }) => atMs)).toEqual([0, 90_010]);
  });

  it('with a probe begins no item before the service is there again', async () => {
    let probes = 0;
    const probe = (): Promise<boolean> => Promise.resolve((probes += 1) === 3);
    const world = aJob(3, (count) => (count === 1 ? wait : next), { probe, atOnce: 1 });
    await world.time.pass(30_000);
    expect([probes, world.worked.length]).toEqual([2, 1]);
    await world.time.outcomeOf(world.isOver);
    expect([probes, world.worked.length]).toEqual([3, 4]);
    expect(world.shown.at(-1)).toBeNull();
  });

  it('goes on over the connection that takes the place of another, and shows nothing of it', async () => {
    const world = aJob(3, () => next, { atOnce: 1 });
    await world.time.pass(5);
    world.connections.at(-1)?.abort();
    await world.time.outcomeOf(world.isOver);
    expect(world.connections).toHaveLength(2);
    expect(world.worked).toHaveLength(3);
    expect(world.shown).toEqual([]);
  });

  it('stops with the reason, and begins no item after it', async () => {
    const stop: Step = { kind: 'stop', error: { kind: 'no-key' } };
    const world = aJob(9, (count) => (count === 3 ? stop : next));
    await world.time.outcomeOf(world.isOver);
    expect(world.ends).toEqual([stop]);
    expect(world.left.length).toBeGreaterThan(3);
  });

  it('that cannot connect, or has a bug, stops with it', async () => {
    const unconnected = aJob(1, () => next, { connect: () => Promise.resolve(fail({ kind: 'no-key' })) });
    await unconnected.time.outcomeOf(unconnected.isOver);
    expect(unconnected.ends).toEqual([{ kind: 'stop', error: { kind: 'no-key' } }]);
    const wrong = aJob(1, () => next, { work: () => Promise.reject(new Error('A bug')) });
    await wrong.time.outcomeOf(wrong.isOver);
    expect(wrong.ends).toEqual([{ kind: 'stop', error: { kind: 'bug', incidentId: 'bug 1' } }]);
  });

  it('that is ended waits for what is worked on, begins nothing more, and concludes nothing', async () => {
    const world = aJob(9, () => next);
    await world.time.pass(5);
    world.ending.abort();
    await world.time.outcomeOf(world.isOver);
    expect([world.worked.length, world.time.timer.nowMs()]).toEqual([2, 10]);
    expect(world.ends).toEqual([]);
  });

  it('ends at once while it waits', async () => {
    const world = aJob(1, () => wait);
    await world.time.pass(100);
    world.ending.abort();
    await world.time.outcomeOf(world.isOver);
    expect(world.time.timer.nowMs()).toBe(100);
  });

  it('stores how it ended as soon as that can be stored, and works on nothing again for it', async () => {
    const full: AppError = { kind: 'storage', fault: 'full' };
    let tries = 0;
    const conclude = (): Promise<AppError | null> => Promise.resolve((tries += 1) < 3 ? full : null);
    const world = aJob(1, () => next, { conclude });
    await world.time.outcomeOf(world.isOver);
    expect([tries, world.worked.length]).toEqual([3, 1]);
  });

  it('is not done where the last work could not be stored', async () => {
    const stored: Result<null>[] = [fail({ kind: 'storage', fault: 'full' }), ok(null)];
    const world = aJob(1, () => next, {
      leave: () => {
        const kept = stored.shift();
        if (kept?.ok === false) world.job.halt({ kind: 'wait', error: kept.error });
      },
    });
    await world.time.outcomeOf(world.isOver);
    expect(stored).toEqual([]);
    expect(world.connections).toHaveLength(2);
    expect(world.ends).toEqual([{ kind: 'done' }]);
  });

  it('takes in items that come while it works', async () => {
    const world = aJob(1, () => next);
    await world.time.pass(5);
    world.left.push(1, 2);
    world.job.itemsChanged();
    await world.time.outcomeOf(world.isOver);
    expect(world.worked.map(({ item, atMs }) => [item, atMs])).toEqual([
      [0, 0],
      [1, 5],
      [2, 10],
    ]);
  });
});

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
const blocked: AppError = { kind: 'unreadable', status: 403, why: 'blocked' };

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
    ['H23 a page that blocks', blocked, 'perhaps-all', 'perhaps-all', 'perhaps-all', 'stop', 'perhaps-all'],
  ])('is for %s', (_, error, ...expected) => {
    expect(lists.map((list) => classifyFailure(error, list))).toEqual(expected);
  });
});
