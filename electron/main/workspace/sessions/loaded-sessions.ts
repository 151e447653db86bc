import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tldList } from '#shared/areas/common-schemas.ts';
import { findingBits } from '#shared/domain/session.ts';
import { askedTld, type AskedTld, type AskedTlds, askedTlds } from '../../reseller/lookup/answer.ts';
import { DamagedRow, jsonColumn, parseRow } from '../sqlite.ts';
import { bytesColumn, bytesOf, numbersIn, pack, unpack } from './answer-packs.ts';
import {
  countAll,
  createLabels,
  createMatrix,
  type Labels,
  type Matrix,
  putCell,
  setShortlisted,
} from './matrix.ts';
import type { RequestRow, RequestRows } from './session-rows.ts';

/** A session whose cells are in memory. */
export interface Loaded {
  readonly number: number;
  readonly accountId: string;
  readonly labels: Labels;
  readonly columns: Columns;
  readonly matrix: Matrix;
  /** The last request that is in the matrix, and the last one that is in the stored snapshot. */
  upTo: number;
  snapshotUpTo: number;
}

/** A cache of the sessions used last, limited by memory. */
export interface LoadedSessions {
  /** Null where there is no such session. */
  readonly get: (id: string) => Loaded | null;
  /** Stores a session's cells, so that loading it again need not read its requests. */
  readonly snapshot: (loaded: Loaded) => void;
  /** The same where memory is ahead of the stored snapshot; of one session, or of all. */
  readonly snapshotIfChanged: (id?: string) => void;
  /** Drops a session, or all, from memory: they may differ from the file. */
  readonly forget: (id?: string) => void;
}

/** About six sessions of a million cells. The current one is held whatever its size. */
const mostBytes = 32 * 1_024 * 1_024;

