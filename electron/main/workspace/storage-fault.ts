import type { StorageFault } from '#shared/app-error.ts';

const byResultCode: Readonly<Record<number, StorageFault>> = {
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  8: 'read-only', // SQLITE_READONLY
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'read-only', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};

const byErrno: Readonly<Record<string, StorageFault>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOTDIR: 'read-only',
  EISDIR: 'read-only',
  EEXIST: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** What kept the workspace from being read or written; null where the thrown thing is a bug of ours. */
export function storageFaultOf(thrown: unknown): StorageFault | null {
  if (thrown instanceof DamagedRow) return 'damaged';
  if (!(thrown instanceof Error)) return null;
  if ('errcode' in thrown && typeof thrown.errcode === 'number') {
    // The low byte is the primary result code. Source: https://www.sqlite.org/rescode.html
    return byResultCode[thrown.errcode & 0xff] ?? null;
  }
  return 'code' in thrown && typeof thrown.code === 'string' ? (byErrno[thrown.code] ?? null) : null;
}

/** A row that SQLite gave without complaint and that is not what was written: most bit rot goes unnoticed by SQLite. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}
