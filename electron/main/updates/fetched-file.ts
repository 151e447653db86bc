import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { get, type Trust } from './get.ts';
import { UpdateFailure } from './update-failure.ts';

/** A file as signed metadata names it. */
export interface NamedFile {
  readonly url: URL;
  readonly size: number;
  /** Base64. */
  readonly sha512: string;
}

/** Without a byte for so long a download is given up. */
const idleMs = 60_000;

/**
 * Downloads a file of exactly the size and the digest that were signed; what is not that is not whole at `path` when this
 * throws, and is for the caller to remove.
 *
 * Throws: `UpdateFailure` (`unreachable`, `unreadable`, `signature`, `storage`).
 */
export async function fetchFile(
  { url, size, sha512 }: NamedFile,
  path: string,
  trust: Trust,
  onPercent: (percent: number) => void,
): Promise<void> {
  const file = await open(path, 'w', 0o600).catch(noRoom);
  const digest = createHash('sha512');
  let read = 0;
  try {
    const { signal } = new AbortController();
    await get({ url, maxBytes: size, idleMs, signal }, trust, async (bytes) => {
      digest.update(bytes);
      await file.writeFile(bytes).catch(noRoom);
      read += bytes.length;
      onPercent(Math.floor((100 * read) / size));
    });
    await file.sync().catch(noRoom);
  } finally {
    await file.close();
  }
  if (digest.digest('base64') !== sha512) throw new UpdateFailure('signature');
}

/** Whether the file at `path` is still the one that was signed. Throws: `UpdateFailure` (`signature`, `storage`). */
export async function checkFile(path: string, sha512: string): Promise<void> {
  const digest = createHash('sha512');
  await pipeline(createReadStream(path), digest).catch(noRoom);
  if (digest.digest('base64') !== sha512) throw new UpdateFailure('signature');
}

function noRoom(thrown: unknown): never {
  throw new UpdateFailure('storage', { cause: thrown });
}
