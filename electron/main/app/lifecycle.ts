import { resolve } from 'node:path';
import { app } from 'electron';
import { type Paths, pathsBelow } from '../platform/app-paths.ts';

/** Ends the application as a quit does, and starts it anew with the same command line. */
export function restart(): void {
  app.relaunch();
  app.quit();
}

/** Lets `close` finish before the application ends, once, whatever it was that ended it. */
export function closeBeforeQuit(close: () => Promise<void>): void {
  let isClosed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    void close().finally(() => {
      isClosed = true;
      // Not before this event is over: Electron passes over a quit that comes while it still asks about one.
      setImmediate(() => app.quit());
    });
  });
}

/** The name that the command line wants looked up, handed over once. */
export function requestFromOutside(): { readonly text: string | null; readonly take: () => string | null } {
  const text = app.commandLine.getSwitchValue('namedesk-first-look-up') || null;
  let left = text;
  return {
    text,
    take() {
      const taken = left;
      left = null;
      return taken;
    },
  };
}

/** `--user-data-dir=DIR` places everything elsewhere. To be asked before the application is ready. */
export function applicationPaths(): Paths {
  const chosen = app.commandLine.getSwitchValue('user-data-dir');
  if (chosen !== '') app.setPath('userData', resolve(chosen));
  return pathsBelow(app.getPath('userData'));
}
