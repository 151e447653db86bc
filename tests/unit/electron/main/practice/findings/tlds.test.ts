import { describe, expect, it } from 'vitest';
import { defaultTlds, tldOf, tlds } from '../../../../../../electron/main/practice/findings/tlds.ts';

describe('tldOf', () => {
  it.each([
    ['example.com', 'com'],
    ['example.co.uk', 'co.uk'],
    ['co.uk', 'uk'],
    ['example.nowhere', undefined],
    ['www.example.com', undefined],
    ['com', undefined],
    ['', undefined],
  ])('of %j is %j', (name, tld) => {
    expect(tldOf(name)?.name).toBe(tld);
  });

  it('has a price for each, in whole cents', () => {
    const prices = [...tlds.values()].flatMap(({ registerCents, renewCents }) => [registerCents, renewCents]);
    expect(prices.filter((cents) => !Number.isInteger(cents) || cents <= 0)).toEqual([]);
  });

  it('knows every default', () => {
    expect(defaultTlds.filter((tld) => !tlds.has(tld))).toEqual([]);
  });
});
