import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup, BackupReason, SinceBackup } from '#shared/domain/backup.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { renameDurably, syncFile } from '../../system/durable-files.ts';
import { createJobThread, type JobThread } from '../../system/job-thread.ts';
import type { Logger } from '../../system/log.ts';
import { storageFaultOf } from '../sqlite.ts';
import type { Workspace } from '../workspace.ts';
import { filesIn, listBackups, type Listed, noteLooked, type readThrough } from './catalogue.ts';
import { backupName, backupsFolder, companionsOf, writeMarker } from './restore-files.ts';

/** Copies of the workspace: made once a day, before a migration and by hand; seven are kept. */
export interface Backups {
  readonly folder: string;
  readonly kept: number;
  /** The newest first. Fails with: `storage`. */
  readonly list: () => Promise<Result<readonly Backup[]>>;
  /** Makes one, by hand unless it is said why, and reads it through. Fails with: `storage`. */
  readonly make: (reason?: 'by-hand' | 'removal') => Promise<Result<Backup>>;
  /** Fails with: `invalid-input` (there is none of this name), `storage`. */
  readonly verify: (name: string) => Promise<Result<Backup>>;
  /** What would be forgotten; the backup is read through for it. Fails with: `invalid-input`, `storage`. */
  readonly since: (name: string) => Promise<Result<SinceBackup>>;
  /**
   * Writes down that it takes the workspace's place at the next start. Fails with: `invalid-input` (none of this name, a
   * damaged or newer one, or something is on its way that would be cut off), `storage`.
   */
  readonly restoreAtNextStart: (name: string) => Promise<Result<unknown>>;
  readonly close: () => Promise<void>;
}

interface BackupsDeps extends MakingDeps, NotingDeps {
  readonly workspace: Pick<Workspace, 'copies' | 'journal' | 'codeAccesses' | 'opening'>;
  /** What a restoring would cut off. */
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly onBug: (thrown: unknown) => void;
}

export function createBackups(deps: BackupsDeps): Backups {
  const folder = backupsFolder(deps.directory);
  const queue = createQueue();
  let isCopying = false;

  async function make(reason: BackupReason): Promise<Result<Backup>> {
    isCopying = true;
    const made = await makeBackup(deps, folder, reason).finally(() => {
      isCopying = false;
    });
    return made.ok ? shown(find(folder, made.value)) : made;
  }

  const makeInTurn = (reason: BackupReason) => queue.add(() => noted(deps, reason, () => make(reason)));

  const daily = createDaily({
    ...deps,
    lastMadeAt: () => lastOf(folder)?.madeAt ?? null,
    make: () => makeInTurn('daily'),
  });

  return {
    folder,
    kept: keptOf.daily,
    list: () => queue.add(() => Promise.resolve(ok(listBackups(folder).map(asBackup)))),
    make: (reason = 'by-hand') => makeInTurn(reason),
    verify: (name) => queue.add(async () => shown(await verify(deps, folder, name))),
    since: (name) => queue.add(() => since(deps, folder, name)),
    restoreAtNextStart: (name) => queue.add(() => restoreAtNextStart(deps, folder, name)),
    async close() {
      queue.close();
      daily.stop();
      if (isCopying) await deps.workspace.copies.stop({});
      await queue.emptied();
      await deps.reader.close();
    },
  };
}

/** One thing at a time; a fault of the disk becomes a value. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  return {
    add<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
      const mine = last.then(() => (isClosed ? fail({ kind: 'cancelled' }) : valuing(work)));
      last = mine.catch(() => undefined);
      return mine;
    },
    close() {
      isClosed = true;
    },
    emptied: () => last,
  };
}

async function verify(deps: BackupsDeps, folder: string, name: string): Promise<Result<Listed>> {
  const found = find(folder, name);
  if (!found.ok) return found;
  const looked = await deps.reader.run(join(folder, name));
  if (!looked.ok) return looked;
  noteLooked(folder, name, looked.value);
  return find(folder, name);
}

/** With a new look at the file: bits rot without leaving a trace in its date. */
async function restoreAtNextStart(deps: BackupsDeps, folder: string, name: string): Promise<Result<unknown>> {
  const verified = await verify(deps, folder, name);
  if (!verified.ok) return verified;
  const why = whyNotRestorable(verified.value, deps.workspace.opening.version, await activeWorkNow(deps));
  if (why !== null) return fail({ kind: 'invalid-input', field: 'name', reason: why });
  writeMarker(deps.directory, { name, at: deps.now().toISOString(), why: 'asked' });
  return ok({});
}

