import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import {
  AccountReader,
  type AccountReaderDeps,
  type PartRead,
  type Reads,
  Run,
} from '../../../../../electron/main/portfolio/reading.ts';
import type { Reading } from '../../../../../shared/domain/portfolio.ts';
import type { AppError } from '../../../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../../../shared/result.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

type LockAnswer = Awaited<ReturnType<Reads['readLock']>>;

interface Setting {
  /** What the service says of the n-th request, counted from 1. */
  readonly answer?: (count: number, domain: string) => LockAnswer;
  readonly answerMs?: number;
  readonly concurrency?: number;
  readonly keep?: AccountReaderDeps['keep'];
  /** How long it takes to write the n-th batch down. */
  readonly keepMs?: (count: number) => number;
}

const locked: LockAnswer = ok({ state: 'locked', answer: '"locked"' });
const refuses = (error: AppError): LockAnswer => fail(error);

/** A reader in virtual time over a service that answers one lock after the other. */
function aReader({ answer = () => locked, answerMs = 50, concurrency = 4, keep, keepMs }: Setting = {}) {
  const time = aVirtualTime();
  const asked: string[] = [];
  const batches: (readonly PartRead[])[] = [];
  const told: { readonly atMs: number; readonly reading: Reading }[] = [];
  const ends: AbortController[] = [];
  let connecting: Result<null> = ok(null);

  const client: Reads = {
    async readLock({ domain }, { signal } = {}) {
      asked.push(domain);
      const count = asked.length;
      const sleeping = time.timer.sleep(answerMs, signal);
      const isOver = await sleeping.then(
        () => true,
        () => false,
      );
      return isOver ? answer(count, domain) : refuses({ kind: 'cancelled' });
    },
    readNameservers: () => Promise.resolve(refuses({ kind: 'no-key' }) as Result<never>),
    readContacts: () => Promise.resolve(refuses({ kind: 'no-key' }) as Result<never>),
  };
  const reader = new AccountReader({
    accountId: 'a1',
    connections: {
      of() {
        if (!connecting.ok) return Promise.resolve(connecting);
        const ending = new AbortController();
        ends.push(ending);
        const throttle = createThrottle({ concurrency, requestsPerSecond: 0 }, time.timer);
        return Promise.resolve(ok({ client, throttle, ended: ending.signal }));
      },
    },
    async keep(read) {
      batches.push(read);
      if (keepMs !== undefined) await time.timer.sleep(keepMs(batches.length));
      return (await keep?.(read)) ?? ok(null);
    },
    announce: (reading) => told.push({ atMs: time.timer.nowMs(), reading }),
    guard: (call) => call(),
    timer: time.timer,
    now: time.now,
  });

  return {
    reader,
    time,
    asked,
    batches,
    told,
    /** Begins to read the locks of so many names. */
    start: (count: number, from = 0): Run => {
      const names = Array.from({ length: count }, (_, index) => `name-${from + index}.com`);
      const run = new Run(`run ${from}-${count}`, names, 1);
      reader.add(run, names, ['lock']);
      return run;
    },
    over: (run: Run) => time.until(() => run.reading().isFinished),
    dropConnection: (next: Result<null> = ok(null)): void => {
      connecting = next;
      ends.at(-1)?.abort();
    },
  };
}

