import { statfs } from 'node:fs/promises';
import { sep } from 'node:path';
import { fail, ok, type Result } from '#shared/result.ts';
import { type AnswerLog, resumeAnswerLog } from './answer-log.ts';
import { publishNotice, removeNotice, writeNextNotice } from './backups/restore-files.ts';
import type { Opening } from './open-file.ts';
import { type ConnectedWorkspace, connectWorkspace, createClient, type WorkspaceClient } from './rpc.ts';
import { storageFaultOf } from './sqlite.ts';
import type { WorkspacePlace } from './thread.ts';
import type { PlaceRisk, RestoreFindings, RestoreNotice } from '#shared/domain/backup.ts';

/**
 * Everything that is stored on this machine, except keys. Methods are asynchronous and grouped by area; each failure is
 * a value.
 */
export interface Workspace extends WorkspaceClient {
  readonly opening: Opening;
  /** A restore that was not acknowledged yet: until then no paid change is sent (F4). Null where there is none. */
  readonly restoreNotice: () => RestoreNotice | null;
  /** The user has reviewed what may have changed since. Fails with: `storage`; then it is still to be acknowledged. */
  readonly acknowledgeRestore: () => Result<null>;
  /** What was found while the workspace is open: from now on it is to be acknowledged. Throws errors of the disk. */
  readonly tellOfRestore: (notice: RestoreFindings) => void;
  /** Keeps the answers of sessions safe until they are recorded. */
  readonly answerLog: AnswerLog;
  /** Flushes pending writes and ends the thread; any later call is a bug. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the workspace, or creates one; records what a killed process had not recorded.
 *
 * @param reaching A connection that is already being made; a new one by default.
 *
 * Fails as {@link connectWorkspace} does.
 */
export async function openWorkspace(
  place: WorkspacePlace,
  reaching: Promise<Result<ConnectedWorkspace>> = connectWorkspace(place),
): Promise<Result<Workspace>> {
  const reached = await reaching;
  if (!reached.ok) return reached;
  const { opening, send, close } = reached.value;
  const client = createClient(send);
  const answerLog = await resumeAnswerLog(place.directory, client.sessions);
  const closeAll = (): Promise<void> => {
    answerLog.close();
    return close();
  };
  const own = { ...restoreOf(place.directory, opening), opening, answerLog, close: closeAll };
  return ok(Object.assign(client, own));
}

/** The notice of a restore, until it is acknowledged. */
export function restoreOf(
  directory: string,
  opening: Opening,
): Pick<Workspace, 'restoreNotice' | 'acknowledgeRestore' | 'tellOfRestore'> {
  let { notice } = opening;
  return {
    restoreNotice: () => notice,
    tellOfRestore(found) {
      // The earlier one says more of what was replaced; the doubts of this one are listed either way.
      if (notice?.kind === 'known') return;
      const announced = { ...found, ...(notice?.kind === 'failed' && { failed: notice.failed }) };
      writeNextNotice(directory, announced);
      publishNotice(directory);
      notice = announced;
    },
    acknowledgeRestore() {
      try {
        removeNotice(directory);
      } catch (thrown) {
        const fault = storageFaultOf(thrown);
        if (fault === null) throw thrown;
        return fail({ kind: 'storage', fault });
      }
      notice = null;
      return ok(null);
    },
  };
}

/** Patterns for the names of folders that are synchronised to other computers. */
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
 * Network file systems. Source: statfs(2) of Linux: NFS, SMB, SMB2, CIFS, AFS, CODA, NCP, 9P. FUSE is left out, because
 * most of its file systems are local.
 */
const networkTypes = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x73757245, 0x564c, 0x01021997,
]);

/**
 * Whether SQLite is unsafe in the folder: locks of network file systems are unreliable, and a program that synchronises
 * folders copies a file while it is written. Decided by the path, and on Linux by the file system too. Source:
 * https://www.sqlite.org/howtocorrupt.html, sections 2.1 and 1.2; D9.
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
    return 0; // An unknown file system gives no warning.
  }
}
