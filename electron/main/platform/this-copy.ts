import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeychainAnswer } from './keychain-messages.ts';
import type { StartKeychainProcess } from './keychain.ts';

/*
 * A package manager replaces the program's files while it runs. What this process has begun, it goes on with: Electron keeps
 * the archive open, so that its threads and whatever is loaded late come from the old file, and Chromium makes pages from a
 * process that was there before. A helper process that reads the archive anew would be of the other version. That is the
 * keychain process.
 */

/** The files of this copy of the program, as they were when it was first asked for them. */
export interface Copy {
  /** Whether a file is another one now, or is missing: a process that is started now may be of another version. */
  readonly isTouched: () => boolean;
  /** Whether another version is in its place. While a package is unpacked a file may be missing: that is none yet. */
  readonly isReplaced: () => boolean;
}

/** The copy that this code is part of. Run from sources, it is never touched: who changes them restarts by hand. */
export const thisCopy = (): Copy => watchFiles(filesAround(import.meta.dirname, process.execPath));

/** @param folder Of the code: in an archive, where the program is packaged. */
export function filesAround(folder: string, program: string): readonly string[] {
  const archive = /^.*?\.asar(?=[/\\])/.exec(folder)?.[0];
  if (archive === undefined) return [];
  const keytar = join(`${archive}.unpacked`, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');
  return [program, archive, keytar];
}

export function watchFiles(paths: readonly string[]): Copy {
  const first = paths.map(stampOf);
  const isOther = (stamp: string | null, at: number): boolean => stamp !== first[at];
  return {
    isTouched: () => paths.map(stampOf).some(isOther),
    isReplaced() {
      const now = paths.map(stampOf);
      return now.some(isOther) && !now.includes(null);
    },
  };
}

/** @returns Null where there is no such file. */
function stampOf(path: string): string | null {
  const { noAsar } = process;
  // Without this Electron shows the archive that it has open, as a folder.
  process.noAsar = true;
  try {
    const at = statSync(path, { throwIfNoEntry: false });
    return at === undefined ? null : `${at.dev} ${at.ino} ${at.mtimeMs} ${at.size}`;
  } finally {
    process.noAsar = noAsar;
  }
}

/** Nothing is asked of a process of another version, and nothing that one says is believed. */
export const onlyOf =
  ({ isTouched }: Pick<Copy, 'isTouched'>, start: StartKeychainProcess): StartKeychainProcess =>
  ({ onMessage, onGone }) => {
    const replaced: KeychainAnswer = { kind: 'failed', fault: 'replaced' };
    if (isTouched()) {
      queueMicrotask(() => onMessage(replaced));
      return { send: () => undefined, kill: () => undefined };
    }
    return start({
      onMessage: (message) => onMessage(isTouched() ? replaced : message),
      onGone: () => (isTouched() ? onMessage(replaced) : onGone()),
    });
  };