const sessionRow = z.object({
  number: z.int(),
  account_id: z.string(),
  list_id: z.int(),
  names: z.int(),
  tlds: jsonColumn(tldList),
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
      // Last in the map is evicted last.
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

/** A cell takes a byte for its code, four for its time and a bit; a name about twenty bytes. */
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

/** A session's cells as stored: the last snapshot, and the requests recorded after it. */
interface Snapshots {
  /** @returns All recorded cells, and the last request that the stored snapshot contains. */
  readonly load: (place: SessionPlace) => { readonly matrix: Matrix; readonly snapshotUpTo: number };
  /** Stores the cells as of the request `upTo`. */
  readonly save: (session: number, matrix: Matrix, upTo: number) => void;
}

/** What is needed to read a session's cells. */
interface SessionPlace {
  readonly number: number;
  readonly rows: number;
  readonly columns: number;
  /** No request of the session has an id up to `bornAfter`; `lastRequest` is its last one. */
  readonly bornAfter: number;
  readonly lastRequest: number;
}

const snapshotRow = z.object({
  up_to: z.int(),
  codes: bytesColumn,
  checked_at: bytesColumn,
  pending: bytesColumn,
});
const shortlistRow = z.object({ cell: z.int() });

export function createSnapshots(database: DatabaseSync, requests: RequestRows): Snapshots {
  const find = database.prepare(
    'SELECT up_to, codes, checked_at, pending FROM session_snapshots WHERE session = ?',
  );
  const put = database.prepare(`
    INSERT INTO session_snapshots (session, up_to, codes, checked_at, pending) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET up_to = excluded.up_to, codes = excluded.codes,
      checked_at = excluded.checked_at, pending = excluded.pending`);
  const shortlist = database.prepare('SELECT cell FROM session_shortlist WHERE session = ?');

  function fill(matrix: Matrix, session: number): number | null {
    const row = find.get(session);
    if (row === undefined) return null;
    const { up_to, codes, checked_at, pending } = parseRow(snapshotRow, row);
    matrix.codes.set(unpack(codes, matrix.codes.length));
    bytesOf(matrix.checkedAt).set(unpack(checked_at, matrix.checkedAt.byteLength));
    matrix.pending.set(unpack(pending, matrix.pending.length));
    countAll(matrix);
    return up_to;
  }

  return {
    load({ number, rows, columns, bornAfter, lastRequest }) {
      const matrix = createMatrix(rows * columns);
      const snapshotUpTo = fill(matrix, number) ?? bornAfter;
      for (const request of requests.between(number, snapshotUpTo, lastRequest)) {
        replay(matrix, request, rows, columns);
      }
      for (const row of shortlist.iterate(number)) {
        setShortlisted(matrix, parseRow(shortlistRow, row).cell, true);
      }
      return { matrix, snapshotUpTo };
    },
    save(session, matrix, upTo) {
      const codes = matrix.codes.map(findingBits);
      put.run(session, upTo, pack(codes), pack(bytesOf(matrix.checkedAt)), pack(matrix.pending));
    },
  };
}

function replay(matrix: Matrix, request: RequestRow, rows: number, columns: number): void {
  const { row, columns: asked, codes, checkedAtMs } = request;
  if (row >= rows) throw new DamagedRow();
  const at = Math.floor(checkedAtMs / 1_000);
  for (let index = 0; index < asked.length; index += 1) {
    const column = asked[index] ?? 0;
    if (column >= columns) throw new DamagedRow();
    putCell(matrix, row * columns + column, findingBits(codes[index] ?? 0), at);
  }
}

/** The TLDs of a session. */
export interface Columns {
  readonly count: number;
  /** Throws for a column that does not exist: a bug. */
  readonly at: (column: number) => AskedTld;
  /** The TLDs of one request, in its order. */
  readonly asked: (columns: Uint16Array) => AskedTlds;
}

/** Requests ask for few different ranges of columns. */
const heldStretches = 256;

/** @param tlds In the order of the columns. */
export function createColumns(tlds: readonly string[]): Columns {
  const list = tlds.map(askedTld);
  const stretches = new Map<number, AskedTlds>();

  const at = (column: number): AskedTld => {
    const tld = list[column];
    if (tld === undefined) throw new Error('There is no such column');
    return tld;
  };

  return {
    count: list.length,
    at,
    asked(columns) {
      const key = stretchKey(columns);
      const held = key === null ? undefined : stretches.get(key);
      if (held !== undefined) return held;
      const made = askedTlds(Array.from(columns, at));
      if (key !== null && stretches.size < heldStretches) stretches.set(key, made);
      return made;
    },
  };
}

/** A number that identifies a range of consecutive columns; null for others. */
function stretchKey(columns: Uint16Array): number | null {
  const first = columns[0] ?? 0;
  for (let index = 1; index < columns.length; index += 1) {
    if (columns[index] !== first + index) return null;
  }
  return first * 65_536 + columns.length;
}

/** The names of sessions. A list is written once and kept as long as a session uses it. */
export interface NameLists {
  /** Stores labels in their order and returns the list's id. Must run in the caller's transaction. */
  readonly add: (labels: readonly string[]) => number;
  /** Joined by line feeds. */
  readonly textOf: (listId: number) => string;
  /** The row of a label; null where the list does not contain it. */
  readonly rowOf: (listId: number, label: string) => number | null;
}

/** A block is read whole to show one name, so it is kept small. */
const namesPerBlock = 512;

const listRow = z.object({ names: z.int() });
const blockRow = z.object({ labels: bytesColumn });
const bucketRow = z.object({ entries: bytesColumn });

/** More than any block of labels of 63 characters, so that a tampered file cannot exhaust memory. */
const largestBlock = namesPerBlock * 512;

export function createNameLists(database: DatabaseSync): NameLists {
  const addList = database.prepare('INSERT INTO name_lists (names) VALUES (?)');
  const addBlock = database.prepare('INSERT INTO name_blocks (list_id, block, labels) VALUES (?, ?, ?)');
  const addBucket = database.prepare('INSERT INTO name_buckets (list_id, bucket, entries) VALUES (?, ?, ?)');
  const list = database.prepare('SELECT names FROM name_lists WHERE id = ?');
  const blocks = database.prepare('SELECT labels FROM name_blocks WHERE list_id = ? ORDER BY block');
  const oneBlock = database.prepare('SELECT labels FROM name_blocks WHERE list_id = ? AND block = ?');
  const oneBucket = database.prepare('SELECT entries FROM name_buckets WHERE list_id = ? AND bucket = ?');

  const labelAt = (listId: number, row: number): string => {
    const block = parseRow(blockRow, oneBlock.get(listId, Math.floor(row / namesPerBlock)));
    return createLabels(unpackBlock(block.labels), namesPerBlock).at(row % namesPerBlock);
  };

  return {
    add(labels) {
      const listId = Number(addList.run(labels.length).lastInsertRowid);
      for (let from = 0; from < labels.length; from += namesPerBlock) {
        const text = labels.slice(from, from + namesPerBlock).join('\n');
        addBlock.run(listId, from / namesPerBlock, packBlock(text));
      }
      bucketsOf(labels).forEach((entries, bucket) => addBucket.run(listId, bucket, bytesOf(entries)));
      return listId;
    },
    textOf: (listId) =>
      blocks
        .all(listId)
        .map((row) => unpackBlock(parseRow(blockRow, row).labels))
        .join('\n'),
    rowOf(listId, label) {
      const hash = hashOfLabel(label);
      const { names } = parseRow(listRow, list.get(listId));
      const row = oneBucket.get(listId, bucketOf(hash, bucketCount(names)));
      const entries = numbersIn(parseRow(bucketRow, row).entries);
      return rowsWith(hash, entries).find((found) => labelAt(listId, found) === label) ?? null;
    },
  };
}

/** The first four bytes hold the length. */
function packBlock(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, pack(bytes)]);
}

