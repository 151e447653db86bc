import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinPosix, normalize } from 'node:path/posix';
import { extractFile } from '@electron/asar';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { expectedFuses, fuseNames, readFuses } from '../../scripts/lib/packaged/fuses.mjs';
import { asarIn, runtimeName } from '../../scripts/lib/packaged/places.mjs';
import { addedSizes, filesIn, mostAddedBytes } from '../../scripts/lib/packaged/sizes.mjs';
import { digestOf, twinAsarIn } from '../support/packaged/stage-package.ts';
import { twinName } from '../support/application/launch-namedesk.ts';
import { findRuntime } from '../../scripts/lib/runtime.mjs';
import { packaged } from '../support/packaged/release.ts';

const figure = (description: string): void => {
  test.info().annotations.push({ type: 'figure', description });
};

test('A13 every fuse of the packaged runtime stands as it must, by its name', async () => {
  const found = await readFuses(join(packaged().installed, runtimeName));
  expect(found).toEqual(expectedFuses);
  expect(fuseNames).toHaveLength(9);
  figure('9 of 9 fuses refreshed back from the binary');
});

/** What may be in app.asar. Hashes in names are the bundler's. */
const expected = [
  /^\/package\.json$/,
  /^\/out\/main\/(?:chunks\/)?[\w-]+\.js$/,
  /^\/out\/preload\/(?:main|key|code)\.cjs$/,
  /^\/out\/renderer\/(?:index|key|code)\.html$/,
  /^\/out\/renderer\/assets\/[\w-]+(?:\.module-[\w-]+)?\.(?:js|css|woff2)$/,
  /^\/node_modules\/keytar\/package\.json$/,
  /^\/node_modules\/keytar\/lib\/keytar\.js$/,
  /^\/node_modules\/keytar\/build\/Release\/keytar\.node$/,
];

