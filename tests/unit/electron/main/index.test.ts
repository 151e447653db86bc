import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { inCheckout } from '../../../../scripts/lib/paths.mjs';

const imported = /^import (?!type\b)[^;]*?from '([^']+)';/gm;

/** What a module loads with itself, in our sources; the build replaces `route-names.ts` by its values. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of readFileSync(inCheckout(file), 'utf8').matchAll(imported)) {
    const module = name.replace(/^#/, '').replace(/^\.{1,2}\/.*/, (path) => join(dirname(file), path));
    if (loaded.has(module) || module === 'shared/route-names.ts') continue;
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
