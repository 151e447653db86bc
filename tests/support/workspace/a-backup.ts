import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Backups, createBackups } from '../../../electron/main/workspace/backups/backups.ts';
import { createJobThread } from '../../../electron/main/system/job-thread.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { threadUrl } from '../threads/thread-urls.ts';
import { createAccessesRepository } from '../../../electron/main/workspace/journal/code-accesses.ts';
import { at, openFile } from './a-journal.ts';
import { aDirectory } from './a-workspace.ts';

export const readerUrl = threadUrl('backup-reader-worker');

type Deps = Parameters<typeof createBackups>[0];

/** Backups whose day never ends by itself: `sleep` ends when they are closed. Each one is made a minute after the one before. */
export function aKeeper(workspace: Workspace, directory: string, changes: Partial<Deps> = {}): Backups {
  let minutes = 0;
  return createBackups({
    workspace,
    directory,
    reader: createJobThread({ workerUrl: readerUrl }),
    obstacles: () => Promise.resolve([]),
    sleep: untilAborted,
    now: () => new Date(Date.UTC(2026, 1, 22, 9, minutes++)),
    nowMs: () => performance.now(),
    note: () => undefined,
    onBug(thrown) {
      throw thrown;
    },
    ...changes,
  });
}

export const untilAborted = (_durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

/** Every file below a directory, by its path within it: the rights and the bytes. */
export function everyFileIn(directory: string): ReadonlyMap<string, { mode: number; bytes: Buffer }> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(directory, path)).isFile());
  return new Map(
    files.map((path) => [
      path,
      { mode: statSync(join(directory, path)).mode & 0o777, bytes: readFileSync(join(directory, path)) },
    ]),
  );
}

/** A workspace that was closed, with one line about an access to a code in it, and a folder for its backups. */
export async function aBackupsFolder() {
  const directory = aDirectory();
  const folder = join(directory.path, 'backups');
  const database = openFile(directory.path);
  await createAccessesRepository(database).ask({
    at,
    accountId: 'a1',
    accountLabel: 'Acme',
    domain: 'harbour-books.com',
    deed: 'copy',
  });
  database.close();
  mkdirSync(folder, { mode: 0o700 });
  const pathOf = (name: string): string => join(folder, name);
  return {
    ...directory,
    folder,
    pathOf,
    /** A copy of the workspace, of a day in February and for a reason; answers with its name. */
    backUp(day: number, reason: string): string {
      const name = `workspace-2026-02-${day}T09-00-00-000Z.${reason}.sqlite`;
      copyFileSync(join(directory.path, 'workspace.sqlite'), pathOf(name));
      return name;
    },
    change(name: string, sql: string): void {
      const opened = new DatabaseSync(pathOf(name));
      opened.exec(sql);
      opened.close();
    },
  };
}

export type ABackupsFolder = Awaited<ReturnType<typeof aBackupsFolder>>;
