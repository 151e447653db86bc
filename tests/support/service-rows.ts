import { expect } from 'vitest';
import type { Price } from '#shared/domain/finding.ts';
import type { SpendingLimits } from '#shared/domain/limits.ts';
import type { Result } from '#shared/result.ts';
import type { AService, OutcomeOfWrite, ReadName } from './changes/a-service.ts';
import { anError, durationOf, expectFailure, type Step, type Steps, takeStep } from './rows.ts';
import type { VirtualTime } from './time/virtual-time.ts';
import type { AJournal } from './workspace/a-journal.ts';

/** What rows about a service have in common, single changes and batches. */
export interface AtService {
  readonly world: {
    readonly service: AService;
    readonly time: VirtualTime;
    readonly kept: AJournal;
    readonly bugs: readonly unknown[];
    readonly quiet: () => Promise<void>;
  };
  /** What the last step came to. */
  readonly result: Result<unknown>;
  /** How many reads were made before those that are looked at. */
  readonly readsBefore: number;
}

const given = (amount: string): Price =>
  amount === 'none' ? { kind: 'not-given' } : { kind: 'given', amount, currency: null };

/** The credit changes by `amount` so long after the next request that writes. */
function creditMoves({ world }: AtService, amount: number, afterMs: number): void {
  const before = world.service.onWrite;
  world.service.onWrite = async (signal) => {
    await before(signal);
    world.service.onWrite = before;
    void world.time.timer.sleep(afterMs).then(() => (world.service.credit += amount));
  };
}

/** As `changeSum=10 dayCount=1`. */
export const pairsOf = (words: string): Partial<SpendingLimits> =>
  Object.fromEntries(
    words.split(' ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, name.endsWith('Count') ? Number(value) : value];
    }),
  );

/** What stands between commas. */
export const wordsOf = (words: string): readonly string[] => (words === 'none' ? [] : words.split(', '));

const doing: readonly Step<AtService>[] = [
  [
    /^costs (\S+)$/,
    ({ world }, amount = '') =>
      Object.assign(world.service, { renewalPrice: given(amount), price: given(amount) }),
  ],
  [/^takes ([\d.]+)$/, ({ world }, amount) => (world.service.charges = Number(amount))],
  [
    /^answer (\S+?)(, (?:not )?made)?$/,
    ({ world }, outcome = '', made = '') =>
      world.service.behaviours.push({
        outcome: outcome as OutcomeOfWrite,
        isApplied: made === '' ? outcome === 'done' : made === ', made',
      }),
  ],
  [
    /^credit ([+-][\d.]+) after (\S+)$/,
    (play, amount, after = '') => creditMoves(play, Number(amount), durationOf(after)),
  ],
  [
    /^credit ([+-][\d.]+) in (\S+)$/,
    ({ world }, amount, after = '') =>
      void world.time.timer.sleep(durationOf(after)).then(() => (world.service.credit += Number(amount))),
  ],
  [/^credit is ([\d.]+)$/, ({ world }, amount) => (world.service.credit = Number(amount))],
  [
    /^(\w+) cannot be read: (.+)$/,
    ({ world }, part, error = '') => world.service.failing.set(part as ReadName, anError(error)),
  ],
  [/^all can be read$/, ({ world }) => world.service.failing.clear()],
  [
    /^disk (full|busy|read-only) at (\S+)$/,
    ({ world }, fault, name = '') => world.kept.failAt(name, fault as 'full'),
  ],
  [/^disk well at (\S+)$/, ({ world }, name = '') => world.kept.failAt(name, null)],
  [/^when written it hangs$/, ({ world }) => (world.service.onWrite = () => new Promise(() => undefined))],
  [
    /^when written it throws$/,
    ({ world }) => (world.service.onWrite = () => Promise.reject(new Error('A bug of ours'))),
  ],
  [
    /^when written it takes (\S+)$/,
    ({ world }, time = '') => (world.service.onWrite = () => world.time.timer.sleep(durationOf(time))),
  ],
  [/^when written nothing more$/, ({ world }) => (world.service.onWrite = () => Promise.resolve())],
  [
    /^reading(?: the (\w+))? takes (\S+)$/,
    ({ world }, part, time = '') =>
      (world.service.onRead = (name) =>
        part === undefined || part === name ? world.time.timer.sleep(durationOf(time)) : undefined),
  ],
  [/^pass (\S+)$/, ({ world }, time = '') => world.time.pass(durationOf(time))],
  [/^quiet$/, ({ world }) => world.quiet()],
];

const stating: readonly Step<AtService>[] = [
  [
    /^reads (\D.*)$/,
    (play, words = '') => expect(play.world.service.reads.slice(play.readsBefore)).toEqual(wordsOf(words)),
  ],
  [
    /^reads (\d+)$/,
    (play, count) => expect(play.world.service.reads.length - play.readsBefore).toBe(Number(count)),
  ],
  [
    /^looked up (\d)$/,
    (play, times) =>
      expect(
        play.world.service.reads.slice(play.readsBefore).filter((part) => part === 'finding'),
      ).toHaveLength(Number(times)),
  ],
  [/^fails (.+)$/, (play, error = '') => expectFailure(play.result, error)],
  [/^succeeds$/, (play) => expect(play.result).toMatchObject({ ok: true })],
  [/^bugs (\d)$/, ({ world }, count) => expect(world.bugs).toHaveLength(Number(count))],
];

/** What is done, or stated, while something is read or written. */
const meanwhileOf = <Play extends AtService>(all: readonly Step<Play>[]): readonly Step<Play>[] => {
  const act = (play: Play, step: string): Promise<void> => takeStep(all, play, step);
  return [
    [
      /^when written(?: (\d))?: (.+)$/,
      (play, nth, steps = '') => {
        const { service } = play.world;
        service.onWrite = async () => {
          if (nth !== undefined && service.writes.length !== Number(nth)) return;
          for (const step of steps.split(', then ')) await act(play, step);
        };
      },
    ],
    [/^when read: (.+)$/, (play, step = '') => (play.world.service.onRead = () => void act(play, step))],
  ];
};

/** These steps, with all that rows about a service can do and state. */
export function stepsAtService<Play extends AtService>(own: Steps<Play>): Steps<Play> {
  const [does, states] = [
    [...own.doing, ...doing],
    [...own.stating, ...stating],
  ];
  return { begin: own.begin, doing: [...meanwhileOf([...does, ...states]), ...does], stating: states };
}
