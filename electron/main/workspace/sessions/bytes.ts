import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { DamagedRow } from '../storage-fault.ts';

/** A blob's column. */
export const bytesColumn = z.instanceof(Uint8Array);

/** Numbers as bytes, for a column. The file is little-endian, as every machine that Namedesk runs on. */
export const bytesOf = (numbers: Uint32Array | Uint16Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The 32-bit numbers in a column's bytes, copied, so that where they begin does not matter. */
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
 * The fastest level: on answers of one shape the slow ones save a tenth and take twice the time. With a check sum, since
 * SQLite does not notice most of what a disk changes.
 */
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

export const pack = (bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, { params, ...(dictionary && { dictionary }) });

/**
 * What was packed.
 *
 * @param length How many bytes it must be: what says otherwise has been changed.
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
