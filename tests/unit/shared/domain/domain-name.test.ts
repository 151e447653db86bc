import fc from 'fast-check';
import { toASCII } from 'tr46';
import { describe, expect, it } from 'vitest';
import { aLabelsOf, knownTldSet, nameFormsOf, parseQuery, toUnicode } from '#shared/domain/domain-name.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { isPlain, parsePlainQuery, plainTldSet } from '#shared/domain/plain-name.ts';

const known = knownTldSet(['.com', '.za', '.co.za', 'co.uk', '.рф']);

describe('a name is read out of what was typed', () => {
  // The IDN pairs are those of RFC 3492 and of the IANA root zone (рф = xn--p1ai).
  it.each([
    ['a label', 'example', 'example', 'example', null],
    ['a full name', 'example.com', 'example', 'example', 'com'],
    ['the longest TLD that fits', 'example.co.za', 'example', 'example', 'co.za'],
    ['a host below the name', 'shop.example.co.uk', 'example', 'example', 'co.uk'],
    ['a URL with everything', 'https://me:pw@www.example.com:8443/a?b#c', 'example', 'example', 'com'],
    ['a URL without a scheme', 'www.example.com/path', 'example', 'example', 'com'],
    ['a final dot', 'example.com.', 'example', 'example', 'com'],
    ['white space around', '  example.com\n', 'example', 'example', 'com'],
    ['capitals', 'EXAMPLE.Com', 'example', 'example', 'com'],
    ['a U-label', 'bücher.com', 'bücher', 'xn--bcher-kva', 'com'],
    ['a U-label in capitals', 'BÜCHER', 'bücher', 'xn--bcher-kva', null],
    ['an A-label', 'xn--bcher-kva.com', 'bücher', 'xn--bcher-kva', 'com'],
    ['a U-label under a U-label TLD', 'пример.рф', 'пример', 'xn--e1afmkfd', 'xn--p1ai'],
    ['ß kept (non-transitional)', 'straße', 'straße', 'xn--strae-oqa', null],
    ['an ideographic full stop', 'example。com', 'example', 'example', 'com'],
    ['a TLD that is not known', 'example.unknown', 'example', 'example', 'unknown'],
    ['www before a TLD that is not known', 'www.example.unknown', 'example', 'example', 'unknown'],
  ])('%s', (_case, text, unicode, ascii, tld) => {
    expect(parseQuery(text, known)).toMatchObject({ ok: true, value: { unicode, ascii, tld } });
  });
});

describe('a name that cannot be a domain is refused at its character', () => {
  it.each([
    ['nothing', '', 0, 0, 'Type a name'],
    ['only spaces', '   ', 3, 0, 'Type a name'],
    ['a space', 'my name', 2, 1, 'spaces'],
    ['an underscore', 'exa_mple.com', 3, 1, 'underscores'],
    ['a percent sign', 'a%b', 1, 1, '%'],
    ['an @', 'me@example.com', 2, 1, '@'],
    ['a place inside a URL', 'https://exa_mple.com/', 11, 1, 'underscores'],
    ['a hyphen first', '-abc', 0, 1, 'begin'],
    ['a hyphen last', 'abc-.com', 3, 1, 'end'],
    ['two hyphens after two characters', 'ab--cd', 2, 2, 'third and fourth'],
    ['two dots', 'a..com', 1, 1, 'Two dots in a row, or a dot first'],
    ['a dot first', '.com', 0, 1, 'Two dots in a row, or a dot first'],
    ['an A-label that does not decode', 'xn--zzzzzzzz999.com', 0, 15, 'does not decode'],
    ['an accent without a letter', '\u0301a', 0, 1, 'accent'],
    ['an invisible joiner', 'x\u200Dy', 1, 1, 'U+200D'],
    ['64 characters', 'a'.repeat(64), 0, 64, '63'],
  ])('%s', (_case, text, at, length, words) => {
    const read = parseQuery(text, known);
    expect(read).toMatchObject({ ok: false, error: { at, length } });
    expect(read.ok ? '' : read.error.reason).toContain(words);
  });

  // Made by writing the names as UTF-8 and reading the bytes as the encoding says.
  it.each([
    ['windows-1252', 'mÃ¼nchen-laden.com', 'münchen-laden.com'],
    ['windows-1252', 'cafÃ©-rosÃ©.com', 'café-rosé.com'],
    ['windows-1252, letters alone', 'straÃŸe.com', 'straße.com'],
    ['windows-1252, in a URL', 'https://www.Ã¶l.com/', 'www.öl.com'],
    ['windows-1250', 'mĂĽnchen.com', 'münchen.com'],
    ['windows-1250', 'Ĺ‚ĂłdĹş.com', 'łódź.com'],
    ['windows-1251', 'mГјnchen.com', 'münchen.com'],
    ['windows-1251', 'РјРѕСЃРєРІР°.com', 'москва.com'],
  ])('UTF-8 that was read as %s is refused with the name that it was: %s', (_case, text, meant) => {
    const read = parseQuery(text, known);
    expect(read.ok ? '' : read.error.reason).toBe(
      `This is UTF-8 that was read in another encoding. Did you mean ${isolatedName(meant)}?`,
    );
  });

  // RFC 5892 allows none of them; UTS #46 maps some to letters and digits.
  it.each(['¼', '‚', '»', '¶', '·', '•', '³', '©', '™', '①', '‐', '⁄', '✪', '♔', '│'])(
    'no registry takes %s',
    (sign) => {
      const read = parseQuery(`ab${sign}cd.com`, known);
      expect(read).toMatchObject({ ok: false, error: { at: 2, length: 1 } });
      expect(read.ok ? '' : read.error.reason).toContain('isn’t allowed in a name');
    },
  );

  it.each([
    ['emoji', 'i❤.com'],
    ['emoji of several characters', '👍🏽🇩🇪.com'],
    ['a middle dot between two l', 'col·lecció.com'],
    ['a Katakana middle dot', '日・本.com'],
    ['Hebrew punctuation', 'נ״ם.com'],
    ['a joiner where the script has it', 'نامه\u200Cای.com'],
    ['a zero that is a letter in Chinese', '二〇.com'],
    ['digits of other scripts', 'بيت٣.com'],
    ['full width', 'ａｂ－ｃ.com'],
    ['capitals that are UTF-8 in another encoding by chance', 'PÄŤ.com'],
    ['an A-label of a sign that a registry took in earlier years', 'xn--df-oiy.com'],
  ])('but some take %s', (_case, text) => expect(parseQuery(text, known).ok).toBe(true));

  it('allows 63 characters, and 253 for the whole name but not 254', () => {
    const label = 'a'.repeat(63);
    const name = (last: number) => [label, label, label, 'b'.repeat(last)].join('.');
    expect(parseQuery(label, known).ok).toBe(true);
    expect(parseQuery(name(61), known).ok).toBe(true);
    expect(parseQuery(name(62), known)).toMatchObject({ ok: false });
  });

  it('measures an IDN by its A-label, which is longer than what was typed', () => {
    expect(parseQuery('ü'.repeat(60), known).ok).toBe(false);
  });
});

