import { statfs } from 'node:fs/promises';
import { sep } from 'node:path';
import type { PlaceRisk } from '#shared/domain/backup.ts';

/** Folders that are copied to other computers by themselves, by a part of their name. */
const syncedFolders: readonly RegExp[] = [
  /^dropbox( \(.+\))?$/i,
  /^onedrive( - .+)?$/i,
  /^google ?drive$/i,
  /^googledrive-.+$/i,
  /^my drive$/i,
  /^icloud ?drive$/i,
  /^com~apple~clouddocs$/i,
  /^mobile documents$/i,
  /^cloudstorage$/i,
  /^box( sync)?$/i,
  /^nextcloud$/i,
  /^owncloud$/i,
  /^pcloud ?drive$/i,
  /^syncthing$/i,
  /^mega(sync)?$/i,
];

/**
 * File systems of other computers. Source: statfs(2) of Linux: NFS, SMB, SMB2, CIFS, AFS, CODA, NCP, 9P; FUSE is left out,
 * because most of what it carries is local.
 */
const networkTypes = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x73757245, 0x564c, 0x01021997,
]);

/**
 * Whether the folder is one that SQLite is not safe in: a network's locks cannot be relied on, and a program that
 * synchronises folders copies a file while it is written. By what the path says, and on Linux by the file system.
 * Source: https://www.sqlite.org/howtocorrupt.html, sections 2.1 and 1.2; D9.
 */
export async function placeRiskOf(
  directory: string,
  platform: NodeJS.Platform = process.platform,
  typeOf: (directory: string) => Promise<number> = fileSystemType,
): Promise<PlaceRisk | null> {
  if (/^[\\/]{2}[^\\/.?]/.test(directory)) return 'network';
  const parts = directory.split(platform === 'win32' ? /[\\/]/ : sep);
  if (parts.some((part) => syncedFolders.some((shape) => shape.test(part)))) return 'synced';
  if (platform !== 'linux') return null;
  return networkTypes.has((await typeOf(directory)) >>> 0) ? 'network' : null;
}

async function fileSystemType(directory: string): Promise<number> {
  try {
    return (await statfs(directory)).type;
  } catch {
    return 0; // Where nothing is known, nothing is said.
  }
}
