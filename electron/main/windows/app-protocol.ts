import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AppFiles } from './app-files.ts';
import { pageHeaders } from './policy.ts';

export const appScheme = 'app';

/** Each page has an origin of its own, so that none can reach into another. */
export const pageOrigins = { main: 'app://main', key: 'app://key', code: 'app://code' } as const;
export type PageName = keyof typeof pageOrigins;

/** Where a document finds the nonce: in `<meta name="csp-nonce" content="__CSP_NONCE__">`. */
const noncePlace = '__CSP_NONCE__';

/** As Electron's protocols of buffers take it. */
export interface PageAnswer {
  readonly statusCode: 200 | 404;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
}

/**
 * Answers the requests of one page from its file map, and from nothing else: another method, host or path, a query, or a
 * path that only leads to a file after decoding or climbing is 404.
 */
export const answerFrom =
  (page: PageName, files: AppFiles) =>
  async ({ method, url }: PageRequest): Promise<PageAnswer> => {
    const path = pathWithin(pageOrigins[page], url);
    const file = method === 'GET' && path !== null ? files.get(path) : undefined;
    const nonce = randomBytes(16).toString('base64url');
    if (file === undefined)
      return { statusCode: 404, headers: pageHeaders('text/plain', nonce), data: Buffer.alloc(0) };
    const content = await readFile(file.absolutePath);
    const data = path === '/' ? Buffer.from(content.toString('utf8').replace(noncePlace, nonce)) : content;
    return { statusCode: 200, headers: pageHeaders(file.contentType, nonce), data };
  };

/** What of a request is looked at. */
export interface PageRequest {
  readonly method: string;
  readonly url: string;
}

/** What stands between the origin and a `#`, as it was asked: not parsed, because parsing decodes and climbs. */
const pathWithin = (origin: string, url: string): string | null =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length).replace(/#.*$/s, '') : null;
