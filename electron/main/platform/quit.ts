import { app } from 'electron';

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
