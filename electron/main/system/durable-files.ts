import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Waits until what is in the file outlives a power cut. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows keeps the names in a folder on the disk by itself, and opens no folder. */
export const keepsNamesByItself = process.platform === 'win32';

/** Waits until the names in a folder outlive a power cut. */
export function syncFolder(path: string): void {
  if (keepsNamesByItself) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Gives a file its name, for good. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** The file has the new text or the old one, whenever the power goes. */
export function writeDurably(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncFile(unfinished);
  renameDurably(unfinished, path);
}

/** A whole copy, or none: it gets its name when it is on the disk. */
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
