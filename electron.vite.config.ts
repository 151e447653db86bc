import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { normalizePath, type Plugin } from 'vite';
import { listBundledPackages } from './scripts/lib/packaged/licences.mjs';
import { madeCodePage } from './scripts/lib/code-page.mjs';
import { pageTreeshake } from './scripts/lib/page-treeshake.mjs';
import { inCheckout } from './scripts/lib/paths.mjs';
import { threads } from './scripts/lib/threads.mjs';
import * as versionOfThis from './electron/main/cli/version.ts';
import * as teamMigrations from './electron/main/team/schema/migrations.ts';
import * as changeNames from './shared/changes/names.ts';
import * as routeNames from './electron/route-names.ts';

/** Everything is bundled except what only exists at run time: Electron itself and the native keychain module. */
const external = ['electron', 'keytar', /^node:/];

/** For the licences that go into a package. */
const listed = listBundledPackages();

/**
 * Modules of which a bundle gets the values: names that are computed from the schemas, without the schemas; and SQL and the version,
 * which are read from files, without the files.
 */
const computed = new Map<string, object>([
  [normalizePath(inCheckout('electron', 'route-names.ts')), routeNames],
  [normalizePath(inCheckout('shared', 'changes', 'names.ts')), changeNames],
  [normalizePath(inCheckout('electron', 'main', 'team', 'schema', 'migrations.ts')), teamMigrations],
  [normalizePath(inCheckout('electron', 'main', 'cli', 'version.ts')), versionOfThis],
]);

const namesAlone: Plugin = {
  name: 'names-alone',
  load(id) {
    const values = computed.get(id);
    if (values === undefined) return null;
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
      .join('');
  },
};

/** The tables of UTS #46, 850 kB in memory on each thread, are made for the first name that is not plain; most people have none. */
const lateTables: Plugin = {
  name: 'late-tables',
  transform: {
    filter: { id: /\/node_modules\/tr46\/index\.js$/ },
    handler(code) {
      let late = code;
      for (const [name, file] of [
        ['regexes', './lib/regexes.js'],
        ['mappingTable', './lib/mappingTable.json'],
      ] as const) {
        const [before, after, more] = late.split(`const ${name} = require("${file}");`);
        if (before === undefined || after === undefined || more !== undefined)
          throw new Error(`tr46 does not load its ${name} as it did`);
        const asked = after.replaceAll(new RegExp(`\\b${name}(?=\\.\\w|\\[)`, 'g'), `${name}()`);
        late = `${before}let made_${name}; const ${name} = () => (made_${name} ??= require("${file}"));${asked}`;
      }
      return late;
    },
  },
};

/** Lets a page fetch its face before its styles ask for it: else the first layout looks for another one, and is done twice. */
const preloadFace = (page: string, face: string): Plugin => ({
  name: 'preload-face',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { filename, bundle }) {
      if (basename(filename) !== page || bundle === undefined) return [];
      const file = Object.keys(bundle).find((name) => basename(name).startsWith(`${face}-`));
      if (file === undefined) throw new Error(`${page} has no face ${face}`);
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});

/**
 * V8 keeps the text of a script as long as the script: one byte a character, or two where a single one is beyond Latin-1, as is a
 * quotation mark. So these are written as escapes.
 */
const oneByte = { asciiOnly: true, removeWhitespace: true };

export default defineConfig({
  main: {
    plugins: [listed, namesAlone, lateTables, madeCodePage],
    // Its variant for Node, with threads, declares `require`, as the shim that electron-vite puts beside it does: that file would
    // not load. The threads would decompress large parts; what it gets here is stored (see `storedZip`).
    resolve: { alias: { fflate: 'fflate/browser' } },
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: {
          index: 'electron/main/index.ts',
          'keychain-process': 'electron/main/platform/keychain-process.ts',
          'backend-worker': 'electron/main/app/backend-worker.ts',
          ...threads,
        },
        // Names stay, so that a stack in the log says where.
        output: { comments: false, minify: { compress: false, mangle: false, codegen: oneByte } },
      },
    },
  },
  preload: {
    plugins: [listed, namesAlone],
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      isolatedEntries: true,
      minify: true,
      rolldownOptions: {
        external,
        input: {
          main: 'electron/preload/main.ts',
          key: 'electron/preload/key.ts',
          code: 'electron/preload/code.ts',
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), listed, namesAlone, lateTables, preloadFace('index.html', 'inter-latin-wght-normal')],
    build: {
      outDir: 'out/renderer',
      assetsInlineLimit: 0,
      minify: true,
      rolldownOptions: {
        input: { main: 'renderer/index.html', key: 'renderer/key.html', code: 'renderer/code.html' },
        treeshake: pageTreeshake,
        output: { minify: { codegen: oneByte } },
      },
    },
  },
});
