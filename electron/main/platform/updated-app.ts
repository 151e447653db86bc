import { join } from 'node:path';
import { app } from 'electron';
import type { UpdatedApp } from '../updates/updater.ts';

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
