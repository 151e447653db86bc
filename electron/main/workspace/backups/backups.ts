import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { renameDurably, sizeOf, syncFile } from '../../system/durable-files.ts';
import { createJobThread, type JobThread, type ThreadUrl } from '../../system/job-thread.ts';
import type { Logger } from '../../system/log.ts';
import { createMutex } from '../../system/queue.ts';
import { invalidInput } from '../../system/texts.ts';
import { storageFaultOf } from '../sqlite.ts';
import type { Workspace } from '../workspace.ts';
import {
  filesIn,
  listBackups,
  type Listed,
  noteVerification,
  type readCopy,
  type ReadingTask,
} from './catalogue.ts';
import { backupName, backupsFolder, companionsOf, writeMarker } from './restore-files.ts';
import type { ActiveWork } from '#shared/domain/update.ts';
import type { Backup, BackupReason, SinceBackup } from '#shared/domain/backup.ts';

interface BackupsDeps {
  readonly workspace: Pick<Workspace, 'journal' | 'codeAccesses' | 'opening'>;
  /** The workspace's directory. */
  readonly directory: string;
  /** Makes copies, and verifies them. */
  readonly reader: JobThread<(task: ReadingTask) => ReturnType<typeof readCopy>>;
  /** Active work that a restore would interrupt. */
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
  readonly now: () => Date;
  readonly note: Logger['note'];
  readonly onBug: (thrown: unknown) => void;
}

export type Backups = ReturnType<typeof createBackups>;

/** Copies of the workspace: made once a day, before a migration and by hand. The newest seven are kept. */
export function createBackups(deps: BackupsDeps) {
  const folder = backupsFolder(deps.directory);
  const queue = createQueue();

  async function make(reason: BackupReason): Promise<Result<Backup>> {
    const made = await makeBackup(deps, folder, reason);
    return made.ok ? shown(find(folder, made.value)) : made;
  }

  const makeInTurn = (reason: BackupReason) => queue.add(() => noted(deps, reason, () => make(reason)));
  const daily = createDaily(deps, folder, () => makeInTurn('daily'));

  return {
    folder,
    kept: keptOf.daily,
    /** The newest first; those that are not ours are known as such. Fails with: `storage`. */
    list: () => queue.add(() => list(deps, folder)),
    /** Makes a backup and verifies it. Fails with: `storage`. */
    make: (reason: 'by-hand' | 'removal' = 'by-hand') => makeInTurn(reason),
    /** Fails with: `invalid-input` (no backup of this name), `storage`. */
    verify: (name: string) => queue.add(async () => shown(await verify(deps, folder, name))),
    /** What a restore would lose; the backup is verified first. Fails with: `invalid-input`, `storage`. */
    since: (name: string) => queue.add(() => since(deps, folder, name)),
    /**
     * Marks the backup to replace the workspace at the next start. Fails with: `invalid-input` (no such backup, a
     * damaged or newer one, or active work that would be interrupted), `storage`.
     */
    restoreAtNextStart: (name: string) => queue.add(() => restoreAtNextStart(deps, folder, name)),
    async close() {
      const closed = queue.close();
      daily.stop();
      // A copy that is being made cannot be interrupted; what it leaves is removed before the next one.
      await Promise.race([
        deps.reader.close().then(() => closed),
        wait(longestCloseMs, undefined, { ref: false }),
      ]);
    },
  };
}

/** How long the end of the program waits for a copy. */
const longestCloseMs = 3_000;

/** Runs tasks one at a time; disk errors become `Result` values. */
function createQueue() {
  const inTurn = createMutex();
  let isClosed = false;
  return {
    add: <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
      inTurn(() => (isClosed ? Promise.resolve(fail({ kind: 'cancelled' })) : valuing(work))),
    /** Resolves when the running task has ended; the waiting ones are cancelled. */
    async close(): Promise<void> {
      isClosed = true;
      await inTurn(() => Promise.resolve());
    },
  };
}

/** Of each that was not verified, the schema is compared: what somebody else made is told before it is chosen (H4). */
async function list({ reader }: BackupsDeps, folder: string): Promise<Result<readonly Backup[]>> {
  for (const { name, state } of listBackups(folder)) {
    if (state !== 'unchecked') continue;
    const found = await reader.run({ path: join(folder, name), isWhole: false });
    if (!found.ok) return found;
    if (!found.value.isGood) noteVerification(folder, name, found.value);
  }
  return ok(listBackups(folder).map(asBackup));
}

async function verify(deps: BackupsDeps, folder: string, name: string): Promise<Result<Listed>> {
  const found = find(folder, name);
  if (!found.ok) return found;
  const verification = await deps.reader.run({ path: join(folder, name), isWhole: true });
  if (!verification.ok) return verification;
  noteVerification(folder, name, verification.value);
  return find(folder, name);
}

