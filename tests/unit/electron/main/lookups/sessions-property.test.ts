import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingBits, kindOfCell } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import {
  always,
  aSessionWorld,
  type ASessionWorld,
  codeOf,
  counted,
  fine,
  type Weather,
} from '../../../../support/sessions/a-session-world.ts';

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
    const told = world.told.get(id);
    const really = counted(stored);
    // What is told may be a quarter of a second old, never ahead of the disk.
    expect(told?.left ?? 0).toBeGreaterThanOrEqual(0);
    if (told !== undefined) expect(told.left).toBeGreaterThanOrEqual(really.left);
    if (told !== undefined) {
      const sum = Object.values(told.counts).reduce((all, count) => all + count, 0);
      expect(sum).toBe(stored.matrix.codes.length);
      const causes = Object.values(told.causes).reduce((all, count) => all + count, 0);
      expect(causes).toBe(told.counts.unknown);
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
