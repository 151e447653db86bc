import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tldList } from '#shared/areas/common-schemas.ts';
import { findingBits } from '#shared/domain/session.ts';
import { askedTld, type AskedTld, type AskedTlds, askedTlds } from '../../reseller/lookup/answer.ts';
import { createCountDeviations } from '../repositories/observations.ts';
import { createSeenNotes } from '../repositories/seen-notes.ts';
import { bytesColumn, DamagedRow, jsonColumn, rowsOf } from '../sqlite.ts';
import { bytesOf, createAnswerPacks, numbersIn, pack, unpack } from './answer-packs.ts';
import {
  countAll,
  createLabels,
  createMatrix,
  type Labels,
  type Matrix,
  putCell,
  setShortlisted,
} from './matrix.ts';
import {
  createRequestRows,
  createSessionRows,
  type RequestRow,
  type RequestRows,
  sessionTables,
} from './session-rows.ts';

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

/** About six sessions of a million cells. The current one is held whatever its size. */
const mostBytes = 32 * 1_024 * 1_024;

const sessionRow = z.object({
  number: z.int(),
  accountId: z.string(),
  listId: z.int(),
  names: z.int(),
  tlds: jsonColumn(tldList),
  bornAfter: z.int(),
  lastRequest: z.int(),
});

/** A cache of the sessions used last, limited by memory. */
function createLoadedSessions(database: DatabaseSync, lists: NameLists, requests: RequestRows) {
  const snapshots = createSnapshots(database, requests);
  const load = createLoader(database, lists, snapshots);
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
    /** Null where there is no such session. */
    get(id: string): Loaded | null {
      const found = held.get(id) ?? load(id);
      if (found === null) return null;
      // Last in the map is evicted last.
      held.delete(id);
      held.set(id, found);
      makeRoom();
      return found;
    },
    /** Stores a session's cells, so that loading it again need not read its requests. */
    snapshot,
    /** The same where memory is ahead of the stored snapshot; of one session, or of all. */
    snapshotIfChanged(only?: string): void {
      for (const [id, loaded] of held) {
        if ((only === undefined || id === only) && loaded.upTo > loaded.snapshotUpTo) snapshot(loaded);
      }
    },
    /** Drops a session, or all, from memory: they may differ from the file. */
    forget(id?: string): void {
      if (id === undefined) held.clear();
      else held.delete(id);
    },
  };
}

/** A cell takes a byte for its code, four for its time and a bit; a name about twenty bytes. */
const bytesIn = ({ matrix, labels }: Loaded): number => matrix.codes.length * 5.125 + labels.count * 20;

/** Reads a session with all its cells from the file; null where there is none. */
function createLoader(
  database: DatabaseSync,
  lists: NameLists,
  snapshots: Snapshots,
): (id: string) => Loaded | null {
  const find = rowsOf(database, sessionRow).from(`${sessionTables} WHERE id = ? AND account_id IS NOT NULL`);

  return (id) => {
    const found = find.find(id);
    if (found === null) return null;
    const { number, accountId, names: rows, listId, bornAfter, lastRequest } = found;
    const columns = createColumns(found.tlds);
    const place = { number, rows, columns: columns.count, bornAfter, lastRequest };
    const { matrix, snapshotUpTo } = snapshots.load(place);
    const labels = createLabels(lists.textOf(listId), rows);
    return { number, accountId, labels, columns, matrix, upTo: lastRequest, snapshotUpTo };
  };
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
  upTo: z.int(),
  codes: bytesColumn,
  checkedAt: bytesColumn,
  pending: bytesColumn,
});
const shortlistRow = z.object({ cell: z.int() });

type Snapshots = ReturnType<typeof createSnapshots>;

