import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { FigureOptions, Taken } from './figure.ts';

export type SideScript =
  | 'bare-loop'
  | 'batch-beside-session'
  | 'engine'
  | 'idle'
  | 'import-domains'
  | 'import-names'
  | 'open-session'
  | 'pace-oracle'
  | 'pace-ours'
  | 'parse-csv'
  | 'team-catch-up'
  | 'team-change'
  | 'team-desks'
  | 'team-news'
  | 'team-round-trips';

export interface SideProcess {
  /** A script of `tests/bench/sides/`. */
  readonly script: SideScript;
  /** What it is told, by `askedOfSide`. */
  readonly input: unknown;
  /** Switches of Node's, before the script. */
  readonly switches?: readonly string[];
}

/** Measures one side in a fresh process of Node, which tells what came of it by `tellTaken`. */
export async function takeInProcess({ script, input, switches = [] }: SideProcess): Promise<Taken> {
  const child = spawn(
    process.execPath,
    [...switches, fileURLToPath(new URL(`../sides/${script}.ts`, import.meta.url)), JSON.stringify(input)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [output, complaints] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`the process ended with ${code}: ${lastWords(complaints)}`);
  return takenFrom(output);
}

const marker = 'taken ';

/** In the process of a side: hands over what came of it. */
export const tellTaken = (taken: Taken): void =>
  void process.stdout.write(`${marker}${JSON.stringify(taken)}\n`);

/** In the process of a side: what it was told. The caller says what it is, for both are of one file. */
export const askedOfSide = (): unknown => JSON.parse(process.argv[2] ?? 'null');

export function takenFrom(output: string): Taken {
  const line = output.split('\n').findLast((each) => each.startsWith(marker));
  if (line === undefined) throw new Error(`the process told nothing but: ${lastWords(output)}`);
  const taken: unknown = JSON.parse(line.slice(marker.length));
  if (!isTaken(taken)) throw new Error(`the process told no number: ${line}`);
  return taken;
}

/** NaN and Infinity become null in JSON, and are no figures. */
const isTaken = (value: unknown): value is Taken =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'number';

const lastWords = (text: string): string => text.trim().slice(-600) || 'nothing';

export interface Timed<T> {
  readonly outcome: T;
  readonly seconds: number;
  /** Of all threads of this process. */
  readonly cpuSeconds: number;
}

/** Runs something and says what it cost this process. */
export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { outcome, seconds, cpuSeconds: (user + system) / 1e6 };
}

/** Node's switches for a processor profile of our side, where one is wanted; the file lies in a folder named after the row. */
export const profiling = ({ profileFolder }: FigureOptions, row: string): readonly string[] =>
  profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profileFolder, row)}`];
