import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../../../scripts/lib/paths.mjs';

describe('the folder for what is fetched once per machine', () => {
  it.each([
    [
      'root’s can be read by others',
      { root: true, env: { XDG_CACHE_HOME: '/root/.cache' }, home: '/root' },
      '/var/cache/namedesk',
    ],
    [
      'ours is where the desktop says',
      { root: false, env: { XDG_CACHE_HOME: '/x' }, home: '/home/a' },
      '/x/namedesk',
    ],
    ['ours is in the home otherwise', { root: false, env: {}, home: '/home/a' }, '/home/a/.cache/namedesk'],
  ])('%s', (_, who, folder) => {
    expect(cacheFolder(who)).toBe(folder);
  });
});