describe('the two forms', () => {
  it.each([
    ['xn--bcher-kva.com', 'bücher.com'],
    ['example.com', 'example.com'],
    ['xn--zzzzzzzz999.com', 'xn--zzzzzzzz999.com'],
  ])('%s is shown as %s', (ascii, unicode) => expect(toUnicode(ascii)).toBe(unicode));

  it('keeps a text without an A-label form as it is, in lower case', () => {
    expect(aLabelsOf('A B.com')).toBe('a b.com');
  });
});

describe('a plain label', () => {
  const character = fc.oneof(
    fc.constantFrom(...Array.from('abcxyzABCXYZ019-')),
    fc.constantFrom('_', ' ', '.', 'ü', 'ſ', '\u212A', '\u0301', '\u200D', 'ß', '١'),
  );

  it('has the same verdict and the same form as by the tables of UTS #46', () => {
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 70 }), (characters) => {
        const label = characters.join('').replaceAll('.', '');
        fc.pre(label !== '' && label.trim() === label);
        const byTables = toASCII(label, { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true });
        const read = parseQuery(label, known);
        const hyphens = byTables !== null && (/^-|-$/.test(byTables) || /^(?!xn)..--/.test(byTables));
        expect(read.ok).toBe(byTables !== null && !hyphens && byTables.length <= 63);
        if (read.ok) expect(read.value.ascii).toBe(byTables);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused at the first character that no name has, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{0,30}$/),
        fc.constantFrom('_', '%', '$', '!'),
        (before, odd) => {
          expect(parseQuery(`${before}${odd}x`, known)).toMatchObject({
            ok: false,
            error: { at: before.length, length: 1 },
          });
        },
      ),
    );
  });
});

describe('nameFormsOf', () => {
  it('gives A-labels back as people read them, and counts their characters', () => {
    const { unicode, lengths } = nameFormsOf(['xn--bckerei-5wa', 'shop']);
    expect(unicode).toEqual(['bäckerei', 'shop']);
    expect([...lengths]).toEqual([8, 4]);
  });

  it('counts a character beyond the basic plane as one', () => {
    // U+1F351, a peach: xn--ri8h by the Punycode of RFC 3492.
    expect([...nameFormsOf(['xn--ri8h']).lengths]).toEqual([1]);
  });

  it('makes no second array of names that have no A-label', () => {
    const names = ['shop', 'bakery'];
    expect(nameFormsOf(names).unicode).toBe(names);
  });

  it('is made once for the same names', () => {
    const names = ['xn--bckerei-5wa'];
    expect(nameFormsOf(names)).toBe(nameFormsOf(names));
  });
});

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
