import { describe, expect, it } from 'vitest';
import { placeRiskOf } from '../../../../../electron/main/workspace/workspace.ts';

const ext4 = () => Promise.resolve(0xef53);
const nfs = () => Promise.resolve(0x6969);
/** As statfs gives it where the number is a signed one. */
const cifs = () => Promise.resolve(0xff534d42 | 0);

describe('D9 the risk of a workspace’s folder', () => {
  it.each([
    ['linux', '/home/robin/Dropbox/Namedesk/workspace'],
    ['linux', '/home/robin/Nextcloud/desk'],
    ['win32', String.raw`C:\Users\Robin\OneDrive - Contoso\Namedesk\workspace`],
    ['win32', String.raw`C:\Users\Robin\OneDrive\Namedesk`],
    ['darwin', '/Users/robin/Library/Mobile Documents/com~apple~CloudDocs/Namedesk'],
    ['darwin', '/Users/robin/Library/CloudStorage/GoogleDrive-robin@example.com/My Drive'],
    ['darwin', '/Users/robin/Dropbox (Personal)/Namedesk'],
  ] as const)('on %s %s is synchronised with others', async (platform, path) => {
    expect(await placeRiskOf(path, platform, ext4)).toBe('synced');
  });

  it.each([
    [String.raw`\\server\share\Namedesk`, 'win32', ext4],
    ['//server/share/Namedesk', 'win32', ext4],
    ['/mnt/desk', 'linux', nfs],
    ['/mnt/desk', 'linux', cifs],
  ] as const)('%s is another computer’s', async (path, platform, typeOf) => {
    expect(await placeRiskOf(path, platform, typeOf)).toBe('network');
  });

  it.each([
    ['/home/robin/.config/Namedesk/workspace', 'linux'],
    ['/home/robin/dropbox-old-files/Namedesk', 'linux'],
    [String.raw`C:\Users\Robin\AppData\Roaming\Namedesk\workspace`, 'win32'],
    [String.raw`\\?\C:\Users\Robin\AppData\Roaming\Namedesk`, 'win32'],
    ['/Users/robin/Library/Application Support/Namedesk', 'darwin'],
  ] as const)('%s is none', async (path, platform) => {
    expect(await placeRiskOf(path, platform, ext4)).toBeNull();
  });
});
