import { describe, expect, it } from 'vitest';
import {
  decimal,
  json,
  listOf,
  nestedOf,
  operations,
  readForm,
  routeOf,
  textOf,
} from '../../../../../electron/main/practice/wire.ts';

describe('routeOf', () => {
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

describe('form', () => {
  const mediaType = 'application/x-www-form-urlencoded';
  const read = (body: string) => readForm(body, mediaType) ?? {};

  describe('readForm', () => {
    it.each([
      ['a list', 'a[]=1&a[]=2', { a: ['1', '2'] }],
      ['a list of one', 'a[]=1', { a: ['1'] }],
      ['escaped brackets', 'a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
      ['nested members', 'a[B][c d]=1&a[B][e]=', { a: { B: { 'c d': '1', e: '' } } }],
      ['letters of both cases apart', 'a[R]=1&a[r]=2', { a: { R: '1', r: '2' } }],
      ['a plus and an escape', 'a=b+c%20d%2B', { a: 'b c d+' }],
      ['UTF-8', 'a=%C3%A4%F0%9F%8C%8A', { a: 'ä🌊' }],
      ['an empty value and none at all', 'a=&b', { a: '', b: '' }],
      ['the last of a repeated key', 'a=1&a=2', { a: '2' }],
      ['a dot as part of a name', 'a.b=1', { 'a.b': '1' }],
      [
        'a member named like one of every object',
        'a[__proto__][x]=1&constructor=2',
        { a: {}, constructor: '2' },
      ],
    ])('reads %s', (_case, body, form) => {
      expect(JSON.parse(JSON.stringify(read(body)))).toEqual(form);
    });

    it('reads a list of two thousand and no more', () => {
      const list = (length: number): string => Array.from({ length }, (_, index) => `a[]=${index}`).join('&');
      expect(listOf(read(list(2_000)), 'a')).toHaveLength(2_000);
      expect(readForm(list(2_001), mediaType)).toBeNull();
    });

    it.each([
      ['levels that no operation has', 'a[b][c][d][e]=1', mediaType],
      ['another media type', 'a=1', 'application/json'],
      ['no media type', 'a=1', undefined],
    ])('is null for %s', (_case, body, type) => {
      expect(readForm(body, type)).toBeNull();
    });

    it.each([`${mediaType}; charset=UTF-8`, 'Application/X-WWW-Form-Urlencoded'])('takes %s', (type) => {
      expect(readForm('a=1', type)).toEqual({ a: '1' });
    });

    it('is empty for an empty body of any media type', () => {
      expect(readForm('', undefined)).toEqual({});
    });
  });

  describe('the fields of a form', () => {
    const form = read('text=+x+&list[]=a&list[]=b&nested[in]=1');

    it('are texts without the white space around them, or empty', () => {
      expect(['text', 'list', 'nested', 'none'].map((name) => textOf(form, name))).toEqual(['x', '', '', '']);
    });

    it('are lists, one text being a list of one', () => {
      expect(['text', 'list', 'nested', 'none'].map((name) => listOf(form, name))).toEqual([
        [' x '],
        ['a', 'b'],
        [],
        [],
      ]);
    });

    it('are nested, or empty', () => {
      expect(['text', 'list', 'nested', 'none'].map((name) => ({ ...nestedOf(form, name) }))).toEqual([
        {},
        {},
        { in: '1' },
        {},
      ]);
    });
  });
});

describe('answer', () => {
  it('escapes every character beyond ASCII, and nothing else', () => {
    const value = { name: 'Lübeck 🌊', text: '"\\ \u007f\u0080\uffff' };
    const { body } = json(value);
    expect(body).toContain('L\\u00fcbeck \\ud83c\\udf0a');
    expect(body).toMatch(/^[\u0000-\u007f]*$/);
    expect(JSON.parse(body)).toEqual(value);
  });
});

describe('money', () => {
  it.each([
    [50_000, '500.00'],
    [47_902, '479.02'],
    [10, '0.10'],
    [5, '0.05'],
    [0, '0.00'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(decimal(cents)).toBe(text);
  });
});