/** An uncertain change cuts nothing off, and would be forgotten all the same: whoever restores decides on it first. */
async function activeWorkNow({ workspace, obstacles }: BackupsDeps): Promise<readonly ActiveWork[]> {
  const open = await workspace.journal.open({ accountId: null });
  const isOpen = open.ok && open.value.length > 0;
  return isOpen ? ['change'] : obstacles();
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
  const { entries, changes, accesses } = verified.value.looked ?? nothing;
  return ok({
    backup: asBackup(verified.value),
    entries: Math.max(0, present.value.entries - entries),
    changes: Math.max(0, present.value.changes - changes),
    accesses: Math.max(0, asked.value.lines - accesses),
  });
}

const nothing = { entries: 0, changes: 0, accesses: 0 };

function find(folder: string, name: string): Result<Listed> {
  const found = listBackups(folder).find((each) => each.name === name);
  return found === undefined ? noSuchBackup : ok(found);
}

/** The newest that stands for its day: the others are of a state that was left. */
const lastOf = (folder: string): Backup | undefined =>
  listBackups(folder).find(
    ({ reason, state }) => (reason === 'daily' || reason === 'by-hand') && state !== 'damaged',
  );

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

/** What the services are made of, as far as backups need it. */
interface PlatformDeps {
  readonly workspace: Workspace;
  readonly workspaceDirectory: string;
  readonly backupReaderUrl: URL;
  readonly log: Logger;
  readonly timer: Pick<BackupsDeps, 'sleep' | 'nowMs'>;
  readonly now: () => Date;
}

/** The backups of the workspace that the services stand on. */
export const backupsFor = (
  { workspace, workspaceDirectory: directory, backupReaderUrl, log, timer, now }: PlatformDeps,
  obstacles: BackupsDeps['obstacles'],
): Backups =>
  createBackups({
    workspace,
    directory,
    reader: createJobThread({ workerUrl: backupReaderUrl }),
    obstacles,
    sleep: timer.sleep,
    nowMs: timer.nowMs,
    now,
    note: log.note,
    onBug: (thrown) => void log.bug(thrown),
  });

interface NotingDeps {
  readonly note: Logger['note'];
  readonly nowMs: () => number;
}

