import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { storageFaultOf } from './storage-fault.ts';

/** The right to a workspace, held until it is given back or the process ends, however it ends. */
export interface Ownership {
  readonly giveBack: () => void;
}

/** Long enough for two that begin at the same moment to settle it: one of them has it, never neither. */
const settleMs = 250;

/**
 * Takes a workspace for this process alone. The lock is the system's own, on an empty SQLite file beside the workspace's:
 * it is free again at once when its process ends, killed or not, and nothing is left to clear away. The workspace's own
 * file is not locked so, because a lock on it would stand in the way of whoever only wants to read or copy it.
 *
 * Fails with: `busy` where another process has it; `read-only`, `full`.
 */
export function takeOwnership(directory: string): Result<Ownership, StorageFault> {
  const path = join(directory, 'owner.sqlite');
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    beginFile(path);
    chmodSync(path, 0o600);
    lock = new DatabaseSync(path, { timeout: settleMs });
    lock.exec('BEGIN EXCLUSIVE');
    const held = lock;
    return ok({ giveBack: () => held.close() });
  } catch (thrown) {
    lock?.close();
    const fault = storageFaultOf(thrown);
    if (fault === null) throw thrown;
    return fail(fault);
  }
}

/**
 * Makes the file where there is none. One that exists is not opened: to close a second handle on a file gives back all
 * of a process's locks on it. Source: https://www.sqlite.org/howtocorrupt.html, section 2.2.
 */
function beginFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (thrown) {
    // Another process may have been first.
    if (!existsSync(path)) throw thrown;
  }
}
