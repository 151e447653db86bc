import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { pageTreeshake } from '../../../../scripts/lib/page-treeshake.mjs';

/** What the page's bundle takes along of a module when it uses one of its exports. */
async function bundled(name: string, path: string): Promise<readonly string[]> {
  const entry = 'page';
  const bundle = await rolldown({
    input: entry,
    treeshake: pageTreeshake,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { ${name} } from ${JSON.stringify(resolve(path))};\nconsole.log(${name});`
            : null,
      },
    ],
  });
  const { output } = await bundle.generate();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []));
}

it.each([
  ['kindOf', 'shared/changes/index.ts'],
  ['yearsText', 'shared/changes/kind.ts'],
  ['kinds', 'shared/changes/index.ts'],
])('%s of %s comes into the page without zod', async (name, path) => {
  const modules = await bundled(name, path);
  expect(modules.length).toBeGreaterThan(1);
  expect(modules.filter((id) => id.includes('node_modules/zod/'))).toEqual([]);
});
