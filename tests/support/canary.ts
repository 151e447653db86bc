import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';

/** A text that must not be found, by the name under which a find is reported. */
export type Canaries = Readonly<Record<string, string>>;

/** `place: name` for each find. */
export type Finds = readonly string[];

/** The forms in which a text can lie about: as it is, as UTF-16, in Base64 at each of the three alignments, in hexadecimal, as in a URL. */
function formsOf(canary: string): readonly Buffer[] {
  const utf8 = Buffer.from(canary, 'utf8');
  const aligned = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), utf8]).toString('base64');
    const firstWhole = Math.ceil((offset * 8) / 6);
    const lastWhole = Math.floor(((offset + utf8.length) * 8) / 6);
    return Buffer.from(encoded.slice(firstWhole, lastWhole));
  });
  const inUrl = encodeURIComponent(canary);
  const asText = [utf8.toString('hex'), inUrl, inUrl.replaceAll('%20', '+')].map((text) => Buffer.from(text));
  return [utf8, Buffer.from(canary, 'utf16le'), ...asText, ...aligned];
}

/** Looks for every canary, in every form, in `bytes`. */
export function findIn(place: string, bytes: Buffer, canaries: Canaries): Finds {
  return Object.entries(canaries)
    .filter(([, canary]) => formsOf(canary).some((form) => bytes.includes(form)))
    .map(([name]) => `${place}: ${name}`);
}

interface Sweep {
  readonly finds: Finds;
  readonly files: number;
  readonly bytes: number;
}

const mostTries = 20;

/**
 * Looks for every canary in every file below `directory`; says how many files and bytes were read. Where a program that runs there
 * renames a file meanwhile, it begins anew, and finds that file under its new name.
 */
export async function sweep(directory: string, canaries: Canaries): Promise<Sweep> {
  for (let left = mostTries; ; left -= 1) {
    try {
      return await sweepOnce(directory, canaries);
    } catch (thrown) {
      const isGone = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
      if (!isGone || left === 0) throw thrown;
    }
  }
}

async function sweepOnce(directory: string, canaries: Canaries): Promise<Sweep> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const finds: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const content = await readFile(path);
    bytes += content.length;
    finds.push(...findIn(path, content, canaries));
  }
  return { finds, files: paths.length, bytes };
}

/** The page's heap, every string in it. */
export async function heapSnapshotOf(session: CDPSession): Promise<Buffer> {
  const chunks: Buffer[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(Buffer.from(chunk)));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false });
  return Buffer.concat(chunks);
}
