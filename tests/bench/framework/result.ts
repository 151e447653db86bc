import type { Goal, Row, Taken } from './figure.ts';
import type { Turn } from './in-turn.ts';
import { median, type Spread, spreadOf } from './median.ts';

export interface JudgedGoal {
  /** As `ratio at least 0.6`. */
  readonly goal: string;
  readonly isMet: boolean;
}

/** An entry of `bench-results.json`. */
export interface Result {
  /** Medians; null where the figure could not be taken, and `why` says so. */
  readonly ours: number | null;
  readonly limit: number | null;
  /** Of the medians. */
  readonly ratio: number | null;
  readonly unit: string;
  readonly runs: readonly Readonly<{ ours: number; limit: number | null }>[];
  readonly spread: { readonly ours: Spread; readonly limit: Spread | null } | null;
  /** Medians of what else was seen. */
  readonly also: { readonly ours: Measured; readonly limit: Measured } | null;
  readonly oursIs: string;
  readonly limitIs: string | null;
  readonly heldEqual: string;
  readonly warmUp: string;
  readonly goals: readonly JudgedGoal[];
  readonly why: string | null;
}

type Measured = Readonly<Record<string, number>>;

/** What the turns of a row come to. */
export function resultOf(row: Row, turns: readonly Turn[]): Result {
  const ours = turns.map((turn) => turn.ours);
  const limits = turns.flatMap((turn) => turn.limit ?? []);
  const our = median(valuesOf(ours));
  const limit = limits.length === 0 ? null : median(valuesOf(limits));
  const ratio = limit === null ? null : our / limit;
  return {
    ours: our,
    limit,
    ratio,
    unit: row.unit,
    runs: turns.map((turn) => ({ ours: turn.ours.value, limit: turn.limit?.value ?? null })),
    spread: {
      ours: spreadOf(valuesOf(ours)),
      limit: limits.length === 0 ? null : spreadOf(valuesOf(limits)),
    },
    also: { ours: alsoOf(ours), limit: alsoOf(limits) },
    ...wordsOf(row),
    goals: row.goals.flatMap((goal) => judged(goal, goal.of === 'ours' ? our : ratio)),
    why: null,
  };
}

/** The entry of a row that could not be measured: it says so and claims nothing. */
export const notTaken = (row: Row, why: string): Result => ({
  ours: null,
  limit: null,
  ratio: null,
  unit: row.unit,
  runs: [],
  spread: null,
  also: null,
  ...wordsOf(row),
  goals: row.goals.flatMap((goal) => judged(goal, null)),
  why,
});

const wordsOf = ({ ours, limit, heldEqual, warmUp }: Row) => ({
  oursIs: ours.is,
  limitIs: limit?.is ?? null,
  heldEqual,
  warmUp,
});

const valuesOf = (taken: readonly Taken[]): readonly number[] => taken.map(({ value }) => value);

function alsoOf(taken: readonly Taken[]): Measured {
  const names = new Set(taken.flatMap(({ also }) => Object.keys(also)));
  return Object.fromEntries(
    [...names].map((name) => [name, median(taken.flatMap(({ also }) => also[name] ?? []))]),
  );
}

/** What was not measured meets no goal. */
function judged({ of, bound, first, then }: Goal, value: number | null): readonly JudgedGoal[] {
  const wanted = then === null ? [first] : [first, then];
  return wanted.map((each) => ({
    goal: `${of} ${bound} ${each}`,
    isMet: value !== null && (bound === 'at least' ? value >= each : value <= each),
  }));
}
