import { inflateRawSync } from 'node:zlib';
import { ok, type Result } from '#shared/result.ts';
import { refuse, type Refusal } from '../refuse.ts';
import { sizeInWords } from '../words.ts';
import type { ZipPart } from './stored-zip.ts';
import { packedBytes, type ZipEntry, zipEntries } from './zip-entries.ts';

/** All XML parts of a workbook together. A sheet of a million names has about 100 MB of it. */
export const mostUnpackedBytes = 256 * 1_024 * 1_024;

/**
 * The XML parts of a workbook. Each is unpacked against what is left of the limit, so that an archive which claims to be
 * small, or says nothing, cannot fill the memory.
 *
 * Fails with: `invalid-input` (`file`) for a broken archive, one with a password, a bomb, or one that is no workbook.
 */
export function unpackWorkbook(
  bytes: Uint8Array,
  fileName: string,
  most: number = mostUnpackedBytes,
): Result<readonly ZipPart[], Refusal> {
  const entries = zipEntries(bytes);
  if (entries === null) return brokenWorkbook(fileName);
  if (!entries.some(({ name }) => name === 'xl/workbook.xml'))
    return refuse('file', otherArchive(entries, fileName));
  const parts: ZipPart[] = [];
  let left = most;
  for (const entry of entries.filter(isNeeded)) {
    if (entry.isEncrypted)
      return refuse('file', `${fileName} has a password. Save it without one and choose it again.`);
    const part = unpacked(bytes, entry, left);
    if (part === 'too-large') {
      return refuse(
        'file',
        `${fileName} unpacks to more than ${sizeInWords(most)}, which is more than is read. Save the column with the names as CSV.`,
      );
    }
    if (part === null) return brokenWorkbook(fileName);
    left -= part.length;
    parts.push({ name: entry.name, bytes: part });
  }
  return ok(parts);
}

export const brokenWorkbook = (fileName: string): ReturnType<typeof refuse> =>
  refuse(
    'file',
    `${fileName} is damaged or no Excel workbook. Open it in a spreadsheet, save it anew as XLSX or CSV.`,
  );

const isNeeded = ({ name }: ZipEntry): boolean =>
  name.startsWith('xl/') && (name.endsWith('.xml') || name.endsWith('.xml.rels'));

function unpacked(bytes: Uint8Array, entry: ZipEntry, most: number): Uint8Array | 'too-large' | null {
  const packed = packedBytes(bytes, entry);
  if (packed === null) return null;
  if (entry.method === 0) return packed.length > most ? 'too-large' : packed;
  if (entry.method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    return thrown.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null;
  }
}

function otherArchive(entries: readonly ZipEntry[], fileName: string): string {
  const has = (start: string): boolean => entries.some(({ name }) => name.startsWith(start));
  if (has('word/')) return `${fileName} is a Word document. Copy the names out of it and paste them.`;
  if (has('ppt/'))
    return `${fileName} is a PowerPoint presentation. Copy the names out of it and paste them.`;
  if (has('xl/workbook.bin')) return `${fileName} is a binary Excel workbook. Save it as XLSX or CSV.`;
  if (has('content.xml')) return `${fileName} is an OpenDocument file. Save it as XLSX or CSV.`;
  if (has('Index/')) return `${fileName} is a Numbers or Pages document. Export it as CSV.`;
  return `${fileName} is a ZIP archive. Unpack it and choose the file with the names.`;
}
