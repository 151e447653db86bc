// eslint-disable-next-line no-restricted-syntax -- a name that an earlier runtime lacks would keep the program from starting
import * as electron from 'electron';
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  nativeTheme,
  Notification,
  powerMonitor,
  systemPreferences,
} from 'electron';
import { secretWriter, settled } from './newer-runtime.ts';
import { type WatchAway, watchAwayOf } from './presence.ts';
import { type StartAtLogin, startAtLoginOf } from './start-at-login.ts';

/** Reports screen lock, suspend and idleness. Call after the application is ready. */
export const watchAway: WatchAway = (...watched) => watchAwayOf(powerMonitor)(...watched);

/**
 * Calls `listener` when the user, and with them the network or the keychain, may be back. Call after the application is
 * ready.
 */
export function watchBack(listener: () => void): void {
  powerMonitor.on('resume', listener);
  powerMonitor.on('unlock-screen', listener);
}

/** The system's Touch ID; null where it has none. */
export const systemTouchId = process.platform === 'darwin' ? systemPreferences : null;

/** The system's clipboard. */
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

// Its types are the pinned version's: an earlier one has no such class.
export const writeSecret = secretWriter(
  clipboard,
  (electron as Partial<typeof electron>).ClipboardItem,
  process.platform,
);

/**
 * Sets the colour scheme of the page (`prefers-color-scheme`), menus and window frames; `system` follows the system.
 */
export function applyColourScheme(scheme: 'system' | 'light' | 'dark'): void {
  nativeTheme.themeSource = scheme;
}

/** Shows progress on the window's taskbar button or dock icon, from 0 to 1; null shows none. */
export const showProgressOn = (window: BrowserWindow) => (progress: number | null) => {
  if (!window.isDestroyed()) window.setProgressBar(progress ?? -1);
};

/** Shown notifications: one that is collected no longer reports its click. */
const notifications = new Set<Notification>();

/** Shows a notification of the system, where it has them. */
export function notify(
  { title, body }: { readonly title: string; readonly body: string },
  onClick: () => void,
  onGone: () => void,
): void {
  if (!Notification.isSupported()) {
    onGone();
    return;
  }
  const notification = new Notification({ title, body });
  notifications.add(notification);
  notification.on('click', onClick);
  notification.on('close', () => {
    notifications.delete(notification);
    onGone();
  });
  notification.show();
}

/** Asks for a file of one kind; its path, or null if the dialog was cancelled. */
export const createAskForFile =
  (parent: BrowserWindow) =>
  async (of: keyof typeof openDialogs): Promise<string | null> => {
    const { title, name, extensions } = openDialogs[of];
    const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
      title,
      properties: ['openFile', 'dontAddToRecent'],
      filters: [
        { name, extensions: [...extensions] },
        { name: 'All files', extensions: ['*'] },
      ],
    });
    return canceled ? null : (filePaths[0] ?? null);
  };

const openDialogs = {
  names: {
    title: 'Open a list of names',
    name: 'Lists and tables',
    extensions: ['txt', 'csv', 'tsv', 'xlsx'],
  },
  domains: {
    title: 'Open a file of domains',
    name: 'Tables',
    extensions: ['csv', 'tsv', 'xlsx', 'json', 'ndjson', 'txt'],
  },
  authority: {
    title: 'Open the certificate of an authority',
    name: 'Certificates',
    extensions: ['pem', 'crt', 'cer'],
  },
  codes: { title: 'Open a code file', name: 'Encrypted files', extensions: ['age', 'html'] },
  proof: { title: 'Check a proof', name: 'Pages', extensions: ['html'] },
} as const;

/** Asks where to save a file; its path with the format's extension, or null if the dialog was cancelled. */
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

export const systemStartAtLogin = (): StartAtLogin =>
  startAtLoginOf(
    {
      isPackaged: app.isPackaged,
      platform: process.platform,
      execPath: process.execPath,
      env: process.env,
      home: app.getPath('home'),
    },
    app,
  );

/** The new version may start while this one ends: it must not find this one's lock, and hand over to it. */
export function quitForUpdate(): void {
  app.releaseSingleInstanceLock();
  app.quit();
}
