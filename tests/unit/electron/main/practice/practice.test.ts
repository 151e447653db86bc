import { describe, expect, it } from 'vitest';
import {
  demoFinding,
  type Finding,
  findingOf,
  isPriced,
  listedTlds,
} from '../../../../../electron/main/practice/findings.ts';
import { resultOf, resultText } from '../../../../../electron/main/practice/operations/lookup.ts';
import { operations, routeOf } from '../../../../../electron/main/practice/operations/table.ts';
import { listOf, readForm } from '../../../../../electron/main/practice/wire.ts';

describe('resultText', () => {
  const labels = [
    ['plain', 'plain'],
    ['xn--bcher-kva', 'bücher'],
    ['xn--r8jz45g', '例え'],
    ['priced-name', 'priced-name'],
  ] as const;
  const findings: readonly Finding[] = ['available', 'premium', 'reserved', 'taken'];

  it.each(
    labels.flatMap(([ascii, unicode]) => findings.map((finding) => [ascii, finding, unicode] as const)),
  )('is the JSON of the result in ASCII: %s, %s', (ascii, finding, unicode) => {
    const label = { isValid: true, ascii, unicode } as const;
    for (const tld of ['co.uk', 'com', 'co.uk']) {
      const text = resultText(label, tld, finding, ascii.startsWith('priced'));
      expect(text).toMatch(/^[ -~]+$/);
      expect(JSON.parse(text)).toEqual(resultOf(label, tld, finding));
    }
  });
});

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

  it('gives each documented path an operation of its own, and has no others', () => {
    const found = documented.map(([method, path]) => routeOf(method, path)?.operation);
    expect(new Set(found)).toEqual(new Set(operations));
    expect(found).toHaveLength(17);
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

describe('findingOf', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';

  /** Labels of one length that differ from each other; none begins like a name that a table fixes. */
  const labels = (length: number, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) =>
      Array.from(
        { length },
        (_unused, place) => letters[Math.floor(index / 26 ** place + place * 7) % 26],
      ).join(''),
    );

  /** The shares of each finding, in percent, over a thousand labels and all TLDs. */
  function shares(length: number): Readonly<Record<string, number>> {
    const found = { available: 0, premium: 0, reserved: 0, taken: 0 };
    for (const label of labels(length, 1_000)) {
      for (const tld of listedTlds) found[findingOf(1, label, tld.slice(1))] += 1;
    }
    const all = 1_000 * listedTlds.length;
    return Object.fromEntries(
      Object.entries(found).map(([finding, count]) => [finding, (100 * count) / all]),
    );
  }

  it.each([
    [3, { available: 1, premium: 8, reserved: 8, taken: 83 }],
    [5, { available: 15, premium: 6, reserved: 4, taken: 75 }],
    [8, { available: 38, premium: 4, reserved: 3, taken: 55 }],
    [12, { available: 55, premium: 3, reserved: 2, taken: 40 }],
  ])('is spread over labels of %i letters as its table says', (length, expected) => {
    const found = shares(length);
    const off = Object.entries(expected).map(([finding, share]) => Math.abs((found[finding] ?? 0) - share));
    expect(Math.max(...off)).toBeLessThan(1);
  });

  it('makes about 45 % available over a word list of mixed lengths', () => {
    const mixed = [5, 7, 8, 9, 10, 12].map((length) => shares(length)['available'] ?? 0);
    const mean = mixed.reduce((sum, share) => sum + share, 0) / mixed.length;
    expect(mean).toBeGreaterThan(38);
    expect(mean).toBeLessThan(48);
  });

  it('E7 is the same for the same seed, label and TLD', () => {
    const all = (): readonly string[] => labels(7, 200).map((label) => findingOf(42, label, 'com'));
    expect(all()).toEqual(all());
  });

  it.each([
    ['seed', (label: string) => findingOf(2, label, 'com')],
    ['TLD', (label: string) => findingOf(1, label, 'net')],
  ])('depends on the %s', (_case, other) => {
    const differing = labels(9, 500).filter((label) => findingOf(1, label, 'com') !== other(label));
    expect(differing.length).toBeGreaterThan(150);
  });
});

describe('demoFinding', () => {
  it.each([
    ['example', 'com', 'taken'],
    ['example', 'net', 'taken'],
    ['example', 'org', 'taken'],
    ['example', 'dev', 'available'],
    ['www', 'com', 'reserved'],
    ['nic', 'de', 'reserved'],
    ['whois', 'io', 'reserved'],
    ['available-1', 'com', 'available'],
    ['priced-1', 'com', 'available'],
    ['premium-1', 'com', 'premium'],
    ['reserved-1', 'com', 'reserved'],
    ['taken-1', 'com', 'taken'],
  ])('fixes %s under %s: %s', (label, tld, finding) => {
    expect(demoFinding(label, tld)).toBe(finding);
  });

  it.each(['examples', 'my-premium', 'wwww', 'unavailable'])('leaves %s to the seed', (label) => {
    expect(demoFinding(label, 'com')).toBeNull();
  });

  it('gives prices to what begins with priced', () => {
    const priced = ['priced', 'priced-x', 'overpriced'].map((label) => isPriced(label, false));
    expect(priced).toEqual([true, true, false]);
  });

  it('gives prices to most names where most are priced', () => {
    const priced = Array.from({ length: 1_000 }, (_, index) => `name-${index}`).filter((label) =>
      isPriced(label, true),
    );
    expect(priced.length).toBeGreaterThan(800);
    expect(priced.length).toBeLessThan(950);
  });
});
