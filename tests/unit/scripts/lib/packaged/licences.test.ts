import { describe, expect, it } from 'vitest';
import { doubtsAbout, licencesText, packageFolderOf } from '../../../../../scripts/lib/packaged/licences.mjs';

const licence = { name: 'x', version: '1.0.0', licence: 'MIT', texts: ['do what you like'] };

describe('the licences of what is bundled', () => {
  it('raise a doubt where a licence was never thought about, or its text is missing', () => {
    expect(
      doubtsAbout([licence, { ...licence, licence: 'OFL-1.1' }, { ...licence, licence: '(MIT OR GPL-3.0)' }]),
    ).toEqual([]);
    expect(doubtsAbout([{ ...licence, licence: 'GPL-3.0' }])).toEqual(['x@1.0.0 is under GPL-3.0']);
    expect(doubtsAbout([{ ...licence, texts: [] }])).toEqual(['x@1.0.0 carries no text of its licence']);
  });

  it('stand in one file, each under its package and version', () => {
    const text = licencesText([licence]);
    expect(text).toContain('\nx 1.0.0 (MIT)\n\ndo what you like');
    expect(text).toContain('LICENSES.chromium.html');
  });
});

describe('the package of a bundled module', () => {
  it.each([
    ['/home/a/namedesk/node_modules/zod/v4/index.js', 'node_modules/zod'],
    ['/home/a/namedesk/node_modules/@mantine/core/esm/x.mjs?commonjs', 'node_modules/@mantine/core'],
    ['C:\\n\\node_modules\\a\\node_modules\\@b\\c\\index.js', 'node_modules/a/node_modules/@b/c'],
    ['../node_modules/@fontsource-variable/inter/files/x.woff2', 'node_modules/@fontsource-variable/inter'],
    ['/home/a/namedesk/renderer/src/main.tsx', null],
  ])('of %s is %s', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder);
  });
});
