import { homedir } from 'node:os';
import { join } from 'node:path';

/** The paths of Namedesk's files; all are below one directory. */
export interface Paths {
  readonly userData: string;
  readonly workspace: string;
  readonly logFile: string;
}

export const pathsBelow = (userData: string): Paths => ({
  userData,
  workspace: join(userData, 'workspace'),
  logFile: join(userData, 'logs', 'namedesk.log'),
});

/** The application's default data directory: for a process without Electron. */
export function defaultUserData(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Namedesk');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Namedesk');
  return join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'Namedesk');
}
