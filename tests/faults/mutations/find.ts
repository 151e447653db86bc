import { join } from 'node:path';
import { knownFaults, runManyInProcesses, sortOf, type ManyRun } from '../model/many.ts';
import { apply, inCopy, type Mutation } from './edit.ts';

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
  return await inCopy(parts, async (copy) => {
    apply(copy, edits);
    return await work(copy);
  });
}

const newIn = ({ found }: ManyRun): ManyRun['found'] =>
  found.filter((sort) => !knownFaults.has(sortOf(sort)));

const firstAndSorts = (found: ManyRun['found']): Pick<FoundMutation, 'first' | 'sorts'> => ({
  first: Math.min(...found.map(({ first }) => first)) + 1,
  sorts: found
    .toSorted((a, b) => a.first - b.first)
    .map((sort) => `${sortOf(sort)} (in ${sort.histories}, first ${sort.first + 1})`),
});
