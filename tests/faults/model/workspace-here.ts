import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeychainFault } from '../../../shared/errors.ts';
import type { Keychain } from '../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { defaultLimits, type SpendingLimits } from '../../../shared/domain/limits.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { resumeAnswerLog } from '../../../electron/main/workspace/answer-log.ts';
import { openSessionsThread, type Send } from '../../../electron/main/workspace/rpc.ts';
import type { Opening } from '../../../electron/main/workspace/open-file.ts';
import { createRepositories } from '../../../electron/main/workspace/stores.ts';
import { backupName } from '../../../electron/main/workspace/backups/restore-files.ts';
import {
  type Around,
  createClient,
  isApart,
  openHere,
  restoreOf,
  sendHere,
  type Workspace,
  type WorkspaceClient,
} from '../../../electron/main/workspace/workspace.ts';
import { workerUrl } from '../../support/workspace/a-workspace.ts';
import { observePortfolio, type PortfolioObserver } from './portfolio-seen.ts';
import type { StepOf } from './steps.ts';
import type { RestoreNotice } from '#shared/domain/backup.ts';

/** Whether this process reads or writes a file by itself: the marks of the journal beside the workspace are written so. */
export const isAtFiles = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'CloseReq');

/** A workspace as one process has it. */
export interface ProcessWorkspace {
  readonly workspace: Workspace;
  /** Whether anything that was asked is not answered yet. */
  readonly isBusy: () => boolean;
  /** The process ends without a word: whatever was asked is never answered, and the file is free. */
  readonly kill: () => Promise<void>;
}

interface Reached {
  readonly opening: Opening;
  readonly clientWithin: (around: Around, sending: (send: Send) => Send) => WorkspaceClient;
  /** As a window that is closed does it. */
  readonly close: () => Promise<void>;
  /** As the end of the process does it. */
  readonly drop: () => Promise<unknown>;
}

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** Thrown where a process that has been killed would have gone on. */
class Killed extends Error {
  override readonly name = 'Killed';
}

/** The workspace of a process, with its calls counted and cut off when the process is killed. */
export async function openProcessWorkspace(
  directory: string,
  isOnThread: boolean,
  now: () => Date,
): Promise<Result<ProcessWorkspace>> {
  const reached = reach(directory, isOnThread, now);
  if (!reached.ok) return reached;
  const { opening, clientWithin, close, drop } = reached.value;
  const ending = new AbortController();
  const isKilled = (): boolean => ending.signal.aborted;
  const mayAsk = atOneMoment(now);
  let underWay = 0;

  const around: Around = (call) => {
    if (isKilled()) throw new Killed();
    mayAsk();
    return call();
  };
  const counted =
    (send: Send): Send =>
    async (...asked) => {
      if (isKilled()) return await never();
      underWay += 1;
      try {
        const answered = await send(...asked);
        return isKilled() ? await never() : answered;
      } catch (thrown) {
        if (isKilled()) return await never();
        throw thrown;
      } finally {
        underWay -= 1;
      }
    };

  const client = clientWithin(around, counted);
  const answerLog = await resumeAnswerLog(directory, client.sessions);
  return ok({
    workspace: Object.assign(client, {
      ...restoreOf(directory, opening),
      opening,
      answerLog,
      async close() {
        answerLog.close();
        underWay += 1;
        await close();
        underWay -= 1;
      },
    }),
    isBusy: () => underWay > 0 && !isKilled(),
    async kill() {
      ending.abort();
      answerLog.close();
      await drop();
    },
  });
}

const mostAtOneMoment = 10_000;

/** Fails where something is asked again and again while the clock stands still: it would never go on. */
function atOneMoment(now: () => Date): () => void {
  let [momentMs, count] = [0, 0];
  return () => {
    const nowMs = now().getTime();
    count = nowMs === momentMs ? count + 1 : 1;
    momentMs = nowMs;
    if (count > mostAtOneMoment) throw new Error('The program asks its file without end');
  };
}

/** @param isOnThread Whether sessions have their thread; else a call of theirs, too, is done when it is made. */
function reach(directory: string, isOnThread: boolean, now: () => Date): Result<Reached> {
  const opened = openHere(directory, now);
  if (!opened.ok) return fail({ kind: 'storage', fault: opened.error });
  const { database, opening, close } = opened.value;
  const repositories = createRepositories(database);
  const thread = isOnThread ? openSessionsThread({ directory, workerUrl }) : null;
  return ok({
    opening,
    clientWithin: (around, sending) =>
      createClient(
        repositories,
        around,
        sending((call, giveBack) =>
          thread !== null && isApart(call.area)
            ? thread.send(call, giveBack)
            : sendHere(repositories, around)(call),
        ),
      ),
    async close() {
      await thread?.close();
      close();
    },
    async drop() {
      await thread?.drop();
      close();
    },
  });
}

