import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingBits, kindOfCell, type Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { OutcomeStore } from '../../../../../electron/main/lookups/recording.ts';
import type { RecordedRequest } from '../../../../../electron/main/workspace/sessions/messages.ts';
import {
  always,
  aSessionWorld,
  fine,
  codeOf,
  counted,
  type Weather,
  type ASessionWorld,
} from '../../../../support/sessions/a-session-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('a session as a job', () => {
  const tlds = ['com', 'net', 'org'];

  async function aRunning(names = 40, options = {}) {
    const world = aSessionWorld({ tldsPerRequest: 2, ...options });
    const { sessions } = world.start();
    const made = await sessions.create({
      accountId: 'a1',
      name: 'Bakeries',
      names: Array.from({ length: names }, (_, index) => `name-${index}`),
      tlds,
      source: 'pasted',
      isStarted: true,
    });
    const { id } = valueOf(made);
    const session = async (): Promise<Session> => valueOf(await sessions.find(id));
    const until = async (is: (session: Session) => boolean, mostMs?: number): Promise<Session> => {
      await world.time.until(() => is(world.announced.get(id) ?? valueOf(made)), mostMs);
      return await session();
    };
    return {
      world,
      sessions,
      id,
      session,
      until,
      finished: () => until(({ state }) => state === 'finished'),
    };
  }

  const refused = (
    why: 'credentials' | 'address' | 'permission' | 'server' | 'rate' | 'validation',
    status: number,
    said = '',
  ) => ({ kind: 'refused', why, status, said }) as const;

  describe('what is about no name at all: the session waits, and no cell becomes unknown', () => {
    it.each<[string, AppError]>([
      ['no network', { kind: 'unreachable', why: 'offline' }],
      ['a name that is not resolved', { kind: 'unreachable', why: 'name-not-resolved' }],
      ['a refused connection', { kind: 'unreachable', why: 'connection-refused' }],
      ['a failed handshake', { kind: 'unreachable', why: 'tls-failed' }],
      ['no connection in time', { kind: 'unreachable', why: 'connect-timeout' }],
      ['an unknown hour', { kind: 'unreachable', why: 'clock-unknown' }],
      ['no key', { kind: 'no-key' }],
      ['a locked keychain', { kind: 'keychain', fault: 'locked' }],
      ['refused credentials', refused('credentials', 401)],
      ['a refused address', refused('address', 403)],
      ['a permission that is missing', refused('permission', 403)],
      ['a redirect', { kind: 'refused', why: 'redirect', status: 302, said: '' }],
      ['a user name that cannot be sent', { kind: 'invalid-input', field: 'username', reason: 'No' }],
      ['no answer to any name', { kind: 'unreachable', why: 'no-answer-in-time' }],
      ['connections that are cut', { kind: 'unreachable', why: 'connection-lost' }],
      ['an error to every name', refused('server', 500)],
      ['an overloaded service', refused('server', 503)],
      ['too many requests', refused('rate', 429)],
      ['a refusal of every name', refused('validation', 400, 'No such TLD')],
      ['pages instead of answers', { kind: 'unreadable', status: 200, why: 'not-json' }],
    ])('%s', async (_case, error) => {
      const { world, until, session, finished } = await aRunning();
      world.weather = always(error);
      const waiting = await until(({ state }) => state === 'waiting');
      expect(waiting).toMatchObject({ waitingFor: error, pace: null, left: 120 });
      await world.time.pass(2 * 3_600_000);
      expect((await session()).counts).toMatchObject({ unchecked: 120, unknown: 0 });
      world.weather = fine;
      const done = await finished();
      expect(done.counts).toMatchObject({ unchecked: 0, unknown: 0 });
      expect([...world.answered.values()].every((times) => times === 1)).toBe(true);
      expect(done.waitingFor).toBeNull();
    });

    it('an account that cannot be found or used', async () => {
      const { world, until, finished } = await aRunning();
      world.noConnection = { kind: 'storage', fault: 'busy' };
      world.dropConnection();
      await until(({ state }) => state === 'waiting');
      world.noConnection = null;
      expect((await finished()).counts.unknown).toBe(0);
    });

    it('a full disk: what was answered is kept as soon as there is room, and not asked again', async () => {
      const { world, until, finished } = await aRunning();
      await until(({ left }) => left < 100);
      world.store.fault = { kind: 'storage', fault: 'full' };
      const waiting = await until(({ state }) => state === 'waiting');
      expect(waiting.waitingFor).toEqual({ kind: 'storage', fault: 'full' });
      world.store.fault = null;
      await finished();
      expect([...world.answered.values()].every((times) => times === 1)).toBe(true);
    });
  });

  describe('while it waits', () => {
    const offline: AppError = { kind: 'unreachable', why: 'offline' };

    it('it looks after two seconds at most, then ever more seldom, once a minute at least', async () => {
      const { world, until } = await aRunning();
      world.weather = always(offline);
      await until(({ state }) => state === 'waiting');
      await world.time.pass(1_000);
      const atFirst = world.requests();
      await world.time.pass(2_500);
      expect(world.requests()).toBeGreaterThan(atFirst);
      await world.time.pass(600_000);
      const before = world.requests();
      await world.time.pass(600_000);
      expect(world.requests() - before).toBeGreaterThanOrEqual(10);
      expect(world.requests() - before).toBeLessThanOrEqual(20);
    });

    it('it sends one request at a time, also where that fails with what may be chance', async () => {
      const { world, until } = await aRunning();
      world.weather = always({ kind: 'unreachable', why: 'no-answer-in-time' });
      await until(({ state }) => state === 'waiting');
      await world.time.pass(600_000);
      const before = world.requests();
      await world.time.pass(600_000);
      expect(world.requests() - before).toBeLessThanOrEqual(20);
    });

    it('it says so when another reason of the same kind keeps it waiting, and says none twice', async () => {
      const { world, until } = await aRunning();
      world.weather = always(refused('rate', 429));
      await until(({ state }) => state === 'waiting');
      world.weather = always(refused('credentials', 401));
      const waiting = await until(
        ({ waitingFor }) => waitingFor?.kind === 'refused' && waitingFor.why === 'credentials',
      );
      expect(waiting.waitingFor).toEqual(refused('credentials', 401));
      await world.time.pass(1_000);
      const before = world.tellings();
      await world.time.pass(600_000);
      expect(world.tellings()).toBe(before);
    });

    it('it can be paused, and taken up by the next start of the program', async () => {
      const { world, until, sessions, id } = await aRunning();
      world.weather = always(offline);
      await until(({ state }) => state === 'waiting');
      expect(valueOf(await world.time.outcomeOf(sessions.pause(id)))).toMatchObject({
        state: 'paused',
        waitingFor: null,
      });
      await sessions.resume(id);
      await until(({ state }) => state === 'waiting');
      await world.time.outcomeOf(sessions.close());
      world.weather = fine;
      await world.start().sessions.takeUp();
      await until(({ state }) => state === 'finished');
    });
  });

  describe('what is about one name: it becomes unknown, and the others are found', () => {
    const only =
      (label: string, error: AppError): Weather =>
      (asked) =>
        asked === label ? error : null;

    it.each<[string, AppError, object, number]>([
      ['a time-out', { kind: 'unreachable', why: 'no-answer-in-time' }, { unreachable: 3 }, 3],
      ['a cut connection', { kind: 'unreachable', why: 'connection-lost' }, { unreachable: 3 }, 3],
      ['an answer cut short', { kind: 'unreadable', status: 200, why: 'cut-short' }, { unreadable: 3 }, 3],
      ['an error without words', refused('server', 500), { refused: 3 }, 3],
      ['an error that says why', refused('server', 500, 'Broken name'), { refused: 3 }, 1],
      ['a refusal', refused('validation', 400, 'Not this one'), { refused: 3 }, 1],
      ['an answer that is none', { kind: 'unreadable', status: 200, why: 'not-json' }, { unreadable: 3 }, 1],
      ['an overload that only it meets', refused('server', 503), { refused: 3 }, 10],
      [
        'a label that cannot be sent',
        { kind: 'invalid-input', field: 'label', reason: 'No label' },
        { refused: 3 },
        1,
      ],
    ])('%s', async (_case, error, causes, tries) => {
      const { world, finished } = await aRunning();
      world.weather = only('name-7', error);
      const done = await finished();
      expect(done.causes).toEqual(causes);
      expect(done.counts).toMatchObject({ unknown: 3, unchecked: 0 });
      // Two requests for each name: the others once, this one as often as is worth it.
      expect(world.requests()).toBe(39 * 2 + 2 * tries);
    });

    it('many of them one after the other: the session may wait a little, and finds all others', async () => {
      const { world, finished } = await aRunning(60, { concurrency: 1 });
      world.weather = (label) =>
        /-[1-3]\d$/.test(label) ? refused('validation', 400, 'Not this one') : null;
      const done = await finished();
      expect(done.causes).toEqual({ refused: 90 });
      expect(world.time.timer.nowMs()).toBeLessThan(400_000);
    });

    it('some of them here and there: the session never waits, nothing is asked more often than it is worth', async () => {
      const { world, finished } = await aRunning(200, { concurrency: 1 });
      world.weather = (label) => (/[37]$/.test(label) ? refused('validation', 400, 'Not this one') : null);
      const done = await finished();
      expect(done.causes).toEqual({ refused: 120 });
      expect(world.requests()).toBe(400);
    });

    it('also the last one of a session, when no other is left to show whose fault it is', async () => {
      const { world, finished } = await aRunning(2);
      world.weather = always(refused('server', 500));
      expect((await finished()).causes).toEqual({ refused: 6 });
      expect(world.requests()).toBe(4 * 3);
    });
  });
});

