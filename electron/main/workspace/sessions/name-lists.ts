import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseRow } from '../row.ts';
import { DamagedRow } from '../storage-fault.ts';
import { bytesColumn, bytesOf, numbersIn, pack, unpack } from './bytes.ts';
import { createLabels } from './labels.ts';
import { bucketCount, bucketOf, bucketsOf, hashOfLabel, rowsWith } from './name-index.ts';

/** The names of sessions. A list is written once and stands as long as a session stands over it. */
export interface NameLists {
  /** Keeps labels in their order and says under which id. In a transaction of the caller's. */
  readonly add: (labels: readonly string[]) => number;
  /** Joined by line feeds. */
  readonly textOf: (listId: number) => string;
  /** The row of a label; null where the list has none such. */
  readonly rowOf: (listId: number, label: string) => number | null;
}

/** Read whole to show one name, so not larger. */
const namesPerBlock = 512;

const listRow = z.object({ names: z.int() });
const blockRow = z.object({ labels: bytesColumn });
const bucketRow = z.object({ entries: bytesColumn });

/** More than any block of labels of 63 characters, so that a changed file cannot fill the memory. */
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

/** The length stands in the first four bytes. */
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
