import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ground } from './ground.ts';
import type { LaunchOptions, RunningNamedesk } from './launch-namedesk.ts';

/** Another program that takes over the first text that is copied: on X11 a text goes with whoever copied it unless somebody does. */
export interface ClipboardManager {
  /** The text that was taken over; empty before. */
  readonly takenOver: () => Promise<string>;
  /** What is in the clipboard. */
  readonly read: () => Promise<string>;
}

type Launch = (options: Partial<LaunchOptions>) => Promise<RunningNamedesk>;

/** @param userDataDir Of the application that it runs beside. */
export async function startClipboardManager(launch: Launch, userDataDir: string): Promise<ClipboardManager> {
  const appFolder = join(ground().folder, 'clipboard-manager');
  cpSync(join(import.meta.dirname, 'clipboard-manager'), appFolder, { recursive: true });
  const { app } = await launch({ appFolder, userDataDir: `${userDataDir}-clipboard-manager` });
  return {
    takenOver: () => app.evaluate(() => String(Reflect.get(globalThis, 'takenOver'))),
    read: () => app.evaluate(({ clipboard }) => clipboard.readText()),
  };
}
