import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { UpdateFault } from '#shared/domain/update.ts';

/**
 * Thrown only within `updates/`, because caller and source of a failure are far apart there; outside the folder it
 * becomes an `UpdateState`.
 */
export class UpdateFailure extends Error {
  readonly fault: UpdateFault;

  constructor(fault: UpdateFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'UpdateFailure';
    this.fault = fault;
  }
}

/** A request and its limits. */
interface Get {
  readonly url: URL;
  /** Maximum number of bytes to read. */
  readonly maxBytes: number;
  /** Timeout without any byte received. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** The trusted certificate authorities; by default the system's and Node's own. */
export interface Trust {
  readonly ca?: string;
}

/**
 * Requests one file of a feed and passes its bytes on as they arrive. Uses TLS 1.2 or better and exactly this address:
 * redirects are not followed, since none is needed and each could lead to another server.
 *
 * Throws: `UpdateFailure` (`unreachable`; `unreadable` for any answer but a complete one of at most `maxBytes`).
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

/** From `node:http` without an encoding: yields buffers. */
interface Answer extends AsyncIterable<Buffer> {
  readonly statusCode?: number | undefined;
  readonly complete: boolean;
}

const answerOf = (url: URL, agent: Agent, idleMs: number, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    // `identity`: bytes are counted as they are read. Nothing identifying is sent: no cookie, no version, no user
    // agent.
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

/** A small file as a whole. Throws as {@link get}. */
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

/** A file that a signed offer names. */
interface NamedFile {
  readonly url: URL;
  readonly size: number;
  /** Base64. */
  readonly sha512: string;
}

/** Timeout of a download without any byte received. */
const idleMs = 60_000;

/**
 * Downloads a file of exactly the signed size and digest. If this throws, there is none.
 *
 * Throws: `UpdateFailure` (`unreachable`, `unreadable`, `signature`, `storage`).
 */
export async function fetchFile(
  { url, size, sha512 }: NamedFile,
  path: string,
  trust: Trust,
  onPercent: (percent: number) => void,
): Promise<void> {
  const file = await open(path, 'w', 0o700).catch(noRoom);
  const digest = createHash('sha512');
  let read = 0;
  let isWhole = false;
  try {
    const { signal } = new AbortController();
    await get({ url, maxBytes: size, idleMs, signal }, trust, async (bytes) => {
      digest.update(bytes);
      await file.writeFile(bytes).catch(noRoom);
      read += bytes.length;
      onPercent(Math.floor((100 * read) / size));
    });
    await file.sync().catch(noRoom);
    isWhole = digest.digest('base64') === sha512;
    if (!isWhole) throw new UpdateFailure('signature');
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

/** Verifies that the file at `path` is still the signed one. Throws: `UpdateFailure` (`signature`, `storage`). */
export async function checkFile(path: string, sha512: string): Promise<void> {
  const digest = createHash('sha512');
  await pipeline(createReadStream(path), digest).catch(noRoom);
  if (digest.digest('base64') !== sha512) throw new UpdateFailure('signature');
}

function noRoom(thrown: unknown): never {
  throw new UpdateFailure('storage', { cause: thrown });
}
