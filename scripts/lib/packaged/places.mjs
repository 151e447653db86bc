// @ts-check
// Where things lie in a package.
import { join } from 'node:path';
import { inCheckout } from '../paths.mjs';

/** The folder that `npm run package` makes. */
export const packageFolder = inCheckout('dist', 'linux-unpacked');

/** The one that it makes for Windows, on whatever system. */
export const windowsFolder = inCheckout('dist', 'win-unpacked');
export const windowsProgram = 'Namedesk.exe';

/** What people and the desktop start, on Linux. */
export const launcherName = 'namedesk';
/** Electron's runtime, which the launcher starts. */
export const runtimeName = 'namedesk-runtime';

/** @param {string} folder */
export const asarIn = (folder) => join(folder, 'resources', 'app.asar');
