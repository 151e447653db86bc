import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { UpdateFailure } from './feed.ts';

/** What is asked for, and how far it is trusted. */
interface Get {
  readonly url: URL;
  /** More than so many bytes are not read. */
  readonly maxBytes: number;
  /** Without a byte for so long it is given up. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Over which authorities a server is believed; the system's and Node's own unless given. */
export interface Trust {
  readonly ca?: string;
}

/**
 * Asks a feed for one file and hands its bytes on as they come. Over TLS 1.2 or better, to that very address: no redirect is
 * followed, since none is needed and each is a way to somebody else.
 *
 * Throws: `UpdateFailure` (`unreachable`; `unreadable` for any answer but a whole one of at most `maxBytes`).
 */
export async function get(
  { url, maxBytes, idleMs, signal }: Get,
  { ca }: Trust,
  onBytes: (bytes: Buffer) => Promise<void> | void,
): Promise<void> {
  const agent = new Agent({ keepAlive: false, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) });
  try {
    const answer = await answerOf(url, agent, idleMs, signal);
    if (answer.statusCode !== 200) throw new UpdateFailure('unreadable');
    let read = 0;
    for await (const bytes of answer) {
      read += bytes.length;
      if (read > maxBytes) throw new UpdateFailure('unreadable');
      await onBytes(bytes);
    }
    if (!answer.complete) throw new UpdateFailure('unreachable');
  } catch (thrown) {
    throw thrown instanceof UpdateFailure ? thrown : new UpdateFailure('unreachable', { cause: thrown });
  } finally {
    agent.destroy();
  }
}

/** Of `node:http`, without an encoding set: it gives buffers. */
interface Answer extends AsyncIterable<Buffer> {
  readonly statusCode?: number | undefined;
  readonly complete: boolean;
}

const answerOf = (url: URL, agent: Agent, idleMs: number, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    // `identity`: what is counted is what is read. Nothing else is sent: no cookie, no version, no name of anybody.
    const asked = request(url, {
      agent,
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    });
    asked.setTimeout(idleMs, () => asked.destroy(new UpdateFailure('unreachable')));
    asked.on('error', reject);
    asked.on('response', resolve);
    asked.end();
  });

/** A small file, whole. Throws as {@link get}. */
export async function getWhole(
  url: URL,
  maxBytes: number,
  deadlineMs: number,
  trust: Trust,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const signal = AbortSignal.timeout(deadlineMs);
  await get({ url, maxBytes, idleMs: deadlineMs, signal }, trust, (bytes) => void chunks.push(bytes));
  return Buffer.concat(chunks);
}

/** A file as signed metadata names it. */
interface NamedFile {
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