describe('the store of outcomes', () => {
  const aRequest = (row: number): RecordedRequest => ({
    row,
    columns: Uint16Array.of(0),
    checkedAtMs: 0,
    body: null,
    cause: 'refused',
    message: '',
  });

  /** A workspace that answers when the test says so, and a log that can write or cannot. */
  function aWorld({ canNote }: { readonly canNote: boolean }) {
    const happened: string[] = [];
    let sleeps = 0;
    const unflushed: (() => void)[] = [];
    const calls: {
      readonly rows: readonly number[];
      readonly answer: (result: Result<{ readonly codes: Uint8Array }>) => void;
    }[] = [];
    const store = new OutcomeStore({
      record: (requests) => {
        const { promise, resolve } = Promise.withResolvers<Result<{ readonly codes: Uint8Array }>>();
        calls.push({ rows: requests.map(({ row }) => row), answer: resolve });
        return promise;
      },
      note: (requests) => {
        const rows = requests.map(({ row }) => row).join(',');
        return canNote ? () => void happened.push(`settled ${rows}`) : null;
      },
      sleep: () => {
        sleeps += 1;
        return Promise.resolve();
      },
      // One that would flush much later, unless it is told to do so at once.
      flusher: {
        add: ({ flushed }) => void unflushed.push(flushed),
        soon: () => unflushed.splice(0).forEach((flushed) => flushed()),
      },
      onRecorded: (requests) => void happened.push(`recorded ${requests.map(({ row }) => row).join(',')}`),
      onFlushed: () => undefined,
      onFault: ({ kind }) => void happened.push(`fault ${kind}`),
    });
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    return {
      store,
      happened,
      calls,
      turn,
      slept: () => sleeps,
      add: (...rows: readonly number[]) => {
        for (const row of rows) {
          store.add({
            request: aRequest(row),
            onSafe: () => void happened.push(`safe ${row}`),
          });
        }
      },
    };
  }

  const recorded = ok({ codes: new Uint8Array() });
  const full = fail({ kind: 'storage', fault: 'full' } as const);

  it('gives places back once what came is written down, and settles it when it is recorded', async () => {
    const { add, turn, calls, happened } = aWorld({ canNote: true });
    add(1, 2);
    await turn();
    expect(happened).toEqual(['safe 1', 'safe 2']);
    calls[0]?.answer(recorded);
    await turn();
    expect(happened.slice(2)).toEqual(['recorded 1,2', 'settled 1,2']);
  });

  it('keeps places until it is recorded where nothing could be written down', async () => {
    const { add, turn, calls, happened } = aWorld({ canNote: false });
    add(1);
    await turn();
    expect(happened).toEqual([]);
    calls[0]?.answer(recorded);
    await turn();
    expect(happened).toEqual(['recorded 1', 'safe 1']);
  });

  it('gathers while a batch is being written', async () => {
    const { add, turn, calls } = aWorld({ canNote: true });
    add(1);
    await turn();
    add(2);
    await turn();
    add(3);
    await turn();
    calls[0]?.answer(recorded);
    await turn();
    expect(calls.map(({ rows }) => rows)).toEqual([[1], [2, 3]]);
  });

  it('lets few gather once more after a batch, and takes many at once', async () => {
    const { store, add, turn, calls, slept } = aWorld({ canNote: true });
    const afterABatch = async (count: number): Promise<number> => {
      add(...Array.from({ length: 32 }, (_, row) => row));
      await turn();
      add(...Array.from({ length: count }, (_, row) => row));
      await turn();
      const before = slept();
      calls.at(-1)?.answer(recorded);
      await turn();
      calls.at(-1)?.answer(recorded);
      await turn();
      expect(await store.store()).toBeNull();
      return slept() - before;
    };
    expect(await afterABatch(31)).toBe(1);
    expect(await afterABatch(32)).toBe(0);
  });

  it('gives no place back early when the workspace is far behind', async () => {
    const { add, turn, happened } = aWorld({ canNote: true });
    add(...Array.from({ length: 256 }, (_, row) => row));
    await turn();
    add(256);
    await turn();
    expect(happened).toContain('safe 255');
    expect(happened).not.toContain('safe 256');
  });

  it('holds what could not be recorded, gives every place back, and settles only what is recorded later', async () => {
    const { store, add, turn, calls, happened } = aWorld({ canNote: false });
    add(1);
    await turn();
    add(2);
    await turn();
    calls[0]?.answer(full);
    await turn();
    expect(happened).toEqual(['fault storage', 'safe 1', 'safe 2']);
    expect(store.isDone()).toBe(false);
    void store.store();
    await turn();
    expect(calls[1]?.rows).toEqual([1, 2]);
    calls[1]?.answer(recorded);
    await turn();
    expect(happened.slice(3)).toEqual(['recorded 1,2']);
    expect(await store.store()).toBeNull();
  });

  it('does not settle what was written down before it is recorded', async () => {
    const { store, add, turn, calls, happened } = aWorld({ canNote: true });
    add(1);
    await turn();
    calls[0]?.answer(full);
    await turn();
    expect(happened).toEqual(['safe 1', 'fault storage']);
    void store.store();
    await turn();
    calls[1]?.answer(recorded);
    await turn();
    expect(happened.slice(2)).toEqual(['recorded 1', 'settled 1']);
  });
});

