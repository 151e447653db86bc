import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { knownFaults, runManyInProcesses, sortOf, type ManyRun } from '../model/many.ts';
import type { Edit, Mutation } from './edit.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** What the model and the program that it runs are made of. */
const parts = [
  'electron',
  'shared',
  'tests/faults',
  'tests/support',
  'scripts',
  'resources/rdap-dns.json',
  'package.json',
  'tsconfig.base.json',
] as const;
/** Histories that are run before what was found is looked at. */
const atOnce = 50;
const processes = 2;

export interface Asked {
  readonly seed: number;
  readonly steps: number;
  readonly histories: number;
}

/** What came of the model with a mending taken out. */
export interface FoundMutation {
  readonly mutation: Mutation;
  readonly histories: number;
  /** The number of the first history that shows it, from 1; null where none did. */
  readonly first: number | null;
  /** Each sort of fault, and in how many histories. */
  readonly sorts: readonly string[];
}

/** Takes the mending out of a copy of the tree and runs the model there, until it is found or so many histories are over. */
export async function find(mutation: Mutation, { seed, steps, histories }: Asked): Promise<FoundMutation> {
  return await inMutatedTree(mutation, async (copy) => {
    const entry = join(copy, 'tests/faults/model/many.ts');
    for (let from = 0; from < histories; from += atOnce) {
      const below = Math.min(histories, from + atOnce);
      const asked = { seed, steps, from, below, every: 1, plot: mutation.plot ?? null };
      const found = newIn(await runManyInProcesses(asked, processes, entry));
      if (found.length > 0) return { mutation, histories: below, ...firstAndSorts(found) };
    }
    return { mutation, histories, first: null, sorts: [] };
  });
}

/** A copy of the tree without the mending, for as long as the work takes. */
export async function inMutatedTree<T>(
  { edits }: Pick<Mutation, 'edits'>,
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'namedesk-mutation-'));
  try {
    copyTree(copy);
    for (const edit of edits) apply(copy, edit);
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Fails where a text that is to be replaced is not there exactly once. */
export function checkTable(mutations: readonly Mutation[]): void {
  for (const { edits } of mutations) for (const edit of edits) replacedIn(root, edit);
}

function copyTree(copy: string): void {
  for (const part of parts) {
    mkdirSync(dirname(join(copy, part)), { recursive: true });
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function apply(copy: string, edit: Edit): void {
  writeFileSync(join(copy, edit.file), replacedIn(copy, edit));
}

function replacedIn(tree: string, { file, from, to }: Edit): string {
  const pieces = readFileSync(join(tree, file), 'utf8').split(from);
  if (pieces.length !== 2)
    throw new Error(`${file} holds this ${pieces.length - 1} times and not once: ${from}`);
  return pieces.join(to);
}

const newIn = ({ found }: ManyRun): ManyRun['found'] =>
  found.filter((sort) => !knownFaults.has(sortOf(sort)));

const firstAndSorts = (found: ManyRun['found']): Pick<FoundMutation, 'first' | 'sorts'> => ({
  first: Math.min(...found.map(({ first }) => first)) + 1,
  sorts: found
    .toSorted((a, b) => a.first - b.first)
    .map((sort) => `${sortOf(sort)} (in ${sort.histories}, first ${sort.first + 1})`),
});
