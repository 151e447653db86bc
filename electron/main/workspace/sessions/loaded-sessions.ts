import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tldList } from '#shared/ipc/schemas.ts';
import { jsonColumn, parseRow } from '../row.ts';
import { type Columns, createColumns } from './columns.ts';
import { createLabels, type Labels } from './labels.ts';
import type { Matrix } from './matrix.ts';
import type { NameLists } from './name-lists.ts';
import type { Snapshots } from './snapshots.ts';

/** A session whose cells are in memory. */
export interface Loaded {
  readonly number: number;
  readonly accountId: string;
  readonly labels: Labels;
  readonly columns: Columns;
  readonly matrix: Matrix;
  /** The last request that is in the matrix, and the last one that is in the snapshot in the file. */
  upTo: number;
  snapshotUpTo: number;
}

/** The sessions that were last worked with, as many as there is room for. */
export interface LoadedSessions {
  /** Null where there is no such session. */
  readonly get: (id: string) => Loaded | null;
  /** Writes a session's cells down as they are, so that opening it again need not read its requests. */
  readonly snapshot: (loaded: Loaded) => void;
  /** The same where it is in memory and not in a snapshot; of one session, or of all. */
  readonly snapshotIfChanged: (id?: string) => void;
  /** Forgets a session, or all: what is in memory may not be what is in the file. */
  readonly forget: (id?: string) => void;
}

/** Some six sessions of a million cells. The one that is worked with is held whatever its size. */
const mostBytes = 32 * 1_024 * 1_024;

const sessionRow = z.object({
  number: z.int(),
  account_id: z.string(),
  list_id: z.int(),
  names: z.int(),
  tlds: jsonColumn.pipe(tldList),
  born_after: z.int(),
  last_request: z.int(),
});

export function createLoadedSessions(
  load: (id: string) => Loaded | null,
  snapshots: Snapshots,
): LoadedSessions {
  const held = new Map<string, Loaded>();

  function snapshot(loaded: Loaded): void {
    snapshots.save(loaded.number, loaded.matrix, loaded.upTo);
    loaded.snapshotUpTo = loaded.upTo;
  }

  function makeRoom(): void {
    let size = 0;
    for (const loaded of held.values()) size += bytesIn(loaded);
    for (const [id, loaded] of held) {
      if (size <= mostBytes || held.size === 1) return;
      if (loaded.upTo > loaded.snapshotUpTo) snapshot(loaded);
      size -= bytesIn(loaded);
      held.delete(id);
    }
  }

  return {
    get(id) {
      const found = held.get(id) ?? load(id);
      if (found === null) return null;
      // Last in the map is last to go.
      held.delete(id);
      held.set(id, found);
      makeRoom();
      return found;
    },
    snapshot,
    snapshotIfChanged(only) {
      for (const [id, loaded] of held) {
        if ((only === undefined || id === only) && loaded.upTo > loaded.snapshotUpTo) snapshot(loaded);
      }
    },
    forget(id) {
      if (id === undefined) held.clear();
      else held.delete(id);
    },
  };
}

/** A cell takes a byte for its code, four for its time and a bit; a name some twenty bytes. */
const bytesIn = ({ matrix, labels }: Loaded): number => matrix.codes.length * 5.125 + labels.count * 20;

/** Reads a session with all its cells from the file; null where there is none. */
export function createLoader(
  database: DatabaseSync,
  lists: NameLists,
  snapshots: Snapshots,
): (id: string) => Loaded | null {
  const find = database.prepare(`
    SELECT number, account_id, list_id, name_lists.names, tlds, born_after, last_request
    FROM sessions JOIN name_lists ON name_lists.id = list_id JOIN session_progress ON session = number
    WHERE sessions.id = ? AND account_id IS NOT NULL`);

  return (id) => {
    const found = find.get(id);
    if (found === undefined) return null;
    const row = parseRow(sessionRow, found);
    const { number, account_id: accountId, names: rows, last_request: lastRequest } = row;
    const columns = createColumns(row.tlds);
    const place = { number, rows, columns: columns.count, bornAfter: row.born_after, lastRequest };
    const { matrix, snapshotUpTo } = snapshots.load(place);
    const labels = createLabels(lists.textOf(row.list_id), rows);
    return { number, accountId, labels, columns, matrix, upTo: lastRequest, snapshotUpTo };
  };
}