test('app.asar holds what runs and nothing else: no sources, no tests, no maps', () => {
  const files = filesIn(asarIn(packaged().installed)).map(({ path }) => path);
  expect(files.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
  const pages = files.filter((path) => path.endsWith('.js')).map((path) => path.slice(1));
  const pointing = pages.filter((path) =>
    String(extractFile(asarIn(packaged().installed), path)).includes('sourceMappingURL='),
  );
  expect(pointing).toEqual([]);
  figure(`${files.length} files in app.asar, 0 unexpected`);
});

/** A script and all that it imports for its first line, by path, and what it imports besides of others; not what it imports late. */
function loadedWith(entry: string) {
  const asar = asarIn(packaged().installed);
  const scripts = new Map<string, string>();
  const others = new Set<string>();
  const visit = (path: string): void => {
    if (scripts.has(path)) return;
    const script = String(extractFile(asar, path));
    scripts.set(path, script);
    const atOnce = script.replaceAll(/\bimport\s*\(/g, 'late(');
    for (const { fileName } of ts.preProcessFile(atOnce, true).importedFiles)
      if (fileName.startsWith('.')) visit(normalize(joinPosix(dirname(path), fileName)));
      else others.add(fileName);
  };
  visit(entry);
  const texts = [...scripts.values()];
  return {
    texts,
    others,
    kilobytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1_000,
  };
}

/** Decision 0018: what is loaded here stands between a start and its first list, or stays in memory for as long as it runs. */
const loadedByEveryStart = [
  { of: 'main', entry: /^\/out\/main\/index\.js$/, mostKilobytes: 60 },
  { of: 'the thread of the backend', entry: /^\/out\/main\/backend-worker\.js$/, mostKilobytes: 1_655 },
  { of: 'the thread of the sessions', entry: /^\/out\/main\/sessions-worker\.js$/, mostKilobytes: 605 },
  {
    of: 'the page with its first list',
    entry: /^\/out\/renderer\/assets\/main-[\w-]+\.js$/,
    mostKilobytes: 637,
  },
];

for (const { of, entry, mostKilobytes } of loadedByEveryStart)
  test(`what every start loads is little: ${of}`, () => {
    const paths = filesIn(asarIn(packaged().installed)).map(({ path }) => path);
    const found = paths.filter((path) => entry.test(path));
    expect(found).toHaveLength(1);
    const { kilobytes } = loadedWith(found[0]?.slice(1) ?? '');
    figure(`${of}: ${kilobytes.toFixed(0)} of at most ${mostKilobytes} kB`);
    expect(kilobytes).toBeLessThanOrEqual(mostKilobytes);
  });

test('main loads no schema, and the thread of the backend nothing of Electron', () => {
  const [main, backend] = ['index', 'backend-worker'].map((name) => loadedWith(`out/main/${name}.js`));
  const haveSchemas = (loaded = main) => loaded?.texts.filter((text) => /\bZodObject\b/.test(text)).length;
  expect([haveSchemas(main), main?.others.has('electron')]).toEqual([0, true]);
  expect([haveSchemas(backend), backend?.others.has('electron')]).toEqual([1, false]);
});

test('no script of the window has a character beyond Latin-1: V8 would keep two bytes of each', () => {
  const asar = asarIn(packaged().installed);
  const scripts = filesIn(asar).filter(({ path }) => /^\/out\/(?:main|renderer)\/.*\.js$/.test(path));
  const wide = scripts.filter(({ path }) => /[^\0-\xFF]/u.test(String(extractFile(asar, path.slice(1)))));
  expect(scripts.length).toBeGreaterThan(50);
  expect(wide.map(({ path }) => path)).toEqual([]);
});

test('a typed name is listed by code that the page has already: main may be busy when it is typed', () => {
  const scripts = filesIn(asarIn(packaged().installed)).map(({ path }) => path);
  expect(scripts.filter((path) => path.includes('/FindingList-'))).toEqual([]);
});

test('the manifest inside says what runs, and nothing of how it was made', () => {
  // By electron-builder, from our package.json.
  const manifest = JSON.parse(String(extractFile(asarIn(packaged().installed), 'package.json'))) as object;
  expect(Object.keys(manifest)).toEqual(expect.arrayContaining(['name', 'version', 'main']));
  expect(Object.keys(manifest).filter((key) => !inManifest.has(key))).toEqual([]);
});

/** The last two are npm's, and electron-builder leaves them in; nobody reads them there. */
const inManifest = new Set(
  'name productName version description license homepage author desktopName private type main engines imports dependencies overrides allowScripts'.split(
    ' ',
  ),
);

test('beside app.asar lie the runtime, the launcher and licences alone', () => {
  const runtime = findRuntime();
  const { installed } = packaged();
  const own = new Set([
    'namedesk',
    runtimeName,
    'THIRD-PARTY-LICENCES.txt',
    'LICENSE.namedesk.txt',
    'LICENSE.electron.txt',
  ]);
  const ofRuntime = new Set(readdirSync(runtime?.folder ?? ''));
  expect(readdirSync(installed).filter((name) => !own.has(name) && !ofRuntime.has(name))).toEqual([]);
  const ofPackage = ['apparmor-profile', 'trial'];
  const inside = readdirSync(join(installed, 'resources')).filter((name) => !ofPackage.includes(name));
  expect(inside.sort()).toEqual(['app.asar', 'app.asar.unpacked']);
});

test('the licences of everything of others are inside: packages, fonts, Electron, Chromium', () => {
  const { installed } = packaged();
  const ours = readFileSync(join(installed, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of [
    'react ',
    'zod ',
    'undici ',
    'keytar ',
    '@mantine/core ',
    'age-encryption ',
    '@fontsource-variable/inter ',
  ])
    expect(ours).toContain(`\n${name}`);
  expect(ours).toContain('SIL OPEN FONT LICENSE');
  expect(readFileSync(join(installed, 'LICENSE.electron.txt'), 'utf8')).toContain('Electron contributors');
  expect(readFileSync(join(installed, 'LICENSES.chromium.html'), 'utf8')).toContain('SQLite');
  figure(`licences of ${ours.split('='.repeat(80)).length - 1} packages in one file`);
});

test('what is added to the bare runtime is 12 MB at most', () => {
  const { parts, addedBytes } = addedSizes(packaged().installed, findRuntime()?.folder ?? '');
  const unnamed = parts.find(({ name }) => name === 'anything else');
  expect(unnamed?.bytes).toBe(0);
  expect(addedBytes).toBeGreaterThan(1_000_000);
  expect(addedBytes).toBeLessThanOrEqual(mostAddedBytes);
  figure(`${(addedBytes / 1e6).toFixed(2)} MB over the bare runtime`);
});

test('the twin that is driven is the release but for two fuses and a name', () => {
  const { installed, twin } = packaged();
  expect(digestOf(twinAsarIn(twin))).toBe(digestOf(asarIn(installed)));
  const [its, ours] = [join(twin, twinName), join(installed, runtimeName)].map((file) => readFileSync(file));
  expect(its?.length).toBe(ours?.length);
  const differing = differences(its ?? Buffer.alloc(0), ours ?? Buffer.alloc(0));
  expect(differing).toBe(2);
  figure('the twin’s runtime differs from the release’s in 2 bytes, app.asar in none');
});

/** Looked for in pieces: a loop over two hundred million bytes would take a second. */
function differences(one: Buffer, other: Buffer): number {
  const piece = 65_536;
  let count = 0;
  for (let from = 0; from < one.length; from += piece) {
    const [left, right] = [one.subarray(from, from + piece), other.subarray(from, from + piece)];
    if (!left.equals(right)) count += left.filter((byte, at) => byte !== right[at]).length;
  }
  return count;
}
