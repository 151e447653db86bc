import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { builtInFeed, feedOf } from '../../../../../electron/main/updates/feed.ts';

const derOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
const ed25519 = derOf(generateKeyPairSync('ed25519').publicKey);
const url = 'https://updates.example/namedesk/';

describe('a feed', () => {
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
