import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok } from '#shared/result.ts';
import { keepsNamesByItself } from './durable.ts';
import { NoFile } from './target-failure.ts';

/** A file that is being written beside its place, and appears there only when it is whole. */
export interface PartFile {
  readonly handle: FileHandle;
  /** Puts the whole file in its place, over what stood there; it outlives a power cut then. */
  readonly keep: () => Promise<void>;
  /** What stood in its place still stands. Where the part cannot be taken away, why it was to be is what counts. */
  readonly remove: () => Promise<void>;
}

/**
 * Begins a file for `place`, as {@link placeOf} gives it.
 *
 * @param name What it is called in its place's folder until it is whole; nothing may be called so there.
 * @param mode Its rights, less those that the user's umask takes.
 */
export async function openPartFile(place: string, name: string, mode = 0o666): Promise<PartFile> {
  const path = join(dirname(place), name);
  const handle = await open(path, 'wx', mode);
  return {
    handle,
    async keep() {
      await handle.sync();
      await handle.close();
      await rename(path, place);
      await syncNames(dirname(place));
    },
    async remove() {
      // A handle that failed while closing is closed too: the number of its file is given back in any case.
      await handle.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** Where the file really goes: through a link to what it names, and never over something that is no file. */
export async function placeOf(path: string): Promise<string> {
  const found = await stat(path).then(ok, fail);
  if (!found.ok) return path;
  if (!found.value.isFile()) throw new NoFile(basename(path));
  return realpath(path);
}

/** Whether something stands at a place; so it is taken to be where that cannot be told. */
export async function standsThere(path: string): Promise<boolean> {
  const found = await stat(path).then(() => null, codeOf);
  return found !== 'ENOENT' && found !== 'ENOTDIR';
}

const codeOf = (thrown: unknown): unknown => thrown instanceof Error && 'code' in thrown && thrown.code;

/** The file has its name by now. Some disks of other computers sync no folder: that does not take it away again. */
async function syncNames(folder: string): Promise<void> {
  if (keepsNamesByItself) return;
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
