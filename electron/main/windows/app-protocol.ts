import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export const appScheme = 'app';

/** Each page has its own origin, so that none can access another. */
export const pageOrigins = { main: 'app://main', key: 'app://key', code: 'app://code' } as const;
export type PageName = keyof typeof pageOrigins;

/** The placeholder of the nonce in a document: `<meta name="csp-nonce" content="__CSP_NONCE__">`. */
const noncePlace = '__CSP_NONCE__';

/** An answer in the form of Electron's buffer protocols. */
interface PageAnswer {
  readonly statusCode: 200 | 404;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
}

/**
 * Answers the requests of one page from its file map only: another method, host or path, a query, or a path that
 * matches a file only after decoding or normalising `..` gets 404.
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

/** The part of a request that is used. */
interface PageRequest {
  readonly method: string;
  readonly url: string;
}

/**
 * The path between the origin and a `#`, exactly as requested: not parsed, because parsing decodes and resolves `..`.
 */
const pathWithin = (origin: string, url: string): string | null =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length).replace(/#.*$/s, '') : null;

/**
 * The content security policy of a page: only its own scripts, styles, images and fonts; no connection, no frame, no
 * worker, no form; no text becomes a script.
 *
 * @param nonce For `<style>` elements created at run time (by Mantine); a new one for each served document.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/**
 * The headers of every `app://` answer.
 *
 * No opener policy: a page has no opener and opens nothing (`confineEveryPage`), and with such a policy Chromium
 * discards the process that it created for the page and starts another one when the document arrives.
 */
const pageHeaders = (contentType: string, nonce: string): Record<string, string> => ({
  'content-type': contentType,
  'content-security-policy': contentSecurityPolicy(nonce),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

interface AppFile {
  readonly absolutePath: string;
  readonly contentType: string;
}

/** Every address that a page may request, as the exact path of its URL, with its file. Nothing else is served. */
export type AppFiles = ReadonlyMap<string, AppFile>;

/** Files of other types are not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const keyPage = 'key.html';
const codePage = 'code.html';

/** The files of the main page: everything built, with `index.html` at `/`, without the pages of other windows. */
export function mainPageFiles(builtFolder: string): AppFiles {
  const paths = pathsIn(builtFolder).filter((path) => path !== keyPage && path !== codePage);
  return fileMap(builtFolder, paths, 'index.html');
}

export const keyPageFiles = (builtFolder: string): AppFiles => smallPageFiles(builtFolder, keyPage);
export const codePageFiles = (builtFolder: string): AppFiles => smallPageFiles(builtFolder, codePage);

/** The files of a page without a framework: the page at `/`, the files that its markup names, and the fonts. */
function smallPageFiles(builtFolder: string, page: string): AppFiles {
  const markup = readFileSync(join(builtFolder, page), 'utf8');
  const named = [...markup.matchAll(/(?:src|href)="\.?\/([^"]+)"/g)].map(([, path]) => path ?? '');
  const faces = pathsIn(builtFolder).filter((path) => path.endsWith('.woff2'));
  return fileMap(builtFolder, [page, ...named, ...faces], page);
}

const pathsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));

function fileMap(folder: string, paths: readonly string[], document: string): AppFiles {
  return new Map(
    paths.flatMap((path) => {
      const contentType = contentTypes[extname(path)];
      if (contentType === undefined) return [];
      const address = path === document ? '/' : `/${path}`;
      return [[address, { absolutePath: join(folder, path), contentType }]];
    }),
  );
}
