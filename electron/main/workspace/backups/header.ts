import { closeSync, openSync, readSync } from 'node:fs';

const magic = 'SQLite format 3\0';
/** Source: https://www.sqlite.org/fileformat.html, section 1.3: the user version, big end first. */
const versionAt = 60;
const headerBytes = 100;

/** The version of a workspace's file by its first bytes alone; null where it is none. */
export function versionInHeader(path: string): number | null {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return null;
  } finally {
    closeSync(file);
  }
  return header.toString('latin1', 0, magic.length) === magic ? header.readInt32BE(versionAt) : null;
}
