import { app } from 'electron';
import { resolve } from 'node:path';
import { type Paths, pathsBelow } from './places.ts';

/** `--user-data-dir=DIR` places everything elsewhere. To be asked before the application is ready. */
export function applicationPaths(): Paths {
  const chosen = app.commandLine.getSwitchValue('user-data-dir');
  if (chosen !== '') app.setPath('userData', resolve(chosen));
  return pathsBelow(app.getPath('userData'));
}