/** An entry of the journal as it stands in the file, read past all of the program's code. */
export interface EntryOnDisk {
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  readonly state: string;
  readonly event: string;
  readonly hash: string;
}

/** What may be spent without confirming it, as the file has it; null where nothing is set. */
export interface LimitsThen {
  readonly workspace: SpendingLimits;
  readonly account: SpendingLimits | null;
}

/** Looks at the file from outside. */
export interface Observer extends PortfolioObserver {
  readonly entries: () => number;
  readonly after: (seq: number) => readonly EntryOnDisk[];
  readonly accounts: () => readonly {
    readonly id: string;
    readonly baseUrl: string;
    readonly username: string;
    readonly isRemoved: boolean;
  }[];
  /** Batches that are not over, and changes that are planned. */
  readonly underWay: () => number;
  /** Each batch, and whether it is marked as proposed by an assistant. */
  readonly proposals: () => ReadonlyMap<string, boolean>;
  readonly isAssistantOn: () => boolean;
  /** What the file has as ordered last, as text, and for which account. */
  readonly lastOrders: () => readonly { readonly accountId: string; readonly text: string }[];
  /** What may be spent now, of the workspace and of an account; null where none is set. */
  readonly limits: (accountId: string) => LimitsThen;
  readonly close: () => void;
}

export function observe(directory: string): Observer {
  const database = new DatabaseSync(join(directory, 'workspace.sqlite'), { readOnly: true, timeout: 2_000 });
  const count = database.prepare('SELECT entries FROM journal_head');
  const after = database.prepare(
    'SELECT seq, change_id AS changeId, at, state, event, hash FROM journal_entries WHERE seq > ? ORDER BY seq',
  );
  const accounts = database.prepare(
    'SELECT id, base_url AS baseUrl, username, removed_at IS NOT NULL AS isRemoved FROM accounts',
  );
  const underWay = database.prepare(`
    SELECT (SELECT count(*) FROM batches WHERE state NOT IN ('done', 'stopped')) +
      (SELECT count(*) FROM journal_changes WHERE state = 'planned') AS count`);
  const proposals = database.prepare('SELECT id, proposal IS NOT NULL AS isProposed FROM batches');
  const isAssistantOn = database.prepare("SELECT value FROM settings WHERE name = 'assistantsEnabled'");
  const lastOrders = database.prepare('SELECT account_id AS accountId, body FROM last_orders');
  const setting = database.prepare("SELECT value FROM settings WHERE name = 'limits'");
  const options = database.prepare("SELECT options -> '$.limits' AS limits FROM accounts WHERE id = ?");
  return {
    ...observePortfolio(database),
    // The columns of the statement above.
    accounts: () =>
      accounts.all().map((row) => ({ ...row, isRemoved: row['isRemoved'] === 1 })) as unknown as ReturnType<
        Observer['accounts']
      >,
    underWay: () => Number(underWay.get()?.['count'] ?? 0),
    proposals: () => new Map(proposals.all().map(({ id, isProposed }) => [String(id), isProposed === 1])),
    isAssistantOn: () => isAssistantOn.get()?.['value'] === 'true',
    lastOrders: () =>
      lastOrders.all().map(({ accountId, body }) => ({
        accountId: String(accountId),
        text: body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : String(body),
      })),
    limits: (accountId) => ({
      workspace: limitsIn(setting.get()?.['value']) ?? defaultLimits,
      account: limitsIn(options.get(accountId)?.['limits']),
    }),
    entries: () => Number(count.get()?.['entries'] ?? 0),
    // The columns of the statement above.
    after: (seq) => after.all(seq) as unknown as readonly EntryOnDisk[],
    close: () => database.close(),
  };
}

/** Written by the program, which parsed them. */
const limitsIn = (text: unknown): SpendingLimits | null =>
  typeof text === 'string' ? (JSON.parse(text) as SpendingLimits | null) : null;

