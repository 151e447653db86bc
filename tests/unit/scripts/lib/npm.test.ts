import { describe, expect, it } from 'vitest';
import { withoutNodeModules } from '../../../../scripts/lib/npm.mjs';

describe.skipIf(process.platform === 'win32')('the search path for npm', () => {
  it('leaves out the Node inside node_modules, which npm is about to replace', () => {
    const path =
      '/a/node_modules/.bin:/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/usr/local/bin:/usr/bin';
    expect(withoutNodeModules(path)).toBe('/usr/local/bin:/usr/bin');
  });
});
