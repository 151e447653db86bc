import { Agent, request } from 'node:https';
import { z } from 'zod';
import type { UpdateFault } from '#shared/domain/update.ts';
import built from './feed.json' with { type: 'json' };

/** Where the newest version is told, and the page that has it. */
interface Feed {
  /** Answers `{"version":"1.2.3"}`. */
  readonly newest: URL;
  /** Opened in the person's browser. */
  readonly page: URL;
}

/** The contents of `feed.json`. */
interface FeedFile {
  readonly newest: string | null;
  readonly page: string | null;
}

/**
 * The feed in a feed file; null if it names none.
 *
 * @throws If the file is incomplete, or an address is not behind https: a mistake of whoever built the application.
 */
export function feedOf({ newest, page }: FeedFile): Feed | null {
  if (newest === null && page === null) return null;
  if (newest === null || page === null) throw new Error('A feed is the address of a version, and a page');
  const feed = { newest: new URL(newest), page: new URL(page) };
  for (const { protocol, username } of Object.values(feed))
    if (protocol !== 'https:' || username !== '') throw new Error('A feed is behind https, without a user');
  return feed;
}

/** The built-in feed. There is no setting for it: whoever could change a setting could lead a person to another program. */
export const builtInFeed = (): Feed | null => feedOf(built);

const versionShape = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}$/;

/** Whether it is a version of Namedesk: three numbers. */
export const isVersion = (text: string): boolean => versionShape.test(text);

/** Below 0 if `a` is older than `b`, 0 if they are equal. */
export function compareVersions(a: string, b: string): number {
  const other = b.split('.').map(Number);
  const differences = a.split('.').map((number, at) => Number(number) - (other[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Thrown only within `updates/`; outside the folder it becomes an `UpdateState`. */
export class CheckFailure extends Error {
  readonly fault: UpdateFault;

  constructor(fault: UpdateFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'CheckFailure';
    this.fault = fault;
  }
}

/** The trusted certificate authorities; by default the system's and Node's own. */
interface Trust {
  readonly ca?: string;
}

/** From `node:http` without an encoding: yields buffers. */
interface Answer extends AsyncIterable<Buffer> {
  readonly statusCode?: number | undefined;
  readonly complete: boolean;
}

const mostBytes = 1_000;
const deadlineMs = 30_000;
const answerShape = z.object({ version: z.string().refine(isVersion) });

/**
 * The newest version, as its address says. Uses TLS 1.2 or better and exactly this address: redirects are not followed. The answer is
 * not signed: nothing of it is run or opened, and the page where a version is had is built in.
 *
 * Throws: `CheckFailure` (`unreachable`; `unreadable` for any answer but a complete one that is a version).
 */
export async function newestVersion(address: URL, { ca }: Trust = {}, limitMs = deadlineMs): Promise<string> {
  const agent = new Agent({ keepAlive: false, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) });
  try {
    const answer = await answerOf(address, agent, AbortSignal.timeout(limitMs));
    if (answer.statusCode !== 200) throw new CheckFailure('unreadable');
    let text = '';
    for await (const bytes of answer) {
      text += bytes.toString('latin1');
      if (text.length > mostBytes) throw new CheckFailure('unreadable');
    }
    if (!answer.complete) throw new CheckFailure('unreachable');
    return versionIn(text);
  } catch (thrown) {
    throw thrown instanceof CheckFailure ? thrown : new CheckFailure('unreachable', { cause: thrown });
  } finally {
    agent.destroy();
  }
}

function versionIn(text: string): string {
  try {
    return answerShape.parse(JSON.parse(text)).version;
  } catch (thrown) {
    throw new CheckFailure('unreadable', { cause: thrown });
  }
}

const answerOf = (url: URL, agent: Agent, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    // Nothing identifying is sent: no cookie, no version, no user agent.
    const asked = request(url, { agent, signal, headers: { accept: '*/*', 'cache-control': 'no-cache' } });
    asked.on('error', reject);
    asked.on('response', resolve);
    asked.end();
  });
