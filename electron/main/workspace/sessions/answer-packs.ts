import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { bytesColumn, DamagedRow, rowsOf } from '../sqlite.ts';

/** Numbers as bytes, for a column. The file is little-endian, like every machine that Namedesk runs on. */
export const bytesOf = (numbers: Uint32Array | Uint16Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The 32-bit numbers in a column's bytes, copied, so that alignment does not matter. */
export function numbersIn(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  if (bytes.length % 4 !== 0) throw new DamagedRow();
  return new Uint32Array(bytes.slice().buffer);
}

/** The 16-bit numbers in a column's bytes. */
export function shortNumbersIn(bytes: Uint8Array): Uint16Array<ArrayBuffer> {
  if (bytes.length % 2 !== 0) throw new DamagedRow();
  return new Uint16Array(bytes.slice().buffer);
}

/**
 * The fastest level: on similar answers slower ones save a tenth and take twice the time. With a checksum, since SQLite
 * does not detect most corruption.
 */
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

export const pack = (bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, { params, ...(dictionary && { dictionary }) });

/**
 * Decompresses what {@link pack} made.
 *
 * @param length The expected number of bytes: with any other the data is damaged.
 */
export function unpack(packed: Uint8Array, length: number, dictionary?: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    const chunkSize = Math.max(64, length + 64);
    const options = { maxOutputLength: Math.max(1, length), chunkSize, ...(dictionary && { dictionary }) };
    const bytes = zstdDecompressSync(packed, options);
    if (bytes.length === length) return bytes;
  } catch {
    throw new DamagedRow();
  }
  throw new DamagedRow();
}

/**
 * Half a recorder's batch, of answers to ten TLDs each. Larger packs save hardly any more time, and a pack is
 * decompressed whole to read one answer.
 */
const mostAnswers = 32;
const packBytes = 196_608;
/** More than the largest answer that the transport accepts (5 MiB) with its neighbours. */
const largestPack = 8 * 1_024 * 1_024;
const heldPacks = 32;

interface Pack {
  readonly firstId: number;
  /** The start of each answer, and after the last one its end. */
  readonly offsets: readonly number[];
  readonly bytes: Uint8Array;
}

const packRow = z.object({
  firstRequest: z.int(),
  session: z.int(),
  lengths: bytesColumn,
  body: bytesColumn,
});

const spanRow = z.object({ first: z.int(), last: z.int() });

export type AnswerPacks = ReturnType<typeof createAnswerPacks>;

/**
 * The whole answers behind a session's findings. Neighbours are compressed together, with the session's first answer as
 * dictionary: compressed alone, an answer costs eight times the processor time, most of it for setup.
 */
export function createAnswerPacks(database: DatabaseSync) {
  const dictionaries = createDictionaries(database);
  const put = database.prepare(
    'INSERT INTO session_answers (first_request, session, lengths, body) VALUES (?, ?, ?, ?)',
  );
  const find = rowsOf(database, packRow).from(
    'session_answers WHERE first_request <= ? ORDER BY first_request DESC LIMIT 1',
  );
  const findSpan = rowsOf(database, spanRow).query(`
    SELECT first_request AS first, first_request + length(lengths) / 4 - 1 AS last FROM session_answers
    WHERE first_request <= ? ORDER BY first_request DESC LIMIT 1`);
  const dropUnused = database.prepare(`
    DELETE FROM session_answers WHERE first_request = ?1 AND NOT EXISTS
      (SELECT 1 FROM session_requests NOT INDEXED WHERE id BETWEEN ?1 AND ?2)`);
  const packs = new Map<number, Pack>();

  function packOf(session: number, requestId: number): Pack {
    for (const held of packs.values()) if (isIn(held, requestId)) return held;
    const row = find.get(requestId);
    const offsets = offsetsOf(numbersIn(row.lengths));
    const length = offsets.at(-1) ?? 0;
    if (row.session !== session || length > largestPack) throw new DamagedRow();
    const bytes = unpack(row.body, length, dictionaries.of(session));
    const found = { firstId: row.firstRequest, offsets, bytes };
    hold(packs, found.firstId, found, heldPacks);
    if (!isIn(found, requestId)) throw new DamagedRow();
    return found;
  }

  return {
    /** Stores the answers of requests with ids from `firstId` on; null where a request had none. In a transaction. */
    add(session: number, firstId: number, answers: readonly (Uint8Array | null)[]): void {
      for (const { from, to } of packsOf(answers)) {
        const members = answers.slice(from, to);
        const bodies = members.map((answer) => answer ?? new Uint8Array());
        const dictionary = dictionaries.madeOf(session, bodies[0] ?? new Uint8Array());
        const lengths = Uint32Array.from(bodies, (body) => body.length);
        put.run(firstId + from, session, bytesOf(lengths), pack(joined(bodies), dictionary));
      }
    },
    /** The answer of a request that had one. */
    read(session: number, requestId: number): Uint8Array {
      const { firstId, offsets, bytes } = packOf(session, requestId);
      const member = requestId - firstId;
      return bytes.subarray(offsets[member], offsets[member + 1]);
    },
    /** Deletes the packs of deleted requests that no other request uses. In a transaction. */
    release(requestIds: readonly number[]): void {
      let lookedUpTo = 0;
      for (const id of requestIds.toSorted((one, other) => one - other)) {
        const span = id > lookedUpTo ? findSpan.find(id) : null;
        if (span === null) continue;
        const { first, last } = span;
        if (id <= last) dropUnused.run(first, last);
        lookedUpTo = Math.max(id, last);
      }
    },
    /** Clears the memory caches, after a transaction was rolled back. */
    forget(): void {
      dictionaries.forget();
      packs.clear();
    },
  };
}

