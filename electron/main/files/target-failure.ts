import { basename, dirname } from 'node:path';
import type { AppError } from '#shared/app-error.ts';

/** What stands at the place is a folder, a device or a pipe: putting a file over it would destroy it. */
export class NoFile extends Error {
  override readonly name = 'NoFile';
}

/** Why a file could not be put at `path`, in words that name the place; null where the thrown thing is a bug of ours. */
export function targetFailure(thrown: unknown, path: string): AppError | null {
  if (thrown instanceof NoFile)
    return atPath(`${basename(path)} is there already and is no file: choose another name.`);
  if (!(thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string')) return null;
  if (full.has(thrown.code)) return { kind: 'storage', fault: 'full' };
  const words = sentences[thrown.code];
  return words === undefined ? null : atPath(words(dirname(path), basename(path)));
}

const atPath = (reason: string): AppError => ({
  kind: 'invalid-input',
  field: 'path',
  reason: reason.slice(0, 1_000),
});

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

type Words = (folder: string, name: string) => string;

const noRight: Words = (folder, name) =>
  `${name} may not be written in ${folder}: choose a folder in which you may write.`;
const gone: Words = (folder) => `The folder ${folder} is not there (any more): choose another one.`;

const sentences: Readonly<Partial<Record<string, Words>>> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: noRight,
  ENOENT: gone,
  ENOTDIR: gone,
  EISDIR: (_, name) => `${name} is a folder: choose a name for the file.`,
  ENAMETOOLONG: () => 'This file name is too long for its folder: choose a shorter one.',
  EBUSY: (_, name) => `${name} is in use by another program: close it there, or choose another name.`,
  EFBIG: (folder) => `Files of this size cannot be kept in ${folder}: choose another disk.`,
  EIO: (folder) => `The disk that holds ${folder} reports an error: choose another one.`,
};
