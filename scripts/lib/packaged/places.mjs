// @ts-check
// Where things lie in a package for Linux.
import { join } from 'node:path';
import { inCheckout } from '../paths.mjs';

/** The folder that `npm run package` makes. */
export const packageFolder = inCheckout('dist', 'linux-unpacked');

/** What people and the desktop start. */
export const launcherName = 'namedesk';
/** Electron's runtime, which the launcher starts. */
export const runtimeName = 'namedesk-runtime';

/** @param {string} folder */
export const asarIn = (folder) => join(folder, 'resources', 'app.asar');
