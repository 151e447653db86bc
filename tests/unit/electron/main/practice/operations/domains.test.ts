import { describe, expect, it } from 'vitest';
import { isAddress, isHost } from '../../../../../../electron/main/practice/operations/domains.ts';

describe('a host', () => {
  it.each(['ns1.example.net', 'a.b', '1.2.example', 'xn--bcher-kva.example', `${'a'.repeat(63)}.example`])(
    'is %s',
    (text) => expect(isHost(text)).toBe(true),
  );

  it.each([
    '',
    'ns1',
    '.example',
    'example.',
    '-a.example',
    'a-.example',
    'a_b.example',
    'NS1.example',
    'ä.example',
  ])('is not %j', (text) => expect(isHost(text)).toBe(false));

  it('is not longer than 253 characters or 63 a label', () => {
    expect([`${'a'.repeat(64)}.example`, `${'a.'.repeat(126)}aa`].map(isHost)).toEqual([false, false]);
  });
});

describe('an address', () => {
  it.each(['192.0.2.1', '0.0.0.0', '255.255.255.255', '2001:db8::1', '::1', '::ffff:192.0.2.1'])(
    'is %s',
    (text) => expect(isAddress(text)).toBe(true),
  );

  it.each([
    '',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1.1',
    '2001:db8',
    '1::2::3',
    '[::1]',
    '::1%eth0',
    'a:b',
    '::1]:80/[',
  ])('is not %j', (text) => expect(isAddress(text)).toBe(false));
});
