import { statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { sep } from 'node:path';
import { once } from '#shared/domain/counting.ts';
import type { StorageFault } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type AnswerLog, resumeAnswerLog } from './answer-log.ts';
import { publishNotice, removeNotice, writeNextNotice } from './backups/restore-files.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './database.ts';
import { type OpenDatabase, type Opening, takeOwnership } from './open-file.ts';
import {
  type Call,
  type Called,
  createCalls,
  openSessionsThread,
  type Send,
  type SessionsThread,
  type WorkspacePlace,
} from './rpc.ts';
import { countOf, resultOf, storageFaultOf } from './sqlite.ts';
import { methodOf } from './sessions/session-stores.ts';
import { createRepositories, type Stores } from './stores.ts';
import type { PlaceRisk, RestoreFindings, RestoreNotice } from '#shared/domain/backup.ts';

/** The nouns that have a thread of their own. */
type Apart = 'sessions' | 'findings';

/**
 * The nouns whose stores are called as they are: an answer at once, a failure thrown (`failureOf` says what it means). Calls of the others
 * are asynchronous still, and their failures values.
 */
const inPlace = [
  'tldSets',
  'watching',
  'attention',
  'activity',
  'domainImports',
  'domains',
  'paces',
  'deviations',
  'listViews',
  'lastOrders',
  'registryRuns',
  'children',
  'tlds',
  'templates',
  'drafts',
  'clients',
  'settings',
  'doubts',
  'restored',
  'teamOutbox',
  'teamFacts',
  'team',
  'accounts',
] as const satisfies readonly Exclude<keyof Stores, Apart>[];
type InPlace = (typeof inPlace)[number];

/** The stores of every noun. */
export type WorkspaceClient = Pick<Stores, InPlace> & Called<Omit<Stores, InPlace>>;

/** What is done around each call of a store: nothing, but in tests and benches. */
export type Around = <T>(call: () => T, of: Omit<Call, 'id' | 'lent'>) => T;
const atOnce: Around = (call) => call();

/** @param send Calls the stores that are not called as they are. */
export function createClient(stores: object, around: Around, send: Send): WorkspaceClient {
  const client = createCalls<Omit<Stores, InPlace>>(send);
  for (const area of inPlace)
    Object.defineProperty(client, area, {
      get: once(() => storeWithin(stores, area, around)),
      enumerable: true,
    });
  return client as WorkspaceClient; // The rest was just defined.
}

function storeWithin(stores: object, area: string, around: Around): object {
  const methods = Object.keys(Reflect.get(stores, area) as object);
  return Object.fromEntries(
    methods.map((method) => {
      const called = methodOf(stores, area, method);
      return [method, (input: unknown) => around(() => called(input), { area, method, input })];
    }),
  );
}

/** Everything that is stored on this machine, except keys, grouped by noun. */
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
  /** Flushes pending writes and closes the file; any later call fails with `cancelled`. */
  readonly close: () => Promise<void>;
}

/** A file that is open on this thread. */
export interface OpenFile extends OpenDatabase {
  /** Brings what stands beside the file into it, and gives the workspace free. */
  readonly close: () => void;
}

/**
 * Takes the workspace for this process, and opens its file, or creates one.
 *
 * Fails with: `busy` where another process owns it, `newer-version`, `read-only`, `full`. A damaged file is
 * not a failure: it is quarantined, and `opening.notice` says so.
 */
export function openHere(
  directory: string,
  now: () => Date = () => new Date(),
): Result<OpenFile, StorageFault> {
  const owned = takeOwnership(directory);
  if (!owned.ok) return owned;
  const found = openDatabase(directory, migrations, now);
  if (!found.ok) {
    owned.value.giveBack();
    return found;
  }
  const { database } = found.value;
  return ok({
    ...found.value,
    close() {
      // Not for a copy that is still being made: the next start does it.
      database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      owned.value.giveBack();
    },
  });
}

/** Opens the workspace, or creates one; records what a killed process had not recorded. Fails with: `storage`, as {@link openHere} does. */
export async function openWorkspace(
  place: WorkspacePlace,
  around: Around = atOnce,
): Promise<Result<Workspace>> {
  const opened = openHere(place.directory);
  if (!opened.ok) return fail({ kind: 'storage', fault: opened.error });
  const { opening, close: closeFile } = opened.value;
  const thread = openSessionsThread(place);
  const made = await resultOf(async () => {
    const { client, close } = clientOver(opened.value, thread, around);
    const answerLog = await resumeAnswerLog(place.directory, client.sessions);
    const own = {
      ...restoreOf(place.directory, opening),
      opening,
      answerLog,
      async close() {
        answerLog.close();
        await close();
      },
    };
    return Object.assign(client, own);
  });
  if (!made.ok) {
    await thread.close();
    closeFile();
  }
  return made;
}

/** The stores of an open file: those of the sessions on their thread, the others here. */
function clientOver(
  { database, close }: OpenFile,
  thread: SessionsThread,
  around: Around,
): { readonly client: WorkspaceClient; readonly close: () => Promise<void> } {
  let isClosed = false;
  const stores = createRepositories(database);
  const here = sendHere(stores, around);
  if (hasRemovedSessions(database)) thread.start();
  return {
    client: createClient(stores, around, (call, giveBack) =>
      isApart(call.area) && !isListed(call) ? thread.send(call, giveBack) : here(call),
    ),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await thread.close();
      close();
    },
  };
}

/** Calls of stores on this thread, with their failures as values. */
export const sendHere =
  (stores: object, around: Around) =>
  (call: Omit<Call, 'id'>): Promise<Result<unknown>> =>
    resultOf(() => around(() => methodOf(stores, call.area, call.method)(call.input), call));

/** Lists of sessions are read here: most starts ask for no more, and need no further thread. */
const isListed = ({ area, method }: Pick<Call, 'area' | 'method'>): boolean =>
  area === 'sessions' && (method === 'list' || method === 'ofAssistants');

export const isApart = (area: string): area is Apart => area === 'sessions' || area === 'findings';

/** Their rows are deleted bit by bit, by their thread. */
const hasRemovedSessions = (database: DatabaseSync): boolean =>
  countOf(database, 'sessions WHERE account_id IS NULL')() > 0;

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
