import { app } from 'electron';
import { join, resolve } from 'node:path';

/** Where the application keeps things; all of it below one directory. */
export interface Paths {
  readonly userData: string;
  readonly workspace: string;
  readonly logFile: string;
}

/** `--user-data-dir=DIR` places everything elsewhere. To be asked before the application is ready. */
export function applicationPaths(): Paths {
  const chosen = app.commandLine.getSwitchValue('user-data-dir');
  if (chosen !== '') app.setPath('userData', resolve(chosen));
  return pathsBelow(app.getPath('userData'));
}

const pathsBelow = (userData: string): Paths => ({
  userData,
  workspace: join(userData, 'workspace'),
  logFile: join(userData, 'logs', 'namedesk.log'),
});