/** A session's cells as stored: the last snapshot, and the requests recorded after it. */
function createSnapshots(database: DatabaseSync, requests: RequestRows) {
  const find = rowsOf(database, snapshotRow).from('session_snapshots WHERE session = ?');
  const put = database.prepare(`
    INSERT INTO session_snapshots (session, up_to, codes, checked_at, pending) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET up_to = excluded.up_to, codes = excluded.codes,
      checked_at = excluded.checked_at, pending = excluded.pending`);
  const shortlist = rowsOf(database, shortlistRow).from('session_shortlist WHERE session = ?');

  function fill(matrix: Matrix, session: number): number | null {
    const row = find.find(session);
    if (row === null) return null;
    matrix.codes.set(unpack(row.codes, matrix.codes.length));
    bytesOf(matrix.checkedAt).set(unpack(row.checkedAt, matrix.checkedAt.byteLength));
    matrix.pending.set(unpack(row.pending, matrix.pending.length));
    countAll(matrix);
    return row.upTo;
  }

  return {
    /** All recorded cells, and the last request that the stored snapshot contains. */
    load({ number, rows, columns, bornAfter, lastRequest }: SessionPlace) {
      const matrix = createMatrix(rows * columns);
      const snapshotUpTo = fill(matrix, number) ?? bornAfter;
      for (const request of requests.between(number, snapshotUpTo, lastRequest)) {
        replay(matrix, request, rows, columns);
      }
      for (const { cell } of shortlist.each(number)) setShortlisted(matrix, cell, true);
      return { matrix, snapshotUpTo };
    },
    /** Stores the cells as of the request `upTo`. */
    save(session: number, matrix: Matrix, upTo: number): void {
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

/** Requests ask for few different ranges of columns. */
const heldStretches = 256;

export type Columns = ReturnType<typeof createColumns>;

/** The TLDs of a session. @param tlds In the order of the columns. */
export function createColumns(tlds: readonly string[]) {
  const list = tlds.map(askedTld);
  const stretches = new Map<number, AskedTlds>();

  const at = (column: number): AskedTld => {
    const tld = list[column];
    if (tld === undefined) throw new Error('There is no such column');
    return tld;
  };

  return {
    count: list.length,
    /** Throws for a column that does not exist: a bug. */
    at,
    /** The TLDs of one request, in its order. */
    asked(columns: Uint16Array): AskedTlds {
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

/** A block is read whole to show one name, so it is kept small. */
const namesPerBlock = 512;

/** More than any block of labels of 63 characters, so that a tampered file cannot exhaust memory. */
const largestBlock = namesPerBlock * 512;

type NameLists = ReturnType<typeof createNameLists>;

/** The names of sessions. A list is written once and kept as long as a session uses it. */
function createNameLists(database: DatabaseSync) {
  const addList = database.prepare('INSERT INTO name_lists (names) VALUES (?)');
  const addBlock = database.prepare('INSERT INTO name_blocks (list_id, block, labels) VALUES (?, ?, ?)');
  const addBucket = database.prepare('INSERT INTO name_buckets (list_id, bucket, entries) VALUES (?, ?, ?)');
  const list = rowsOf(database, z.object({ names: z.int() })).from('name_lists WHERE id = ?');
  const labelsOf = rowsOf(database, z.object({ labels: bytesColumn }));
  const blocks = labelsOf.from('name_blocks WHERE list_id = ? ORDER BY block');
  const oneBlock = labelsOf.from('name_blocks WHERE list_id = ? AND block = ?');
  const oneBucket = rowsOf(database, z.object({ entries: bytesColumn })).from(
    'name_buckets WHERE list_id = ? AND bucket = ?',
  );

  const labelAt = (listId: number, row: number): string => {
    const block = oneBlock.get(listId, Math.floor(row / namesPerBlock));
    return createLabels(unpackBlock(block.labels), namesPerBlock).at(row % namesPerBlock);
  };

  /** The row of a label; null where the list does not contain it. */
  function rowOf(listId: number, label: string): number | null {
    const hash = hashOfLabel(label);
    const { names } = list.get(listId);
    const entries = numbersIn(oneBucket.get(listId, bucketOf(hash, bucketCount(names))).entries);
    return rowsWith(hash, entries).find((found) => labelAt(listId, found) === label) ?? null;
  }

  const textOf = (listId: number): string =>
    blocks
      .all(listId)
      .map((block) => unpackBlock(block.labels))
      .join('\n');

  return {
    /** Stores labels in their order and returns the list's id. Must run in the caller's transaction. */
    add({ names, blocks, buckets }: PackedList): number {
      const listId = Number(addList.run(names).lastInsertRowid);
      blocks.forEach((labels, block) => addBlock.run(listId, block, labels));
      buckets.forEach((entries, bucket) => addBucket.run(listId, bucket, bytesOf(entries)));
      return listId;
    },
    /** Joined by line feeds. */
    textOf,
    rowOf,
    /** The rows of those labels that the list contains: by its index, or through all its names, whichever reads less. */
    rowsOf(listId: number, labels: ReadonlyMap<string, unknown>): readonly (readonly [string, number])[] {
      if (labels.size * namesReadInsteadOfOneBucket < list.get(listId).names)
        return [...labels.keys()].flatMap((label) => {
          const row = rowOf(listId, label);
          return row === null ? [] : [[label, row] as const];
        });
      return textOf(listId)
        .split('\n')
        .flatMap((label, row) => (labels.has(label) ? [[label, row] as const] : []));
    },
  };
}

type PackedList = ReturnType<typeof packedList>;

/** Labels as a list of them is stored. */
export function packedList(labels: readonly string[]) {
  const blocks = Array.from({ length: Math.ceil(labels.length / namesPerBlock) }, (_, block) =>
    packBlock(labels.slice(block * namesPerBlock, (block + 1) * namesPerBlock).join('\n')),
  );
  return { names: labels.length, blocks, buckets: bucketsOf(labels) };
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

/** Reading a bucket takes about as long as reading this many names of a list in their order. */
const namesReadInsteadOfOneBucket = 64;

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

export type SessionParts = ReturnType<typeof createSessionParts>;

/** The tables of sessions in one file, and the sessions of them that are loaded. */
export function createSessionParts(database: DatabaseSync) {
  const lists = createNameLists(database);
  const requests = createRequestRows(database);
  return {
    database,
    rows: createSessionRows(database),
    lists,
    requests,
    packs: createAnswerPacks(database),
    loaded: createLoadedSessions(database, lists, requests),
    countDeviations: createCountDeviations(database),
    seenNotes: createSeenNotes(database),
  };
}