/** The concatenated answers. Nearly always they are adjacent in one buffer: then nothing is copied. */
function joined(bodies: readonly Uint8Array[]): Uint8Array {
  const filled = bodies.filter(({ length }) => length > 0);
  const [first] = filled;
  if (first === undefined) return new Uint8Array();
  let end = first.byteOffset;
  for (const { buffer, byteOffset, byteLength } of filled) {
    if (buffer !== first.buffer || byteOffset !== end) return Buffer.concat(filled);
    end += byteLength;
  }
  return new Uint8Array(first.buffer, first.byteOffset, end - first.byteOffset);
}

const isIn = ({ firstId, offsets }: Pack, requestId: number): boolean =>
  requestId >= firstId && requestId < firstId + offsets.length - 1;

/** Where packs begin and end; a run of requests without answers has none. */
function packsOf(answers: readonly (Uint8Array | null)[]): readonly { from: number; to: number }[] {
  const packs: { from: number; to: number }[] = [];
  let from = -1;
  let size = 0;
  answers.forEach((answer, at) => {
    if (answer === null) return;
    const open = packs.at(-1);
    const fits = open !== undefined && at - from < mostAnswers && size + answer.length <= packBytes;
    if (open !== undefined && fits) {
      open.to = at + 1;
      size += answer.length;
      return;
    }
    from = at;
    size = answer.length;
    packs.push({ from, to: at + 1 });
  });
  return packs;
}

function offsetsOf(lengths: Uint32Array): readonly number[] {
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}

/** Adds an entry to the cache; evicts the oldest. */
function hold<T>(into: Map<number, T>, key: number, value: T, most: number): void {
  into.set(key, value);
  for (const first of into.keys()) if (into.size > most) into.delete(first);
}

/** Prepared again for each pack, so just long enough to contain every field once. */
const longest = 8_192;
const held = 32;

/** The compression dictionary of a session: the beginning of its first answer. */
function createDictionaries(database: DatabaseSync) {
  const find = rowsOf(database, z.object({ body: bytesColumn })).from(
    'session_dictionaries WHERE session = ?',
  );
  const put = database.prepare('INSERT INTO session_dictionaries (session, body) VALUES (?, ?)');
  const known = new Map<number, Uint8Array>();

  function stored(session: number): Uint8Array | null {
    const inMemory = known.get(session);
    if (inMemory !== undefined) return inMemory;
    const row = find.find(session);
    if (row === null) return null;
    const { body } = row;
    if (known.size >= held) known.clear();
    known.set(session, body);
    return body;
  }

  return {
    /** The session's; made of `answer` the first time. In a transaction. */
    madeOf(session: number, answer: Uint8Array): Uint8Array {
      const found = stored(session);
      if (found !== null) return found;
      const made = answer.slice(0, longest);
      put.run(session, made);
      known.set(session, made);
      return made;
    },
    /** The session's, which must exist. */
    of(session: number): Uint8Array {
      const found = stored(session);
      if (found === null) throw new DamagedRow();
      return found;
    },
    forget: () => known.clear(),
  };
}
