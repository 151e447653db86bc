import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The file's size in bytes; 0 where there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Whether an error of the disk says that there is no such file. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';

/** Flushes the file's contents to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows flushes the names in a folder by itself, and cannot open a folder. */
export const keepsNamesByItself = process.platform === 'win32';

/** Flushes the names in a folder to disk. */
export function syncFolder(path: string): void {
  if (keepsNamesByItself) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Renames a file and flushes the new name to disk. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Replaces a file's text atomically: after a power failure it has the new text or the old one. */
export function writeDurably(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncFile(unfinished);
  renameDurably(unfinished, path);
}

/** Copies a file completely or not at all: the copy gets its name after it is flushed to disk. */
export function copyDurably(from: string, to: string): void {
  const unfinished = `${to}.unfinished`;
  try {
    copyFileSync(from, unfinished, constants.COPYFILE_FICLONE);
    chmodSync(unfinished, 0o600);
    syncFile(unfinished);
    renameDurably(unfinished, to);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
}