const hourMs = 3_600_000;

const tlds = ['com', 'net', 'org', 'co.uk', 'de'];

const poisoned = 'name-3';

const weathers: Readonly<Record<string, Weather>> = {
  fine,
  offline: always({ kind: 'unreachable', why: 'offline' }),
  'no key': always({ kind: 'no-key' }),
  '429': always({ kind: 'refused', why: 'rate', status: 429, said: '' }),
  '503 now and then': (_label, atMs) =>
    atMs % 3 === 0 ? { kind: 'refused', why: 'server', status: 503, said: '' } : null,
  'time-outs now and then': (_label, atMs) =>
    atMs % 5 === 0 ? { kind: 'unreachable', why: 'no-answer-in-time' } : null,
  'a poisoned name': (label) =>
    label === poisoned ? { kind: 'refused', why: 'server', status: 500, said: 'Broken' } : null,
};

const full: AppError = { kind: 'storage', fault: 'full' };

type Step =
  | { readonly kind: 'weather'; readonly weather: string }
  | { readonly kind: 'disk'; readonly isFull: boolean }
  | { readonly kind: 'pause' | 'resume' | 'quit' | 'kill' | 'drop' | 'new' };

const aStep = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 3 * hourMs })),
  step: fc.oneof<fc.Arbitrary<Step>[]>(
    fc.constantFrom(...Object.keys(weathers)).map((weather) => ({ kind: 'weather', weather })),
    fc.boolean().map((isFull) => ({ kind: 'disk', isFull })),
    fc
      .constantFrom('pause', 'resume', 'quit', 'kill', 'drop', 'new')
      .map((kind) => ({ kind: kind as 'pause' })), // One of the kinds above.
  ),
});

