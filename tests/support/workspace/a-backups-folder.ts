import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAccessesRepository } from '../../../electron/main/workspace/journal/code-accesses.ts';
import { at, openFile } from './a-journal.ts';
import { aDirectory } from './a-workspace.ts';

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
