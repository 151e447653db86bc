import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plot } from '../model/histories.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** One text in one file, that is there exactly once, and what takes its place. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A rule, taken out. */
export interface Mutation {
  /** The row of the requirements, and which of its rules. */
  readonly name: string;
  readonly takesOut: string;
  readonly edits: readonly Edit[];
  /** A course of things that is in each history of the model then; without one, chance decides. */
  readonly plot?: Plot;
}

export const edit = (file: string, from: string, to: string): Edit => ({
  file: `electron/main/${file}`,
  from,
  to,
});

export const gate = 'changes/gate.ts';
export const decode = 'reseller/decode.ts';

const copies = 'namedesk-mutation-';

/** Whether the tree is a copy of {@link inCopy}. */
export const isCopy = (tree: string): boolean => basename(tree).startsWith(copies);

/** A copy of these parts of the tree, for as long as the work takes: the tree itself is never written to. */
export async function inCopy<T>(parts: readonly string[], work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), copies));
  try {
    for (const part of parts) {
      mkdirSync(dirname(join(copy, part)), { recursive: true });
      cpSync(join(root, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** @returns How each file was before. */
export function apply(copy: string, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const before = new Map<string, string>();
  for (const each of edits) {
    const path = join(copy, each.file);
    if (!before.has(path)) before.set(path, readFileSync(path, 'utf8'));
    writeFileSync(path, replacedIn(copy, each));
  }
  return before;
}

/** Fails where a text that is to be replaced is not there exactly once; names every mutation of which that is so. */
export function checkTable(mutations: readonly Pick<Mutation, 'name' | 'edits'>[]): void {
  const problems = mutations.flatMap(({ name, edits }) => {
    try {
      for (const each of edits) replacedIn(root, each);
      return [];
    } catch (thrown) {
      return [`${name}: ${String(thrown)}`];
    }
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function replacedIn(tree: string, { file, from, to }: Edit): string {
  const pieces = readFileSync(join(tree, file), 'utf8').split(from);
  if (pieces.length !== 2)
    throw new Error(`${file} holds this ${pieces.length - 1} times and not once: ${from}`);
  return pieces.join(to);
}
