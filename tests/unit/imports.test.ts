import ts from 'typescript';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { checkout, inCheckout } from '../../scripts/lib/paths.mjs';

/** What a module imports of its own checkout: at the top, late, as a type, or to export it again. Types count: what points up as a type is in the wrong place too. */
const importsOf = (file: string, text: string): readonly string[] =>
  ts.preProcessFile(text, true).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#shared/')) return [fileName.slice(1)];
    return fileName.startsWith('.') ? [normalize(join(dirname(file), fileName))] : [];
  });

/**
 * @param imports What each module imports.
 * @returns One circle for each module that closes one, as `a.ts → b.ts → a.ts`.
 */
function importCycles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const finished = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  function visit(file: string): void {
    const before = path.indexOf(file);
    if (before !== -1) cycles.push([...path.slice(before), file].join(' → '));
    if (before !== -1 || finished.has(file)) return;
    path.push(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    path.pop();
    finished.add(file);
  }
  for (const file of imports.keys()) visit(file);
  return cycles;
}

const cyclesOf = (sources: Readonly<Record<string, string>>): readonly string[] =>
  importCycles(new Map(Object.entries(sources).map(([file, text]) => [file, importsOf(file, text)])));

describe('import cycles', () => {
  it.each([
    ['at the top', "import { b } from './b.ts';"],
    ['as a type', "import type { B } from './b.ts';"],
    ['to export it again', "export { b } from './b.ts';"],
    ['late', "const late = () => import('./b.ts');"],
    ['by the name of the shared folder', "import { b } from '#shared/b.ts';"],
  ])('are found where a module is imported %s', (_, text) => {
    const cycles = cyclesOf({ 'shared/a.ts': text, 'shared/b.ts': "import { c } from './c/c.ts';" });
    expect(cycles).toEqual([]);
    expect(
      cyclesOf({
        'shared/a.ts': text,
        'shared/b.ts': "import { c } from './c/c.ts';",
        'shared/c/c.ts': "import { a } from '../a.ts';",
      }),
    ).toEqual(['shared/a.ts → shared/b.ts → shared/c/c.ts → shared/a.ts']);
  });

  it('are no shared imports, and no packages', () => {
    const text = "import { c } from './c.ts';\nimport { z } from 'zod';";
    expect(cyclesOf({ 'a.ts': text, 'b.ts': text, 'c.ts': '' })).toEqual([]);
  });

  it('E4 are nowhere in the checkout, types included', () => {
    const files = globSync('{shared,electron,renderer,tests}/**/*.{ts,tsx}', { cwd: checkout });
    expect(files.length).toBeGreaterThan(400);
    const posix = files.map((file) => file.replaceAll('\\', '/'));
    expect(
      importCycles(
        new Map(posix.map((file) => [file, importsOf(file, readFileSync(inCheckout(file), 'utf8'))])),
      ),
    ).toEqual([]);
  });
});

const imported = /^import (?!type\b)[^;]*?from '([^']+)';/gm;

/** The build replaces these by their values. */
const byTheirValues: ReadonlySet<string> = new Set(['electron/route-names.ts', 'shared/changes/names.ts']);

/** What a module loads with itself, in our sources. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of readFileSync(inCheckout(file), 'utf8').matchAll(imported)) {
    const module = name.replace(/^#/, '').replace(/^\.{1,2}\/.*/, (path) => join(dirname(file), path));
    if (loaded.has(module) || byTheirValues.has(module)) continue;
    loaded.add(module);
    if (module.endsWith('.ts')) loadedBy(module, loaded);
  }
  return loaded;
}

it('main loads no schema, as it would delay the window; and the backend’s thread nothing of Electron, as it has none', () => {
  const [main, backend] = ['index.ts', 'app/backend-worker.ts'].map((file) =>
    loadedBy(`electron/main/${file}`),
  );
  expect([main?.has('electron'), main?.has('zod')]).toEqual([true, false]);
  expect([backend?.has('electron'), backend?.has('zod')]).toEqual([false, true]);
});
