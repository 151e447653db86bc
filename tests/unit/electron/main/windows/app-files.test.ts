import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codePageFiles,
  keyPageFiles,
  mainPageFiles,
} from '../../../../../electron/main/windows/app-files.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'namedesk-pages-'));
  mkdirSync(join(folder, 'assets'));
  const keyMarkup = '<script src="./assets/key-1.js"></script><link href="./assets/key-2.css">';
  const files = {
    'index.html': '',
    'key.html': keyMarkup,
    'code.html': '<script src="./assets/code-1.js"></script>',
    'notes.md': '',
    'assets/main-1.js': '',
    'assets/key-1.js': '',
    'assets/code-1.js': '',
  };
  for (const [path, text] of Object.entries({ ...files, 'assets/key-2.css': '', 'assets/inter.woff2': '' }))
    writeFileSync(join(folder, path), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('A2 the map of files', () => {
  it('of the main page has what was built, its document at /, without the pages of other windows and unknown kinds of files', () => {
    const paths = [...mainPageFiles(folder).keys()].sort();
    expect(paths).toEqual([
      '/',
      '/assets/code-1.js',
      '/assets/inter.woff2',
      '/assets/key-1.js',
      '/assets/key-2.css',
      '/assets/main-1.js',
    ]);
  });

  it('of the key page has its document, what the markup names, and the faces', () => {
    const paths = [...keyPageFiles(folder).keys()].sort();
    expect(paths).toEqual(['/', '/assets/inter.woff2', '/assets/key-1.js', '/assets/key-2.css']);
  });

  it('of the code page has its document, what the markup names, and the faces', () => {
    const paths = [...codePageFiles(folder).keys()].sort();
    expect(paths).toEqual(['/', '/assets/code-1.js', '/assets/inter.woff2']);
  });

  it('knows where each file is and what it is', () => {
    expect(mainPageFiles(folder).get('/assets/main-1.js')).toEqual({
      absolutePath: join(folder, 'assets/main-1.js'),
      contentType: 'text/javascript; charset=utf-8',
    });
  });
});