function unpackBlock(packed: Uint8Array): string {
  if (packed.length < 4) throw new DamagedRow();
  const length = Buffer.from(packed.buffer, packed.byteOffset).readUInt32LE();
  if (length > largestBlock) throw new DamagedRow();
  return Buffer.from(unpack(packed.subarray(4), length)).toString('utf8');
}

/** The average number of names in a bucket: about 8 kB, read whole to find one name. */
const namesPerBucket = 1_024;

/** A hash is combined with a row below this limit into the 53 bits that a number holds exactly. */
const rowsAtMost = 2 ** 21;
const hashesInAll = 2 ** 32;

export const bucketCount = (names: number): number => Math.max(1, Math.ceil(names / namesPerBucket));

/** Which of `buckets` contains a hash. */
export const bucketOf = (hash: number, buckets: number): number => Math.floor((hash / hashesInAll) * buckets);

/**
 * A 32-bit hash that also separates similar labels. Not for secrets. Source: FNV-1a, with the final mixing of
 * MurmurHash3.
 */
export function hashOfLabel(label: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < label.length; at += 1) {
    hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The index of a list: the entries of each bucket, ordered by hash; an entry is a hash and a row. */
export function bucketsOf(labels: readonly string[]): readonly Uint32Array[] {
  const sorted = Float64Array.from(labels, (label, row) => hashOfLabel(label) * rowsAtMost + row).sort();
  const buckets = bucketCount(labels.length);
  const cut: Uint32Array[] = [];
  let from = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    let to = from;
    while (to < sorted.length && bucketOf(hashAt(sorted, to), buckets) === bucket) to += 1;
    const entries = new Uint32Array((to - from) * 2);
    for (let at = from; at < to; at += 1) {
      entries[(at - from) * 2] = hashAt(sorted, at);
      entries[(at - from) * 2 + 1] = (sorted[at] ?? 0) % rowsAtMost;
    }
    cut.push(entries);
    from = to;
  }
  return cut;
}

/** The rows whose names have this hash: nearly always one or none. */
export function rowsWith(hash: number, entries: Uint32Array): readonly number[] {
  let low = 0;
  let high = entries.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle * 2] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  const rows: number[] = [];
  for (; entries[low * 2] === hash; low += 1) rows.push(entries[low * 2 + 1] ?? 0);
  return rows;
}

const hashAt = (sorted: Float64Array, at: number): number => Math.floor((sorted[at] ?? 0) / rowsAtMost);
