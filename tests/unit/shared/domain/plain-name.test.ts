import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownTldSet, parseQuery } from '#shared/domain/domain-name.ts';
import { isPlain, parsePlainQuery, plainTldSet } from '#shared/domain/plain-name.ts';

const tlds = ['.com', 'za', '.co.za', 'CO.UK', '.рф', 'xn--p1ai'];

describe('a text that is plain', () => {
  const character = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Array.from('abcxnzABCXN019-..')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }) },
  );
  const piece = fc.oneof(
    { weight: 8, arbitrary: character },
    {
      weight: 1,
      arbitrary: fc.constantFrom('xn-', '--', 'https://', 'me@', '/path', '.co.za', '.com', 'www.'),
    },
  );

  it('is read as by the tables of UTS #46: the same name, or the same problem at the same place', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const text = pieces.join('');
        fc.pre(isPlain(text));
        expect(parsePlainQuery(text, plainTldSet(tlds))).toEqual(parseQuery(text, knownTldSet(tlds)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('may be as long as any', () => {
    const label = 'a'.repeat(63);
    for (const text of [label, `${label}b`, Array.from({ length: 5 }, () => label).join('.')])
      expect(parsePlainQuery(text, plainTldSet(tlds))).toEqual(parseQuery(text, knownTldSet(tlds)));
  });
});

it.each(['bücher', 'example。com', 'xn--bcher-kva', 'XN--bcher-kva.com', 'a\u200Db'])(
  '%j is not plain: the tables say more of it',
  (text) => expect(isPlain(text)).toBe(false),
);

it.each(['', 'example', 'exa_mple', 'https://example.com/?a', 'me@example.com', 'a--b'])(
  '%j is plain',
  (text) => expect(isPlain(text)).toBe(true),
);