/** Brings what stands beside the file into it, as the last to close it does. Nothing else may have it open. */
export function foldLog(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** A copy of a workspace's file in a folder of its own, until this process ends. */
export function copyOut(path: string, beside: string): string {
  foldLog(path);
  const folder = mkdtempSync(join(beside, 'namedesk-foreign-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'workspace.sqlite');
  copyFileSync(path, copy);
  return copy;
}

/** Puts a backup that was made elsewhere among the own ones. @returns Its name. */
export function copyIntoBackups(file: string, workspace: string, at: Date): string {
  const name = backupName(at, 'by-hand');
  mkdirSync(join(workspace, 'backups'), { recursive: true, mode: 0o700 });
  copyFileSync(file, join(workspace, 'backups', name));
  return name;
}

const spoilt: Readonly<Record<StepOf<'odd-backup'>['how'], string>> = {
  table: 'CREATE TABLE "a table of mine" (a TEXT)',
  view: 'CREATE VIEW seen AS SELECT * FROM settings',
  trigger: 'CREATE TRIGGER mine AFTER INSERT ON settings BEGIN DELETE FROM journal_entries; END',
  index: 'CREATE INDEX mine ON settings (value)',
  column: 'ALTER TABLE settings ADD COLUMN mine TEXT',
  hostile:
    'CREATE TABLE "settings; DROP TRIGGER main.journal_entries_stay; DELETE FROM main.journal_entries; /*" (a TEXT)',
};

/** A copy of a backup among the others, with something in it that is not ours. @returns Its name. */
export function spoiltBackup(
  workspace: string,
  from: string,
  how: StepOf<'odd-backup'>['how'],
  at: Date,
): string {
  const name = copyIntoBackups(join(workspace, 'backups', from), workspace, new Date(at.getTime() + 1));
  const database = new DatabaseSync(join(workspace, 'backups', name));
  database.exec(spoilt[how]);
  database.close();
  return name;
}

/** @param at Of a page: its share of the file. */
export function damageFile(path: string, how: StepOf<'damage'>['how'], at: number): void {
  if (how === 'page') {
    foldLog(path);
    zeroPage(path, at);
    return;
  }
  for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true });
  if (how === 'gone') truncateSync(path, 0);
  else if (how === 'cut') truncateSync(path, Math.floor(statSync(path).size / 2));
  else writeFileSync(path, Buffer.alloc(200, 0x5a), { flag: 'r+' });
}

/** Fills one page of a database that nobody has open with zeros; `at` is its share of the file, and the first page is left. */
function zeroPage(path: string, at: number): void {
  const bytes = readFileSync(path);
  const pageSize = bytes.readUInt16BE(16);
  const page = 1 + Math.floor(at * (bytes.length / pageSize - 1));
  writeFileSync(path, bytes.fill(0, page * pageSize, (page + 1) * pageSize));
}

/** Backups, and files that were put away as damaged. */
export function keptFilesIn(workspace: string): readonly string[] {
  const [folder, own] = [join(workspace, 'backups'), readdirSync(workspace)];
  const backups = existsSync(folder) ? readdirSync(folder) : [];
  return [
    ...own.filter((name) => name.startsWith('workspace.sqlite.damaged')).map((name) => join(workspace, name)),
    ...backups.filter((name) => name.endsWith('.sqlite')).map((name) => join(folder, name)),
  ];
}

/** The hashes of the entries in a file that was put away; null where it cannot be read. */
export const hashesIn = (path: string): ReadonlySet<string> | null =>
  readFrom(path, (database) => {
    const rows = database.prepare('SELECT hash FROM journal_entries').all();
    return new Set(rows.map(({ hash }) => String(hash)));
  });

/** How many domains an account has in a file that was put away; null where the file cannot be read, or does not hold the account. */
export const domainsIn = (path: string, accountId: string): number | null =>
  readFrom(path, (database) => {
    const row = database
      .prepare(
        'SELECT (SELECT count(*) FROM domains WHERE account_id = a.id) AS count FROM accounts a WHERE id = ?',
      )
      .get(accountId);
    return row === undefined ? null : Number(row['count']);
  });

function readFrom<T>(path: string, read: (database: DatabaseSync) => T): T | null {
  if (!existsSync(path)) return null;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return read(database);
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** What the window says that it could not bring back: what could not be read, or parts from the journal of the backup. */
export const isUnread = (notice: RestoreNotice | null): boolean =>
  notice !== null && (notice.kind !== 'known' || notice.changes.reading !== 'whole');

/** The keychain of this machine as one process has it; where there is none, that is what it says. */
export function keychainOver(
  entries: Map<string, string>,
  isThere: boolean,
  isOver: () => boolean,
): Keychain {
  const call = <T>(work: () => T): Promise<Result<T, KeychainFault>> => {
    if (isOver()) return never();
    return Promise.resolve(isThere ? ok(work()) : fail('no-service'));
  };
  return {
    get: (entry) =>
      call(() => {
        const secret = entries.get(entry);
        return secret === undefined ? null : new Secret(secret);
      }),
    set: (entry, secret) => call(() => (entries.set(entry, secret.reveal()), null)),
    delete: (entry) => call(() => (entries.delete(entry), null)),
  };
}
