import { clipboard } from 'electron';
import type { SecretClipboard } from '../codes/secret-clipboard.ts';

/** The system's clipboard. Asynchronous, as Electron's own is from version 44 on. */
export interface Clipboard {
  readonly readText: () => Promise<string>;
  readonly writeText: (text: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

export const systemClipboard: Clipboard = {
  readText: () => settled(() => clipboard.readText()),
  writeText: (text) => settled(() => clipboard.writeText(text)),
  clear: () => settled(() => clipboard.clear()),
};

/** Histories cannot be asked from Electron 42: its clipboard takes one format in a write, and each write erases the one before (measured). */
export const secretClipboard: SecretClipboard = {
  ...systemClipboard,
  canHint: false,
  write: (secret) => systemClipboard.writeText(secret.reveal()),
};

/** At once or later: Electron's clipboard answers at once up to version 43. */
const settled = async <T>(work: () => T | Promise<T>): Promise<T> => work();
