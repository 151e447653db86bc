import { storageFaults } from './failures.ts';

/** Why a copy of the workspace was made. `removal`: before an account was removed. */
export const backupReasons = ['daily', 'by-hand', 'migration', 'restore', 'removal'] as const;

/**
 * Why what was done may not be known. `damaged`: the workspace could not be read, and a backup replaced it; `older`: its file is
 * older than what was sent; `other-workspace`: another workspace of the user has paid with the same login.
 */
export const restoreReasons = ['asked', 'damaged', 'older', 'other-workspace'] as const;

/** Why a backup that was asked for could not be restored; `missing`: it was not there any more; `bug`: an error of the program. */
export const restoreFaults = [...storageFaults, 'missing', 'bug'] as const;

/**
 * How far the journal of the replaced file could be read and carried over.
 *
 * - `whole`: completely: nothing is missing.
 * - `in-part`: up to an entry; what came after it is not known.
 * - `unreadable`: nothing.
 * - `apart`: it does not continue the journal of the backup, so nothing of it can be added.
 */
export const chainReadings = ['whole', 'in-part', 'unreadable', 'apart'] as const;