type Action = (step: Step) => Promise<unknown>;

/** Everything that may be asked once more, because it was on its way when the program ended or could not be kept. */
class Excuses {
  readonly #times = new Map<string, number>();

  add(name: string): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
  }

  of(name: string): number {
    return this.#times.get(name) ?? 0;
  }
}

async function live(
  world: ASessionWorld,
  steps: readonly { readonly afterMs: number; readonly step: Step }[],
) {
  const excuses = new Excuses();
  let program = world.start();
  let made = 0;
  const ids = () => [...world.store.stored.keys()];
  const outcome = <T>(promise: Promise<T>): Promise<T> => world.time.outcomeOf(promise);
  const excuseRefused = (): void => {
    for (const { row, columns } of world.store.refused.splice(0)) {
      for (const column of columns)
        for (const { names } of world.store.stored.values()) {
          excuses.add(`${names.split('\n')[row]} ${tlds[column]}`);
        }
    }
  };
  const create = async (): Promise<void> => {
    made += 1;
    const names = Array.from({ length: 30 }, (_, index) => `s${made}-${index}`);
    const draft = {
      accountId: 'a1',
      name: 'x',
      names: [...names, poisoned],
      tlds,
      source: '',
      isStarted: true,
    };
    await outcome(program.sessions.create(draft));
  };

  const deeds = {
    weather: ({ weather }: { readonly weather: string }) =>
      Promise.resolve((world.weather = weathers[weather] ?? fine)),
    disk: ({ isFull }: { readonly isFull: boolean }) =>
      Promise.resolve((world.store.fault = isFull ? full : null)),
    pause: () => outcome(Promise.all(ids().map((id) => program.sessions.pause(id)))),
    resume: () => outcome(Promise.all(ids().map((id) => program.sessions.resume(id)))),
    async quit() {
      await outcome(program.sessions.close());
      program = world.start();
      await outcome(program.sessions.takeUp());
    },
    async kill() {
      for (const [name, times] of world.underWay) if (times > 0) excuses.add(name);
      // What was answered and is between the service and the disk counts as on its way.
      for (const [name, times] of world.answered) if (times > recordedTimes(world, name)) excuses.add(name);
      program.kill();
      program = world.start();
      await outcome(program.sessions.takeUp());
    },
    drop() {
      world.dropConnection();
      return Promise.resolve();
    },
    new: create,
  };
  await create();
  for (const { afterMs, step } of steps) {
    await world.time.pass(afterMs);
    await (deeds[step.kind] as Action)(step); // The deed of a kind takes steps of that kind.
    excuseRefused();
    agree(world);
  }
  world.weather = weathers['a poisoned name'] ?? fine;
  world.store.fault = null;
  await deeds.resume();
  const isFinished = (id: string): boolean => world.store.stored.get(id)?.record.state === 'finished';
  await world.time.until(() => ids().every(isFinished), 2 * 24 * hourMs);
  excuseRefused();
  return { excuses };
}

