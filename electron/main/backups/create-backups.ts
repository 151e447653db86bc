import { join } from 'node:path';
import type { Backup, BackupReason, SinceBackup } from '#shared/domain/backup.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { backupsFolder } from '../workspace/backups/backup-names.ts';
import { type Listed, listBackups, noteLooked } from '../workspace/backups/catalogue.ts';
import { writeMarker } from '../workspace/backups/restore-marker.ts';
import { storageFaultOf } from '../workspace/storage-fault.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Backups } from './backups.ts';
import { createDaily } from './daily.ts';
import { makeBackup, type MakingDeps } from './making.ts';
import { noted, type NotingDeps } from './noted.ts';
import { whyNotRestorable, type WorkOnItsWay } from './restorable.ts';
import { keptOf } from './rotation.ts';

export interface BackupsDeps extends MakingDeps, NotingDeps {
  readonly workspace: Pick<Workspace, 'copies' | 'journal' | 'codeAccesses' | 'opening'>;
  /** What a restoring would cut off. */
  readonly obstacles: () => Promise<readonly WorkOnItsWay[]>;
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
  const why = whyNotRestorable(verified.value, deps.workspace.opening.version, await obstaclesTo(deps));
  if (why !== null) return fail({ kind: 'invalid-input', field: 'name', reason: why });
  writeMarker(deps.directory, { name, at: deps.now().toISOString(), why: 'asked' });
  return ok({});
}

/** An uncertain change cuts nothing off, and would be forgotten all the same: whoever restores decides on it first. */
async function obstaclesTo({ workspace, obstacles }: BackupsDeps): Promise<readonly WorkOnItsWay[]> {
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
