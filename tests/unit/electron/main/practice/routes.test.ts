import { describe, expect, it } from 'vitest';
import { operations, routeOf } from '../../../../../electron/main/practice/routes.ts';

// Source: Domain Reseller API v2.2, "Endpoints".
const documented = [
  ['POST', '/domains/lookup', ''],
  ['GET', '/billing/credits', ''],
  ['GET', '/tlds', ''],
  ['GET', '/version', ''],
  ['GET', '/domains/example.com/contact', 'example.com'],
  ['POST', '/domains/example.com/contact', 'example.com'],
  ['GET', '/domains/example.com/lock', 'example.com'],
  ['POST', '/domains/example.com/lock', 'example.com'],
  ['POST', '/order/domains/register', ''],
  ['POST', '/order/domains/renew', ''],
  ['GET', '/domains/example.com/eppcode', 'example.com'],
  ['POST', '/domains/example.com/sync', 'example.com'],
  ['GET', '/domains/example.com/nameservers', 'example.com'],
  ['POST', '/domains/example.com/nameservers', 'example.com'],
  ['POST', '/domains/example.com/nameservers/register', 'example.com'],
  ['POST', '/domains/example.com/nameservers/modify', 'example.com'],
  ['POST', '/domains/example.com/nameservers/delete', 'example.com'],
] as const;

describe('routeOf', () => {
  it.each(documented)('knows %s %s', (method, path, domain) => {
    expect(routeOf(method, path)).toMatchObject({ domain });
  });

  it('gives each documented path an operation of its own, and has no others', () => {
    const found = documented.map(([method, path]) => routeOf(method, path)?.operation);
    expect(new Set(found)).toEqual(new Set(operations));
    expect(found).toHaveLength(17);
  });

  it.each([
    ['an escaped name', '/domains/b%C3%A4cker.de/lock', 'bäcker.de'],
    ['a name that is called lookup', '/domains/lookup/lock', 'lookup'],
    ['an escaped slash inside of the name', '/domains/a%2Fb/lock', 'a/b'],
  ])('decodes %s', (_case, path, domain) => {
    expect(routeOf('GET', path)).toEqual({ operation: 'lock-read', domain });
  });

  it.each([
    ['GET', '/order/domains/register'],
    ['PUT', '/tlds'],
    ['get', '/tlds'],
    ['GET', '/TLDs'],
    ['GET', '/tlds/'],
    ['GET', ''],
    ['GET', '/domains//lock'],
    ['GET', '/domains/example.com'],
    ['GET', '/domains/example.com/lock/'],
    ['GET', '/domains/{domain}/lock/x'],
    ['GET', '/domains/%/lock'],
  ])('has nothing at %s %j', (method, path) => {
    expect(routeOf(method, path)).toBeNull();
  });
});