describe('reading the domains of an account', () => {
  it('asks as many at once as the throttle lets it', async () => {
    const { start, over, asked, time } = aReader({ concurrency: 3 });
    const run = start(9);
    await time.pass(10);
    expect(asked).toHaveLength(3);
    await over(run);
    expect(run.reading()).toMatchObject({ total: 9, done: 9, failed: 0, error: null });
  });

  it('dates what was read by when it was asked', async () => {
    const { start, over, batches, time } = aReader({ answerMs: 5_000 });
    const asked = time.now().toISOString();
    await over(start(1));
    expect(batches.flat().map(({ at }) => at)).toEqual([asked]);
  });

  it('writes in batches, and tells how far it is every 100 ms at most', async () => {
    const keepMs = (count: number): number => (count % 2 === 0 ? 1 : 90);
    const { start, over, batches, told } = aReader({ answerMs: 1, concurrency: 10, keepMs });
    await over(start(6_000));
    expect(batches.length).toBeLessThan(10);
    const pauses = told.slice(1, -1).map(({ atMs }, index) => atMs - (told[index]?.atMs ?? 0));
    expect(told.length).toBeGreaterThan(2);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
  });

  it('tells what was read only after it was written down', async () => {
    const writing = Promise.withResolvers<Result<null>>();
    const { start, told, time, batches } = aReader({ keep: () => writing.promise });
    const run = start(1);
    await time.pass(1_000);
    expect([batches.length, told, run.reading().done]).toEqual([1, [], 0]);
    writing.resolve(ok(null));
    await time.pass(1);
    expect(told.map(({ reading }) => reading.done)).toEqual([1]);
  });

  it('ends with the reason where nothing can be written down', async () => {
    const full = { kind: 'storage', fault: 'full' } as const;
    const { start, over, asked } = aReader({ keep: () => Promise.resolve(fail(full)) });
    const run = start(100);
    await over(run);
    expect(run.reading()).toMatchObject({ done: 0, error: full });
    expect(asked.length).toBeLessThan(30);
  });

  it('asks nobody any more once it is known that nobody is there', async () => {
    const offline = { kind: 'unreachable', why: 'offline' } as const;
    const { start, over, asked, batches } = aReader({
      answer: (count) => (count > 10 ? refuses(offline) : locked),
    });
    const run = start(100);
    await over(run);
    expect(run.reading()).toMatchObject({ done: 10, failed: 0, isFinished: true, error: offline });
    expect(asked.length).toBeLessThanOrEqual(16);
    expect(batches.flat()).toHaveLength(10);
  });

  it('takes one slow answer for the trouble of its name, and eight in a row for the trouble of all', async () => {
    const slow = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
    const once = aReader({ answer: (count) => (count % 4 === 0 ? refuses(slow) : locked) });
    const one = once.start(40);
    await once.over(one);
    expect(one.reading()).toMatchObject({ done: 40, failed: 10, error: null });
    const always = aReader({ answer: () => refuses(slow) });
    const all = always.start(40);
    await always.over(all);
    expect(all.reading()).toMatchObject({ done: 7, failed: 7, error: slow });
  });

  it('asks what was on its way again when its connection is taken away', async () => {
    const { start, over, asked, time, dropConnection } = aReader({
      answer: (count) => (count <= 4 ? refuses({ kind: 'unreachable', why: 'connection-lost' }) : locked),
    });
    const run = start(6);
    await time.pass(10);
    dropConnection();
    await over(run);
    expect(run.reading()).toMatchObject({ done: 6, failed: 0, error: null });
    expect(asked).toHaveLength(10);
  });

  it('ends with the reason where there is no connection any more', async () => {
    const { start, over, time, dropConnection } = aReader();
    const run = start(100);
    await time.pass(10);
    dropConnection(fail({ kind: 'no-account' }));
    await over(run);
    expect(run.reading().error).toEqual({ kind: 'no-account' });
  });

  it('reads anew what was given up a moment ago', async () => {
    const { reader, start, over, time } = aReader({ answerMs: 1_000 });
    const first = start(2);
    await time.pass(10);
    const ending = reader.end(first, { kind: 'cancelled' });
    const second = start(2);
    await ending;
    await over(second);
    expect(first.reading()).toMatchObject({ done: 0, error: { kind: 'cancelled' } });
    expect(second.reading()).toMatchObject({ done: 2, failed: 0, error: null });
  });

  it('counts what was read when it was cancelled, and tells that it is over', async () => {
    const { reader, start, time, told } = aReader({ answerMs: 10, concurrency: 1 });
    const run = start(100);
    await time.pass(55);
    await reader.end(run, { kind: 'cancelled' });
    expect(run.reading()).toMatchObject({ isFinished: true, done: 5, error: { kind: 'cancelled' } });
    expect(told.at(-1)?.reading).toEqual(run.reading());
  });
});
