import { expect, it } from 'vitest';
import { plainHost } from '#shared/domain/domain-name.ts';
import { bareHost, comparable, isSameHosts } from '#shared/domain/host.ts';

it.each([
  ['ns1.example.com', 'ns1.example.com'],
  [' NS1.Example.COM. ', 'ns1.example.com'],
  ['ns1.example.com..', 'ns1.example.com'],
  ['.', ''],
  ['xn--mnchen-3ya.de.', 'xn--mnchen-3ya.de'],
])('a host is compared in lower case without spaces and final dots: %j', (host, plain) => {
  expect(bareHost(host)).toBe(plain);
  expect(plainHost(host)).toBe(plain);
});

it('a host that a person typed is compared by its A-labels', () => {
  expect(plainHost('NS1.München.de.')).toBe('ns1.xn--mnchen-3ya.de');
});

it('hosts are the same in any order, spelling and number, and others are not', () => {
  expect(isSameHosts(['NS2.a.com.', 'ns1.a.com', 'ns1.a.com'], ['ns1.a.com', 'ns2.a.com'])).toBe(true);
  expect(isSameHosts(['ns1.a.com'], ['ns1.a.com', 'ns2.a.com'])).toBe(false);
  expect(isSameHosts([], [])).toBe(true);
  expect(comparable('locked')).toBe('locked');
  expect(comparable(['b.com', 'a.com'])).toBe('a.com b.com');
});