/** Verifies the file again: bit rot leaves no trace in its date. */
async function restoreAtNextStart(deps: BackupsDeps, folder: string, name: string): Promise<Result<unknown>> {
  const verified = await verify(deps, folder, name);
  if (!verified.ok) return verified;
  const { whyNot } = await whyNotNow(deps, verified.value);
  if (whyNot !== null) return invalidInput('name', whyNot);
  writeMarker(deps.directory, { name, at: deps.now().toISOString(), why: 'asked' });
  return ok({});
}

/** Why the backup cannot be restored now, and the changes being sent. Other open ones stay in the journal, and are in nobody's way. */
async function whyNotNow(
  { workspace, obstacles }: BackupsDeps,
  backup: Backup,
): Promise<{ readonly whyNot: string | null; readonly open: readonly Change[] }> {
  const read = await workspace.journal.open({ accountId: null });
  const whyNot = whyNotRestorable(backup, workspace.opening.version, await obstacles());
  return { whyNot, open: read.ok ? read.value.filter(({ state }) => state === 'sending') : [] };
}

async function since(deps: BackupsDeps, folder: string, name: string): Promise<Result<SinceBackup>> {
  const verified = await verify(deps, folder, name);
  if (!verified.ok) return verified;
  const { journal, codeAccesses } = deps.workspace;
  const [present, asked] = [
    await journal.health({ check: false }),
    await codeAccesses.health({ check: false }),
  ];
  if (!present.ok) return present;
  if (!asked.ok) return asked;
  const { entries, changes, accesses } = verified.value.verification ?? nothing;
  const { whyNot, open } = await whyNotNow(deps, verified.value);
  return ok({
    backup: asBackup(verified.value),
    whyNot,
    open: open.slice(0, mostOpenShown),
    openCount: open.length,
    entries: Math.max(0, present.value.entries - entries),
    changes: Math.max(0, present.value.changes - changes),
    accesses: Math.max(0, asked.value.lines - accesses),
  });
}

const mostOpenShown = 20;
const nothing = { entries: 0, changes: 0, accesses: 0 };

function find(folder: string, name: string): Result<Listed> {
  const found = listBackups(folder).find((each) => each.name === name);
  return found === undefined ? noSuchBackup : ok(found);
}

/** The newest undamaged daily or manual backup. Those of other reasons are copies of a state that was replaced. */
const lastOf = (folder: string): Backup | undefined =>
  listBackups(folder).find(
    (each) => (each.reason === 'daily' || each.reason === 'by-hand') && !isUnusable(each),
  );

const isUnusable = ({ state }: Backup): boolean => state === 'damaged' || state === 'foreign';

const asBackup = ({ name, madeAt, reason, bytes, version, state }: Backup): Backup => ({
  name,
  madeAt,
  reason,
  bytes,
  version,
  state,
});

const shown = (result: Result<Listed>): Result<Backup> => (result.ok ? ok(asBackup(result.value)) : result);

const noSuchBackup = fail({
  kind: 'invalid-input',
  field: 'name',
  reason: 'There is no such backup any more.',
});

async function valuing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    const fault = storageFaultOf(thrown);
    if (fault === null) throw thrown;
    return fail({ kind: 'storage', fault });
  }
}

/** The platform dependencies that backups need. */
interface PlatformDeps {
  readonly workspace: Workspace;
  readonly workspaceDirectory: string;
  readonly threadUrl: ThreadUrl;
  readonly log: Logger;
  readonly timer: Pick<BackupsDeps, 'sleep' | 'nowMs'>;
  readonly now: () => Date;
}

/** The backups of the given workspace. */
export const backupsFor = (
  { workspace, workspaceDirectory: directory, threadUrl, log, timer, now }: PlatformDeps,
  obstacles: BackupsDeps['obstacles'],
): Backups =>
  createBackups({
    workspace,
    directory,
    reader: createJobThread({ workerUrl: threadUrl('backup-reader-worker') }),
    obstacles,
    sleep: timer.sleep,
    nowMs: timer.nowMs,
    now,
    note: log.note,
    onBug: (thrown) => void log.bug(thrown),
  });

/** Makes a backup and logs it, or why there is none. Cancellation at the end of the application is not a failure. */
export async function noted(
  { note, nowMs }: Pick<BackupsDeps, 'note' | 'nowMs'>,
  reason: BackupReason,
  make: () => Promise<Result<Backup>>,
): Promise<Result<Backup>> {
  const startMs = nowMs();
  try {
    const made = await make();
    if (made.ok) {
      const durationMs = Math.round(nowMs() - startMs);
      note('backup.made', { reason, bytes: made.value.bytes, durationMs });
    } else if (made.error.kind !== 'cancelled') {
      const fault = made.error.kind === 'storage' ? made.error.fault : 'otherwise';
      note('backup.failed', { reason, fault });
    }
    return made;
  } catch (thrown) {
    note('backup.failed', { reason, fault: storageFaultOf(thrown) ?? 'otherwise' });
    throw thrown;
  }
}

