import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * A file that is being written carries in its name which process of which computer writes it: what a process left behind
 * that was killed can be told from what another one is writing now, also in a folder that several computers share. There
 * is nothing in clear in either.
 */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const ending = '.part';
const start = '.namedesk-codes-';
const form = /^\.namedesk-codes-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.part$/;

export const newPartName = (): string =>
  `${start}${host}-${process.pid}-${randomBytes(6).toString('hex')}${ending}`;

/** Takes away what processes of this computer left in a folder that are not there any more. Never fails. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    const names = await readdir(folder);
    await Promise.all(names.filter(isLeftOver).map((name) => rm(join(folder, name), { force: true })));
  } catch {
    // A folder that cannot be read, or a file that somebody else owns: what lies there is encrypted, and stays.
  }
}

function isLeftOver(name: string): boolean {
  const [, itsHost, pid] = form.exec(name) ?? [];
  return itsHost === host && pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // Another user's process may not be signalled, but it is there.
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH');
  }
}
