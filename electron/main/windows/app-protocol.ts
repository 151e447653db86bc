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

/**
 * Answers the requests of one page from its file map, and from nothing else: another method, host or path, a query, or a
 * path that only leads to a file after decoding or climbing is 404.
 */
export const answerFrom =
  (page: PageName, files: AppFiles) =>
  async (request: Pick<Request, 'method' | 'url'>): Promise<Response> => {
    const path = pathWithin(pageOrigins[page], request.url);
    const file = request.method === 'GET' && path !== null ? files.get(path) : undefined;
    const nonce = randomBytes(16).toString('base64url');
    if (file === undefined)
      return new Response(null, { status: 404, headers: pageHeaders('text/plain', nonce) });
    const content = await readFile(file.absolutePath);
    const body = path === '/' ? content.toString('utf8').replace(noncePlace, nonce) : new Uint8Array(content);
    return new Response(body, { headers: pageHeaders(file.contentType, nonce) });
  };

/** What stands between the origin and a `#`, as it was asked: not parsed, because parsing decodes and climbs. */
const pathWithin = (origin: string, url: string): string | null =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length).replace(/#.*$/s, '') : null;
