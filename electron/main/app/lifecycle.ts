import { resolve } from 'node:path';
import { app } from 'electron';
import { type Paths, pathsBelow } from '../platform/app-paths.ts';
import { launcherBeside, startOnceEnded } from '../platform/start-again.ts';
import { argumentsOfRestart } from './handed-files.ts';

/** Has the application started again once it has ended, with the same switches. */
export function relaunch(): void {
  const args = argumentsOfRestart(process.argv);
  // What an AppImage brings is not there any more once it has ended.
  const launcher = process.env['APPIMAGE'] === undefined ? launcherBeside(process.execPath) : null;
  if (launcher === null) app.relaunch({ args: [...args] });
  else startOnceEnded(launcher, args);
}

/** Restarts the application, after a regular quit. */
export function restart(): void {
  relaunch();
  app.quit();
}

/** Runs `close` to its end before the application ends, once, whatever caused the end. */
export function closeBeforeQuit(close: () => Promise<void>): void {
  let isClosed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    void close().finally(() => {
      isClosed = true;
      // Only after this event: Electron ignores a quit during `will-quit`.
      setImmediate(() => app.quit());
    });
  });
}

/** The name that the command line asks to look up; null where it asks for none. */
export const requestFromOutside = (): string | null =>
  app.commandLine.getSwitchValue('namedesk-first-look-up') || null;

/** The application's paths; `--user-data-dir=DIR` moves all of them. Call before the application is ready. */
export function applicationPaths(): Paths {
  const chosen = app.commandLine.getSwitchValue('user-data-dir');
  if (chosen !== '') app.setPath('userData', resolve(chosen));
  return pathsBelow(app.getPath('userData'));
}