/** Makes a backup and notes it, or why there is none. That the application ended meanwhile is no failure. */
export async function noted(
  { note, nowMs }: NotingDeps,
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

/** What the end of the application would cut off. */
type ActiveWork = 'session' | 'change' | 'plan' | 'codes';

const waitFor: Readonly<Record<ActiveWork, string>> = {
  session: 'A bulk look-up is running: pause it first.',
  change: 'A change is on its way or uncertain: the backup may not know of it. Let it end first.',
  plan: 'A plan is being carried out: pause it first.',
  codes: 'Transfer codes are being fetched: let that end first.',
};

/** Why a backup may not take the workspace's place now, as a sentence; null where it may. */
export function whyNotRestorable(
  { state, version }: Backup,
  presentVersion: number,
  obstacles: readonly ActiveWork[],
): string | null {
  if (state !== 'good') return 'This backup is damaged.';
  if ((version ?? 0) > presentVersion) return 'This backup was made by a newer version of Namedesk.';
  const [first] = obstacles;
  return first === undefined ? null : waitFor[first];
}

interface MakingDeps {
  readonly workspace: Pick<Workspace, 'copies'>;
  /** Of the workspace. */
  readonly directory: string;
  /** Reads the copy at a path through. */
  readonly reader: JobThread<typeof readThrough>;
  readonly now: () => Date;
}

/**
 * Copies the workspace, reads the copy through, and only then gives it a backup's name; those that had their day go.
 *
 * @returns Its name.
 * Fails with: `storage` (`full` before anything is written; `damaged` where the copy is, because the workspace is),
 * `cancelled`. Throws what the disk throws.
 */
async function makeBackup(
  { workspace, directory, reader, now }: MakingDeps,
  folder: string,
  reason: BackupReason,
): Promise<Result<string>> {
  const name = backupName(now(), reason);
  const path = beginFile(folder, name);
  try {
    if (!(await hasRoom(directory, folder))) return fail({ kind: 'storage', fault: 'full' });
    const copied = await workspace.copies.make({ path });
    if (!copied.ok) return copied;
    if (copied.value.pages === null) return fail({ kind: 'cancelled' });
    const found = await reader.run(path);
    if (!found.ok) return found;
    if (!found.value.isGood) return fail({ kind: 'storage', fault: 'damaged' });
    syncFile(path);
    renameDurably(path, join(folder, name));
    noteLooked(folder, name, found.value);
  } finally {
    rmSync(path, { force: true });
  }
  for (const old of outlived(listBackups(folder))) removeBackup(folder, old.name);
  return ok(name);
}

/** Of a copy that was not finished: its name until it is read through. */
export const unfinished = '.unfinished';
/** Left for everything else that is written meanwhile. */
const spareBytes = 16 * 1_024 * 1_024;

/** An empty file for its owner alone, in a folder for its owner alone; what a killed copy left is removed. */
function beginFile(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const left of filesIn(folder).filter((each) => each.includes(unfinished))) rmSync(join(folder, left));
  const path = join(folder, `${name}${unfinished}`);
  closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
  return path;
}

/** Whether a copy of the workspace has room where the backups are. */
async function hasRoom(directory: string, folder: string): Promise<boolean> {
  const path = join(directory, 'workspace.sqlite');
  const wanted = [path, `${path}-wal`].reduce((sum, each) => sum + sizeOf(each), 0);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= wanted + spareBytes;
}

/** Removes a backup, and the answers that were put away with it. */
function removeBackup(folder: string, name: string): void {
  for (const file of [name, ...companionsOf(name, filesIn(folder))])
    rmSync(join(folder, file), { force: true });
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** How many of each reason are kept: of those made once a day a week's, of the others those of the last few times. */
export const keptOf: Readonly<Record<BackupReason, number>> = {
  daily: 7,
  'by-hand': 7,
  migration: 3,
  restore: 3,
  removal: 3,
};

/**
 * The backups that have had their day: older than as many good ones of their reason as are kept. A damaged one pushes no
 * good one out.
 *
 * @param backups The newest first.
 */
export function outlived(backups: readonly Backup[]): readonly Backup[] {
  const good: Record<BackupReason, number> = { daily: 0, 'by-hand': 0, migration: 0, restore: 0, removal: 0 };
  return backups.filter(({ reason, state }) => {
    const isOver = good[reason] >= keptOf[reason];
    if (state !== 'damaged') good[reason] += 1;
    return isOver;
  });
}

interface DailyDeps {
  /** When the last one was made that stands for its day; null where there is none. */
  readonly lastMadeAt: () => string | null;
  /** Where it comes to nothing, it is tried again at the next look. */
  readonly make: () => Promise<unknown>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
  readonly onBug: (thrown: unknown) => void;
}

/** A start is over by then, and what it found to do begun. */
const firstLookMs = 60_000;
const betweenLooksMs = 600_000;
const oneDayMs = 86_400_000;

/** Makes one whenever the last is older than a day: a minute after the start, and all through a long run. */
function createDaily(deps: DailyDeps): { readonly stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function run(): Promise<void> {
    for (let waitMs = firstLookMs; ; waitMs = betweenLooksMs) {
      await deps.sleep(waitMs, signal);
      if (isDue()) await deps.make();
    }
  }

  function isDue(): boolean {
    const last = deps.lastMadeAt();
    // One from the future was made under a wrong clock: it says nothing of today.
    return last === null || Math.abs(deps.now().getTime() - Date.parse(last)) >= oneDayMs;
  }

  run().catch((thrown: unknown) => {
    if (!signal.aborted) deps.onBug(thrown);
  });
  return { stop: () => stopped.abort() };
}
