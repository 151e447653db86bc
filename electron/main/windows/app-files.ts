import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

export interface AppFile {
  readonly absolutePath: string;
  readonly contentType: string;
}

/** Every address that a page may ask for, as the exact path of its URL, with the file behind it. There is nothing else. */
export type AppFiles = ReadonlyMap<string, AppFile>;

/** A file of another kind is not served. */
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

/** The files of the main page: all that was built, with `index.html` at `/`, without the pages of other windows. */
export function mainPageFiles(builtFolder: string): AppFiles {
  const paths = pathsIn(builtFolder).filter((path) => path !== keyPage && path !== codePage);
  return fileMap(builtFolder, paths, 'index.html');
}

export const keyPageFiles = (builtFolder: string): AppFiles => smallPageFiles(builtFolder, keyPage);
export const codePageFiles = (builtFolder: string): AppFiles => smallPageFiles(builtFolder, codePage);

/** The files of a page without a framework: itself at `/`, what its own markup names, and the faces. */
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
