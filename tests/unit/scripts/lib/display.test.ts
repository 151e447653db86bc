import { describe, expect, it } from 'vitest';
import { shareDisplay, xAuthority } from '../../../../scripts/lib/display.mjs';

describe('the virtual display', () => {
  it('is guarded by the very file that xauth writes', () => {
    // Source: `xauth nmerge` of `ffff 0000  0000  0012 4d49…2d31 0010 0001…0f`, read with xxd.
    const byXauth =
      'ffff0000000000124d49542d4d414749432d434f4f4b49452d310010000102030405060708090a0b0c0d0e0f';
    const cookie = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    expect(xAuthority(cookie).toString('hex')).toBe(byXauth);
  });
});

describe('the display that is there', () => {
  it('needs no sharing when we are the ones who draw on it', () => {
    const env = { DISPLAY: ':0', XAUTHORITY: '/home/a/.Xauthority' };
    expect(shareDisplay({ authorityFile: '/nowhere', ownerUid: undefined, env })).toEqual({});
  });
});
