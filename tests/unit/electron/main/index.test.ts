import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { inCheckout } from '../../../../scripts/lib/paths.mjs';

const imported = /^import (?!type\b)[^;]*?from '([^']+)';/gm;

/** The build replaces these by their values. */
const byTheirValues: ReadonlySet<string> = new Set(['shared/route-names.ts', 'shared/changes/names.ts']);

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

it('the window opens before any schema is loaded: zod and its schemas would delay it', () => {
  const loaded = loadedBy('electron/main/index.ts');
  expect(loaded.size).toBeGreaterThan(20);
  expect([...loaded].filter((module) => module === 'zod' || module.startsWith('shared/areas/'))).toEqual([]);
});
