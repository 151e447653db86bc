import { describe, expect, it } from 'vitest';
import {
  isInside,
  readHost,
} from '../../../../../../../renderer/src/screens/domains/nameservers/host-text.ts';

describe('a host', () => {
  it.each([
    ['ns1.example.net', 'ns1.example.net', 'as it is'],
    ['  NS1.Example.NET. ', 'ns1.example.net', 'in lower case, without its final dot'],
    ['ns1.bäckerei.example', 'ns1.xn--bckerei-5wa.example', 'as A-labels'],
    ['https://ns1.example.net/zone', 'ns1.example.net', 'out of a URL'],
    ['1.2.example', '1.2.example', 'with labels of digits'],
  ])('is taken from %s as %s: %s', (text, host) => {
    expect(readHost(text)).toEqual({ ok: true, value: host });
  });

  it.each([
    ['', 'A host is missing'],
    ['ns1', 'two parts at least'],
    ['ns1..example', 'missing beside a dot'],
    ['ns 1.example', 'no spaces'],
    ['ns_1.example', 'no underscores'],
    ['-ns.example', 'begins or ends with a hyphen'],
    [`${'a'.repeat(64)}.example`, '63 characters at most'],
    [`${'a.'.repeat(127)}example`, '253 characters at most'],
    ['192.0.2.1', 'This is an address'],
    ['ns!.example', 'cannot stand in a host'],
  ])('is not taken from “%s”', (text, reason) => {
    const read = readHost(text);
    expect(read.ok ? '' : read.error).toContain(reason);
  });

  it('is inside a domain by whole labels', () => {
    expect(isInside('ns1.harbour.example', 'harbour.example')).toBe(true);
    expect(isInside('harbour.example', 'harbour.example')).toBe(true);
    expect(isInside('ns1.newharbour.example', 'harbour.example')).toBe(false);
  });
});
