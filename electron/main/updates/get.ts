import { Agent, request } from 'node:https';
import { UpdateFailure } from './update-failure.ts';

/** What is asked for, and how far it is trusted. */
export interface Get {
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
