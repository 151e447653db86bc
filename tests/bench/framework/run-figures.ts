import { writeFileSync } from 'node:fs';
import type { Figure, FigureOptions, Row } from './figure.ts';
import { notTaken, type Result, resultOf, takeInTurn } from './result.ts';

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
