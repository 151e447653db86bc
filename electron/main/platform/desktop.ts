import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, powerMonitor } from 'electron';
import type { SecretClipboard } from '../codes/codes.ts';
import type { UpdatedApp } from '../updates/updater.ts';

/** Why nobody is at the machine any more. */
type Away = 'locked' | 'suspended' | 'idle';

/** Calls `listener` whenever the user goes away; answers with the function that ends the watching. */
type WatchAway = (listener: (why: Away) => void) => () => void;

/** How long nobody touches keyboard or mouse before it counts as being away. */
const idleSeconds = 15 * 60;
const lookEveryMs = 30_000;

/** Screen lock, suspend and idleness, as the system tells them. After the application is ready. */
export const watchAway: WatchAway = (listener) => {
  const onLock = (): void => listener('locked');
  const onSuspend = (): void => listener('suspended');
  let wasIdle = false;
  const idleWatch = setInterval(() => {
    const isIdle = powerMonitor.getSystemIdleTime() >= idleSeconds;
    if (isIdle && !wasIdle) listener('idle');
    wasIdle = isIdle;
  }, lookEveryMs);
  powerMonitor.on('lock-screen', onLock);
  powerMonitor.on('suspend', onSuspend);
  return () => {
    clearInterval(idleWatch);
    powerMonitor.off('lock-screen', onLock);
    powerMonitor.off('suspend', onSuspend);
  };
};

/** Calls `listener` when the user, and with them the network or the keychain, may be back. After the application is ready. */
export function watchBack(listener: () => void): void {
  powerMonitor.on('resume', listener);
  powerMonitor.on('unlock-screen', listener);
}

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

/** Follows the system, or does not: for the page's `prefers-color-scheme`, menus and window frames. */
export function applyColourScheme(scheme: 'system' | 'light' | 'dark'): void {
  nativeTheme.themeSource = scheme;
}

/** Asks for a file with names; its path, or null where the dialog was closed without one. */
export const createAskForFile = (parent: BrowserWindow) => async (): Promise<string | null> => {
  const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
    title: 'Open a list of names',
    properties: ['openFile'],
    filters: [
      { name: 'Lists and tables', extensions: ['txt', 'csv', 'tsv', 'xlsx'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
};

/** Asks where a file is to be put; its path with the format's ending, or null where the dialog was closed. */
export const createAskWhereTo =
  (parent: BrowserWindow) =>
  async (suggestedName: string, ending: string): Promise<string | null> => {
    const { canceled, filePath } = await dialog.showSaveDialog(parent, {
      title: 'Export',
      defaultPath: `${suggestedName}.${ending}`,
      filters: [{ name: ending.toUpperCase(), extensions: [ending] }],
    });
    if (canceled || filePath === '') return null;
    return filePath;
  };

/**
 * This application as electron-updater knows it. Of its own accord it would read a file beside the application and ask over
 * Chromium's network stack.
 */
export const updatedApp = (userData: string): UpdatedApp => ({
  version: app.getVersion(),
  name: app.getName(),
  isPackaged: app.isPackaged,
  appUpdateConfigPath: join(userData, 'no-such-file'),
  userDataPath: userData,
  baseCachePath: userData,
  whenReady: () => app.whenReady(),
  relaunch: () => app.relaunch(),
  quit() {
    // The new version is started while this one ends: it must not take this one for the only one, and hand over to it.
    app.releaseSingleInstanceLock();
    app.quit();
  },
  onQuit: (handler) => void app.once('quit', (_event, code) => handler(code)),
});
