import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Every row of every table of a workspace, each as a text. */
export type Stored = Readonly<Record<string, readonly string[]>>;

/** @param workspace Its folder; a program may have it open. */
export function storedIn(workspace: string): Stored {
  const copy = mkdtempSync(join(tmpdir(), 'namedesk-stored-'));
  try {
    for (const name of ['workspace.sqlite', 'workspace.sqlite-wal'])
      if (existsSync(join(workspace, name))) copyFileSync(join(workspace, name), join(copy, name));
    const database = new DatabaseSync(join(copy, 'workspace.sqlite'));
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all()
      .map(({ name }) => String(name));
    const rowsOf = (name: string): readonly string[] =>
      database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) =>
          JSON.stringify(row, (_key, value: unknown) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
          ),
        );
    const stored = Object.fromEntries(tables.map((name) => [name, rowsOf(name)]));
    database.close();
    return stored;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
