import { clipboard } from 'electron';

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

/** At once or later: Electron's clipboard answers at once up to version 43. */
const settled = async <T>(work: () => T | Promise<T>): Promise<T> => work();
