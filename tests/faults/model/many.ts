import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Violation } from './evidence.ts';
import { runHistory } from './run.ts';
import { historyOf } from './steps.ts';

/**
 * What the model finds and is not mended, by row of section F and invariant, as `sortOf` writes them. Whoever mends one takes it
 * out: from then on the model's runs fail where it comes back.
 */
export const knownFaults: ReadonlySet<string> = new Set();

/** What was found of one sort: an invariant that was broken in the way of one row of section F. */
export interface FoundSort extends Pick<Violation, 'invariant' | 'fault' | 'says'> {
  /** The number of the first history that shows it, from 0. */
  readonly first: number;
  /** How many histories show it. */
  readonly histories: number;
}

/** What came of many histories. */
export interface ManyRun {
  readonly histories: number;
  /** Writes that reached a service. */
  readonly posts: number;
  readonly entries: number;
  readonly restores: number;
  readonly found: readonly FoundSort[];
}

export interface ManyAsked {
  readonly seed: number;
  readonly steps: number;
  /** The numbers of the histories: every `every`-th one from `from` on, below `below`. */
  readonly from: number;
  readonly below: number;
  readonly every: number;
}

export const nothing: ManyRun = { histories: 0, posts: 0, entries: 0, restores: 0, found: [] };

/** Runs histories of one seed, one after the other, and counts what they show. */
export async function runMany({ seed, steps, from, below, every }: ManyAsked): Promise<ManyRun> {
  let all = nothing;
  for (let number = from; number < below; number += every) {
    const { violations, posts, entries, restores } = await runHistory(historyOf(seed, number, steps));
    const sorts = new Map(violations.map((violation) => [sortOf(violation), violation]));
    const found = [...sorts.values()].map(({ invariant, fault, says }) => ({
      invariant,
      fault,
      says,
      first: number,
      histories: 1,
    }));
    all = together(all, { histories: 1, posts, entries, restores, found });
  }
  return all;
}

const ownEntry = fileURLToPath(import.meta.url);

/** As {@link runMany}, by so many processes side by side. @param entry Of another tree, where that one is to be run. */
export async function runManyInProcesses(
  asked: ManyAsked,
  processes: number,
  entry: string = ownEntry,
): Promise<ManyRun> {
  const shares = Array.from({ length: processes }, (_, index) =>
    runShare({ ...asked, from: asked.from + index * asked.every, every: asked.every * processes }, entry),
  );
  return (await Promise.all(shares)).reduce(together, nothing);
}

async function runShare(asked: ManyAsked, entry: string): Promise<ManyRun> {
  const child = spawn(process.execPath, [entry, JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'close')) as readonly unknown[];
  if (code !== 0) throw new Error('A process of the model did not end well');
  return JSON.parse(output) as ManyRun; // Of our own making, below.
}

export const sortOf = ({ invariant, fault }: Pick<Violation, 'invariant' | 'fault'>): string =>
  `${fault} ${invariant}`;

export function together(one: ManyRun, other: ManyRun): ManyRun {
  const found = new Map(one.found.map((sort) => [sortOf(sort), sort]));
  for (const sort of other.found) {
    const there = found.get(sortOf(sort));
    const earlier = there === undefined || sort.first < there.first ? sort : there;
    found.set(sortOf(sort), { ...earlier, histories: sort.histories + (there?.histories ?? 0) });
  }
  return {
    histories: one.histories + other.histories,
    posts: one.posts + other.posts,
    entries: one.entries + other.entries,
    restores: one.restores + other.restores,
    found: [...found.values()].toSorted((a, b) => sortOf(a).localeCompare(sortOf(b))),
  };
}

// As a process of its own: runs a share of the histories, as its one argument says, and writes what came of it as JSON.
if (import.meta.main) {
  const asked = JSON.parse(process.argv[2] ?? '{}') as ManyAsked; // Of our own making, above.
  process.stdout.write(JSON.stringify(await runMany(asked)));
}