/** How many sessions have an answer for a name on disk. */
function recordedTimes(world: ASessionWorld, name: string): number {
  const [label = '', tld = ''] = name.split(' ');
  let times = 0;
  for (const { names, matrix } of world.store.stored.values()) {
    const row = names.split('\n').indexOf(label);
    const code = row < 0 ? 0 : (matrix.codes[row * tlds.length + tlds.indexOf(tld)] ?? 0);
    if (code !== 0 && kindOfCell(code) !== 'unknown') times += 1;
  }
  return times;
}

/** What is told of a session, and what its cells say: the same, always. */
function agree(world: ASessionWorld): void {
  for (const [id, stored] of world.store.stored) {
    const announced = world.announced.get(id);
    const really = counted(stored);
    // What is told may be a quarter of a second old, never ahead of the disk.
    expect(announced?.left ?? 0).toBeGreaterThanOrEqual(0);
    if (announced !== undefined) expect(announced.left).toBeGreaterThanOrEqual(really.left);
    if (announced !== undefined) {
      const sum = Object.values(announced.counts).reduce((all, count) => all + count, 0);
      expect(sum).toBe(stored.matrix.codes.length);
      const causes = Object.values(announced.causes).reduce((all, count) => all + count, 0);
      expect(causes).toBe(announced.counts.unknown);
    }
  }
}

function everyCellIsRight(world: ASessionWorld, excuses: Excuses): void {
  for (const { names, matrix } of world.store.stored.values()) {
    names.split('\n').forEach((label, row) => {
      tlds.forEach((tld, column) => {
        const code = findingBits(matrix.codes[row * tlds.length + column] ?? 0);
        if (kindOfCell(code) !== 'unknown') expect(code, `${label} ${tld}`).toBe(codeOf(label, tld));
        // The poisoned name stands in every session.
        if (label === poisoned) return;
        const answered = world.answered.get(`${label} ${tld}`) ?? 0;
        expect(answered, `${label} ${tld}`).toBeLessThanOrEqual(1 + excuses.of(`${label} ${tld}`));
      });
    });
  }
}

describe('sessions, whatever happens for weeks,', () => {
  it('D: answer every cell, ask nothing twice beyond what was on its way, and count right', async () => {
    let days = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 60 }), async (steps) => {
        const world = aSessionWorld({ tldsPerRequest: 2, concurrency: 3, requestsPerSecond: 5 });
        const { excuses } = await live(world, steps);
        everyCellIsRight(world, excuses);
        expect(world.bugs).toEqual([]);
        days += world.time.timer.nowMs() / (24 * hourMs);
      }),
      { numRuns: 80, seed: 5 },
    );
    expect(days).toBeGreaterThan(30);
  }, 120_000);
});
