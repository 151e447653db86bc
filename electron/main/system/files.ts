import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { keepsNamesByItself } from './durable-files.ts';

/** A temporary file next to its target; it replaces the target only when it is complete. */
export type PartFile = Awaited<ReturnType<typeof openPartFile>>;

/**
 * Creates a temporary file for `place`, as {@link placeOf} returns it.
 *
 * @param name Its name in the target's folder until it is complete; must not exist there.
 * @param mode Its permissions, reduced by the user's umask.
 */
export async function openPartFile(place: string, name: string, mode = 0o666) {
  const path = join(dirname(place), name);
  const handle = await open(path, 'wx', mode);
  return {
    handle,
    /** Moves the complete file to its target, replacing it; it survives a power failure then. */
    keep: async () => {
      await handle.sync();
      await handle.close();
      await rename(path, place);
      await syncNames(dirname(place));
    },
    /**
     * Removes the temporary file; the target is unchanged. Never rejects: if the removal fails, the original failure
     * matters more.
     */
    remove: async () => {
      // A handle whose close failed is closed too: its file descriptor is released in any case.
      await handle.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** The real target path: resolves symbolic links; throws {@link NoFile} for anything that is not a file. */
export async function placeOf(path: string): Promise<string> {
  const found = await stat(path).then(ok, fail);
  if (!found.ok) return path;
  if (!found.value.isFile()) throw new NoFile(basename(path));
  return realpath(path);
}

/** The text of a file; null where it cannot be read, or has more bytes. The system's reason does not help: whoever asks names the path. */
export async function textOf(path: string, mostBytes: number): Promise<string | null> {
  try {
    const handle = await open(path);
    try {
      return (await handle.stat()).size > mostBytes ? null : await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** Whether something exists at a path; true if this cannot be determined. */
export async function standsThere(path: string): Promise<boolean> {
  const found = await stat(path).then(() => null, codeOf);
  return found !== 'ENOENT' && found !== 'ENOTDIR';
}

const codeOf = (thrown: unknown): unknown => thrown instanceof Error && 'code' in thrown && thrown.code;

/** Failures are ignored: the file has its name already, and some network file systems cannot sync a folder. */
async function syncNames(folder: string): Promise<void> {
  if (keepsNamesByItself) return;
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The target is a folder, a device or a pipe: replacing it by a file would destroy it. */
export class NoFile extends Error {
  override readonly name = 'NoFile';
}

/**
 * Why a file could not be written to `path`, in words that name the path; null if the thrown value is a bug of ours.
 */
export function targetFailure(thrown: unknown, path: string): AppError | null {
  if (thrown instanceof NoFile)
    return atPath(`${basename(path)} already exists and is not a file: choose another name.`);
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

const noRight: Words = (folder, name) => `You may not write ${name} in ${folder}: choose another folder.`;
const gone: Words = (folder) => `The folder ${folder} is not there any more: choose another one.`;

const sentences: Readonly<Partial<Record<string, Words>>> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: noRight,
  ENOENT: gone,
  ENOTDIR: gone,
  EISDIR: (_, name) => `${name} is a folder: choose a name for the file.`,
  ENAMETOOLONG: () => 'This file name is too long for its folder: choose a shorter one.',
  EBUSY: (_, name) => `${name} is in use by another program: close it there, or choose another name.`,
  EFBIG: (folder) => `Files of this size don’t fit in ${folder}: choose another disk.`,
  EIO: (folder) => `The disk with ${folder} reports an error: choose another one.`,
};

/**
 * Runs `fill` on a temporary file that replaces `path` if `fill` succeeds, and is removed if it does not. The file gets
 * the permissions of the user's umask.
 *
 * Fails with: what `fill` fails with; `storage` (`full`, `read-only`), `invalid-input` (field `path`) for the path.
 */
export async function writeWhole<T>(
  path: string,
  fill: (write: (piece: string | Uint8Array) => Promise<void>) => Promise<Result<T>>,
): Promise<Result<T>> {
  let part: PartFile | null = null;
  try {
    const opened = await openPartFile(await placeOf(path), partName());
    part = opened;
    const filled = await fill((piece) => opened.handle.writeFile(piece));
    await (filled.ok ? opened.keep() : opened.remove());
    return filled;
  } catch (thrown) {
    await part?.remove();
    const error: AppError | null = targetFailure(thrown, path);
    if (error === null) throw thrown;
    return fail(error);
  }
}

const partName = (): string => `.namedesk-${randomBytes(6).toString('hex')}.part`;
