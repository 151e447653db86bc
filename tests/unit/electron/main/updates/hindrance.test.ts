import { describe, expect, it } from 'vitest';
import { hindranceOf, type Installed } from '../../../../../electron/main/updates/hindrance.ts';

const anAppImage: Installed = {
  isPackaged: true,
  platform: 'linux',
  execPath: '/tmp/.mount_Namedex/namedesk',
  isAppImage: true,
};

describe('what keeps updates away', () => {
  it.each([
    ['nothing, of an AppImage with a feed', {}, true, null],
    ['no feed', {}, false, 'no-feed'],
    ['a checkout', { isPackaged: false, execPath: '/home/x/node_modules/electron' }, true, 'not-installed'],
    [
      'a package of the system',
      { isAppImage: false, execPath: '/opt/Namedesk/namedesk' },
      true,
      'by-package-manager',
    ],
    [
      'a folder that was unpacked',
      { isAppImage: false, execPath: '/home/x/Namedesk/namedesk' },
      true,
      'not-installed',
    ],
    [
      'nothing, on Windows with a feed',
      { platform: 'win32', isAppImage: false, execPath: 'C:\\N.exe' },
      true,
      null,
    ],
  ] as const)('%s', (_name, changes, hasFeed, hindrance) => {
    expect(hindranceOf({ ...anAppImage, ...changes }, hasFeed)).toBe(hindrance);
  });
});
