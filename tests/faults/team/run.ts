import type { PostgresPlace } from '../../support/postgres/postgres-server.ts';
import { endPostgres, startPostgres } from '../../support/postgres/postgres-server.ts';
import { setup as buildThreads, teardown as removeThreads } from '../../support/threads/build-threads.ts';
import { type Outcome, runInterleaving } from './interleaving.ts';
import { planOf } from './plan.ts';
import { type Action, actions } from './points.ts';
import { openWorld } from './world.ts';

/** What came of many interleavings. */
export interface TeamRun {
  readonly seed: number;
  readonly interleavings: number;
  /** Writes that came to a service, and those that did something there. */
  readonly posts: number;
  readonly effects: number;
  /** How often a desk said that its history was put back. */
  readonly noticed: number;
  /** Effects that a server which was put back had forgotten, repeated by somebody who could not know of them. */
  readonly repeated: number;
  /** How often each thing went wrong, as `kill before claim`. */
  readonly happened: Readonly<Record<string, number>>;
  /** What was to go wrong now and then, and never did. */
  readonly never: readonly string[];
  /** Each with the number of its interleaving. */
  readonly violations: readonly string[];
  readonly medianMs: number;
  readonly seconds: number;
}

export interface TeamAsked {
  readonly seed: number;
  /** The numbers of the interleavings: from `from` on, below `below`. */
  readonly from: number;
  readonly below: number;
  /** This goes wrong in each of them; null where each sort has its turn. */
  readonly action: Action | null;
  /** Side by side, each over a database of its own. */
  readonly worlds: number;
  /** Ends with the first interleaving in which something is that must not be. */
  readonly isFirstEnough: boolean;
}

/** From so many interleavings on, each thing that can go wrong has to. */
const enoughForAll = actions.length * 4;

/** @param tell Called after each interleaving. */
export async function runTeam(
  place: PostgresPlace,
  { seed, from, below, action, worlds, isFirstEnough }: TeamAsked,
  tell: (outcome: Outcome) => void = () => undefined,
): Promise<TeamRun> {
  const startedMs = performance.now();
  const outcomes: Outcome[] = [];
  let next = from;
  let isEnough = false;
  const work = async (index: number): Promise<void> => {
    const world = await openWorld(place, `faults_${process.pid}_${index}`);
    try {
      while (next < below && !isEnough) {
        const plan = planOf(seed, next++, action);
        const outcome = await runInterleaving(world, plan);
        outcomes.push(outcome);
        isEnough ||= isFirstEnough && outcome.violations.length > 0;
        tell(outcome);
      }
    } finally {
      await world.end();
    }
  };
  await Promise.all(Array.from({ length: worlds }, (_, index) => work(index)));
  const seconds = (performance.now() - startedMs) / 1_000;
  return { seed, ...summed(outcomes), never: neverIn(outcomes, action), seconds };
}

function summed(outcomes: readonly Outcome[]): Omit<TeamRun, 'seed' | 'never' | 'seconds'> {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, one) => all + of(one), 0);
  const happened = Object.groupBy(
    outcomes.flatMap((outcome) => outcome.happened),
    (what) => what,
  );
  const counted = Object.entries(happened).map(([what, all]) => [what, all?.length ?? 0] as const);
  return {
    interleavings: outcomes.length,
    posts: sum(({ posts }) => posts),
    effects: sum(({ effects }) => effects),
    noticed: sum(({ noticed }) => noticed),
    repeated: sum(({ repeated }) => repeated),
    happened: Object.fromEntries(counted.toSorted(([one], [other]) => one.localeCompare(other))),
    violations: outcomes.flatMap(({ number, violations }) => violations.map((one) => `${number}: ${one}`)),
    medianMs: outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(outcomes.length / 2)] ?? 0,
  };
}

/** A sort of trouble that never came about shows nothing of what would come of it. */
function neverIn(outcomes: readonly Outcome[], action: Action | null): readonly string[] {
  if (action !== null || outcomes.length < enoughForAll) return [];
  const came = outcomes.flatMap(({ happened }) => happened);
  const sorts = [...actions, 'old desk'];
  return sorts.filter((sort) => !came.some((what) => what.startsWith(sort)));
}

export const isSound = ({ violations, never }: TeamRun): boolean => violations.length + never.length === 0;

/** Over a server of its own, as a script does; with built threads. */
export async function overOwnServer<T>(work: (place: PostgresPlace) => Promise<T>): Promise<T> {
  await buildThreads();
  // One that speaks another language: what it refuses is told by its codes alone.
  const place = await startPostgres({ language: 'de_DE' });
  try {
    return await work(place);
  } finally {
    await endPostgres(place);
    removeThreads();
  }
}

// As a process of its own, of a tree in which something was taken out: writes what came of it as JSON.
if (import.meta.main) {
  const asked = JSON.parse(process.argv[2] ?? '{}') as TeamAsked; // Of our own making, in mutations.ts.
  const run = await overOwnServer((place) => runTeam(place, asked));
  process.stdout.write(`${JSON.stringify(run)}\n`, () => process.exit(0));
}
