// @ts-check
// Chromium's setuid sandbox helper: where the kernel gives ordinary users no namespaces, it must be root's and setuid.
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} folder The runtime's folder. */
export const sandboxHelperIn = (folder) => join(folder, 'chrome-sandbox');

/**
 * Makes the helper work; only root can.
 *
 * @param {string} folder
 */
export function armSandboxHelper(folder) {
  const helper = sandboxHelperIn(folder);
  if (!existsSync(helper)) return;
  const { uid, mode } = statSync(helper);
  if (uid === 0 && (mode & 0o7777) === 0o4755) return;
  chownSync(helper, 0, 0); // first: changing the owner drops the setuid bit
  chmodSync(helper, 0o4755);
}
