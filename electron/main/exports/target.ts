import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { NoFile, targetFailure } from './target-failure.ts';

/** A file that is being written beside its place, and appears there only when it is whole. */
export interface Target {
  readonly write: (text: string) => Promise<void>;
  /** Puts the whole file in its place, over what stood there; it outlives a power cut then. */
  readonly keep: () => Promise<void>;
  /** Leaves no trace; what stood there still stands. */
  readonly discard: () => Promise<void>;
}

/**
 * Runs `fill` on a file that takes the place of `path` if `fill` succeeds, and leaves nothing behind if it does not.
 * The file gets the rights that the user's umask gives.
 *
 * Fails with: what `fill` fails with; `storage` (`full`, `read-only`), `invalid-input` (field `path`) for the place.
 */
export async function writeWhole<T>(
  path: string,
  fill: (write: Target['write']) => Promise<Result<T>>,
): Promise<Result<T>> {
  let target: Target | null = null;
  try {
    target = await openTarget(path);
    const filled = await fill(target.write);
    if (filled.ok) await target.keep();
    else await target.discard();
    return filled;
  } catch (thrown) {
    await target?.discard();
    const error: AppError | null = targetFailure(thrown, path);
    if (error === null) throw thrown;
    return fail(error);
  }
}

async function openTarget(path: string): Promise<Target> {
  const place = await placeOf(path);
  const partial = join(dirname(place), `.namedesk-${randomBytes(6).toString('hex')}.part`);
  const handle = await open(partial, 'wx');
  return {
    write: (text) => handle.writeFile(text),
    async keep() {
      await handle.sync();
      await handle.close();
      await rename(partial, place);
    },
    async discard() {
      await closed(handle);
      await rm(partial, { force: true });
    },
  };
}

/** A handle that failed while closing is closed too: the number of its file is given back in any case. */
const closed = (handle: FileHandle): Promise<unknown> => handle.close().then(ok, fail);

/** Where the file really goes: through a link to what it names, and never over something that is no file. */
export async function placeOf(path: string): Promise<string> {
  const found = await stat(path).then(ok, fail);
  if (!found.ok) return path;
  if (!found.value.isFile()) throw new NoFile(basename(path));
  return realpath(path);
}
