import { writeFileSync } from 'node:fs';
import type { Goal, Row, Taken, Figure, FigureOptions } from './figure.ts';

/** The middle one; between the two middle ones where they are even in number. Of none it is NaN. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The least and the most of some values. */
interface Spread {
  readonly least: number;
  readonly most: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  least: Math.min(...values),
  most: Math.max(...values),
});

/** One run of each side, one right after the other. */
interface Turn {
  readonly ours: Taken;
  readonly limit: Taken | null;
}

/** Measures both sides in turn, A B A B …, so that what changes on the machine meanwhile changes both. */
export async function takeInTurn({ ours, limit }: Row, runs: number): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let run = 0; run < runs; run += 1) {
    const our = await ours.take();
    turns.push({ ours: our, limit: limit === null ? null : await limit.take() });
  }
  return turns;
}

interface JudgedGoal {
  /** As `ratio at least 0.6`. */
  readonly goal: string;
  readonly isMet: boolean;
}

/** An entry of `bench-results.json`. */
interface Result {
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
    ...rowWordsOf(row),
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
  ...rowWordsOf(row),
  goals: row.goals.flatMap((goal) => judged(goal, null)),
  why,
});

const rowWordsOf = ({ ours, limit, heldEqual, warmUp }: Row) => ({
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

const titles = ['figure', 'ours', 'limit', 'unit', 'ratio', 'spread', 'goal'] as const;

/** The results as lines of text, a line for each, with what was compared under it. */
export function tableOf(results: ReadonlyMap<string, Result>): string {
  const rows = [[...titles], ...[...results].map(([name, result]) => cellsOf(name, result))];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const notes = [...results.values()].map(noteOf);
  return lines
    .map((line, index) => (index === 0 ? line.trimEnd() : `${line.trimEnd()}\n${notes[index - 1] ?? ''}`))
    .join('\n');
}

function cellsOf(name: string, result: Result): string[] {
  const { ours, limit, ratio, unit, spread, goals } = result;
  return [
    name,
    shown(ours),
    shown(limit),
    unit,
    ratio === null ? '–' : ratio.toFixed(2),
    spread === null ? '–' : `${shown(spread.ours.least)} … ${shown(spread.ours.most)}`,
    goals.map(({ goal, isMet }) => `${isMet ? 'met' : 'MISSED'}: ${goal}`).join('; ') || '–',
  ];
}

function noteOf({ oursIs, limitIs, heldEqual, warmUp, also, why }: Result): string {
  if (why !== null) return `    not taken: ${why}`;
  const beside = limitIs === null ? '' : ` Beside it: ${limitIs}.`;
  const seen = [...alsoLines('ours', also?.ours), ...alsoLines('limit', also?.limit)];
  return [`    ${oursIs}.${beside} Equal: ${heldEqual}. Warm-up: ${warmUp}.`, ...seen].join('\n');
}

function alsoLines(side: string, also: Readonly<Record<string, number>> = {}): readonly string[] {
  const seen = Object.entries(also).map(([name, value]) => `${name} ${shown(value)}`);
  return seen.length === 0 ? [] : [`    ${side}: ${seen.join(' · ')}`];
}

/** Three digits that count, thousands with a separator. */
function shown(value: number | null): string {
  if (value === null) return '–';
  if (value !== 0 && Math.abs(value) < 0.0095) return value.toExponential(1);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits });
}

export interface RunOptions extends FigureOptions {
  readonly runs: number;
  readonly say: (line: string) => void;
}

/** Takes figures one after the other. None fails the run: one that cannot be taken says why. */
export async function runFigures(
  figures: readonly Figure[],
  options: RunOptions,
): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  for (const figure of figures) {
    options.say(`${figure.name} …`);
    for (const [name, result] of await resultsOf(figure, options)) results.set(name, result);
  }
  return results;
}

async function resultsOf(figure: Figure, options: RunOptions): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  try {
    const { rows, end } = await figure.prepare(options);
    try {
      for (const row of rows) results.set(row.name, await resultOfRow(row, options));
    } finally {
      await end();
    }
  } catch (thrown) {
    if (!results.has(figure.name)) results.set(figure.name, notTaken(unprepared(figure), wordsOf(thrown)));
  }
  return results;
}

async function resultOfRow(row: Row, { runs, say }: RunOptions): Promise<Result> {
  try {
    const turns = await takeInTurn(row, runs);
    say(
      `  ${row.name}: ${turns.map(({ ours, limit }) => `${brief(ours.value)}/${brief(limit?.value)}`).join(' ')}`,
    );
    return resultOf(row, turns);
  } catch (thrown) {
    say(`  ${row.name}: not taken`);
    return notTaken(row, wordsOf(thrown));
  }
}

const brief = (value: number | undefined): string => (value === undefined ? '–' : value.toPrecision(4));

const unprepared = ({ name }: Figure): Row => ({
  name,
  unit: '',
  ours: { is: '', take: () => Promise.reject(new Error('not prepared')) },
  limit: null,
  goals: [],
  heldEqual: '',
  warmUp: '',
});

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The results as the file has them: one entry for each row. */
export const writeResults = (file: string, results: ReadonlyMap<string, Result>): void =>
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(results), null, 2)}\n`);
