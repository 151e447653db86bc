import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  builtInFeed,
  compareVersions,
  feedOf,
  isVersion,
} from '../../../../../electron/main/updates/feed.ts';

describe('a feed', () => {
  const derOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
  const ed25519 = derOf(generateKeyPairSync('ed25519').publicKey);
  const url = 'https://updates.example/namedesk/';

  it('is an address behind https and an Ed25519 key', () => {
    expect(feedOf({ url, publicKey: ed25519 })?.url.href).toBe(url);
  });

  it('is not built in unless somebody who releases has put one there', () => {
    expect(builtInFeed()).toBeNull();
  });

  it.each([
    ['without a key', { url, publicKey: null }],
    ['without an address', { url: null, publicKey: ed25519 }],
    ['over plain http', { url: 'http://updates.example/', publicKey: ed25519 }],
    ['with a password', { url: 'https://a:b@updates.example/', publicKey: ed25519 }],
    ['that is no folder', { url: 'https://updates.example/feed', publicKey: ed25519 }],
    ['with another kind of key', { url, publicKey: derOf(generateKeyPairSync('ed448').publicKey) }],
    ['with no key at all', { url, publicKey: 'AAAA' }],
  ])('is refused %s', (_name, file) => {
    expect(() => feedOf(file)).toThrow();
  });
});

describe('versions', () => {
  // Source: SemVer 2.0.0, section 11.
  const inOrder = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0-beta.1',
    '2.0.0',
  ];

  it.each(inOrder.flatMap((one, at) => inOrder.map((other, place) => [one, other, at - place] as const)))(
    'puts %s and %s in order',
    (one, other, order) => {
      expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(order));
    },
  );

  it.each(['1.0', '1.0.0.0', 'v1.0.0', '01.0.0', '1.0.0+build', '1.0.0-', '', '1.0.0 ', '9999999999.0.0'])(
    'takes %j for none of ours',
    (text) => {
      expect(isVersion(text)).toBe(false);
    },
  );
});