const waitFor: Readonly<Record<ActiveWork, string>> = {
  session: 'A bulk lookup is running: pause it first.',
  change: 'A change is being sent: let that finish first.',
  batch: 'A batch is being applied: pause it first.',
  codes: 'Transfer codes are being requested: let that finish first.',
  import: 'Domains are being imported: let that finish first.',
  export: 'A file is being written: let that finish first.',
};

const foreignWords =
  'This file is no backup that Namedesk made, or its tables were changed since. It is never restored, and nothing in it was used.';

/** Why the backup cannot be restored now, as a sentence; null where it can. */
export function whyNotRestorable(
  { state, version }: Backup,
  presentVersion: number,
  obstacles: readonly ActiveWork[],
): string | null {
  if (state === 'foreign') return foreignWords;
  if (state !== 'good') return 'This backup is damaged.';
  if ((version ?? 0) > presentVersion) return 'This backup was made by a newer version of Namedesk.';
  const [first] = obstacles;
  return first === undefined ? null : waitFor[first];
}

/**
 * Copies the workspace, verifies the copy, and only then gives it a backup's name; then deletes outdated backups.
 *
 * @returns Its name.
 * Fails with: `storage` (`full` before anything is written; `damaged` where the copy is damaged because the workspace
 * is), `cancelled`. Throws errors of the disk.
 */
async function makeBackup(
  { directory, reader, now }: BackupsDeps,
  folder: string,
  reason: BackupReason,
): Promise<Result<string>> {
  const name = backupName(now(), reason);
  const path = beginFile(folder, name);
  try {
    if (!(await hasRoom(directory, folder))) return fail({ kind: 'storage', fault: 'full' });
    const found = await reader.run({ path, isWhole: true, copyOf: directory });
    if (!found.ok) return found;
    if (!found.value.isGood) return fail({ kind: 'storage', fault: 'damaged' });
    syncFile(path);
    renameDurably(path, join(folder, name));
    noteVerification(folder, name, found.value);
  } finally {
    rmSync(path, { force: true });
  }
  for (const old of outlived(listBackups(folder))) removeBackup(folder, old.name);
  return ok(name);
}

/** Part of a copy's file name until the copy is verified. */
export const unfinished = '.unfinished';
/** Kept free for everything else that is written meanwhile. */
const spareBytes = 16 * 1_024 * 1_024;

/**
 * Creates an empty file and its folder, both readable by their owner alone; removes unfinished copies of a killed
 * process.
 */
function beginFile(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const left of filesIn(folder).filter((each) => each.includes(unfinished))) rmSync(join(folder, left));
  const path = join(folder, `${name}${unfinished}`);
  closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
  return path;
}

/** Whether the backup folder has room for a copy of the workspace. */
async function hasRoom(directory: string, folder: string): Promise<boolean> {
  const path = join(directory, 'workspace.sqlite');
  const wanted = [path, `${path}-wal`].reduce((sum, each) => sum + sizeOf(each), 0);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= wanted + spareBytes;
}

/** Removes a backup and the answer logs stored with it. */
function removeBackup(folder: string, name: string): void {
  for (const file of [name, ...companionsOf(name, filesIn(folder))])
    rmSync(join(folder, file), { force: true });
}

/** How many backups of each reason are kept: a week of daily ones, the last few of the others. */
export const keptOf: Readonly<Record<BackupReason, number>> = {
  daily: 7,
  'by-hand': 7,
  migration: 3,
  restore: 3,
  removal: 3,
};

/**
 * The outdated backups: those older than the good ones that are kept of their reason. A damaged or foreign backup never
 * displaces a good one.
 *
 * @param backups The newest first.
 */
export function outlived(backups: readonly Backup[]): readonly Backup[] {
  const good: Record<BackupReason, number> = { daily: 0, 'by-hand': 0, migration: 0, restore: 0, removal: 0 };
  return backups.filter((backup) => {
    const { reason } = backup;
    const isOver = good[reason] >= keptOf[reason];
    if (!isUnusable(backup)) good[reason] += 1;
    return isOver;
  });
}

/** By then the start is over, and the work that it began is running. */
const firstCheckMs = 60_000;
const betweenChecksMs = 600_000;
const oneDayMs = 86_400_000;

/**
 * Makes a backup whenever the last one is older than a day: checked a minute after the start, and regularly in a long
 * run.
 */
function createDaily(
  { sleep, now, onBug }: BackupsDeps,
  folder: string,
  make: () => Promise<unknown>,
): { readonly stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function run(): Promise<void> {
    for (let waitMs = firstCheckMs; ; waitMs = betweenChecksMs) {
      await sleep(waitMs, signal);
      // Where it fails, it is tried again at the next check.
      if (isDue()) await make();
    }
  }

  function isDue(): boolean {
    const last = lastOf(folder);
    // A date in the future was written with a wrong clock, and says nothing about today.
    return last === undefined || Math.abs(now().getTime() - Date.parse(last.madeAt)) >= oneDayMs;
  }

  run().catch((thrown: unknown) => {
    if (!signal.aborted) onBug(thrown);
  });
  return { stop: () => stopped.abort() };
}
