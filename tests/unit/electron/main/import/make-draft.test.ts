import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { cleanNames } from '../../../../../electron/main/import/make-draft.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const known = knownTldSet(['com', 'net', 'co.uk']);
const clean = (...texts: readonly string[]) =>
  valueOf(
    cleanNames(
      texts.map((text, index) => ({ line: index + 1, text, note: null })),
      known,
      'text',
    ),
  );

describe('a row that is kept', () => {
  it.each([
    ['capitals', 'Example', 'example', ['lower case']],
    ['spaces around it', '  example\t', 'example', ['spaces']],
    ['a no-break space', '\u00a0example', 'example', ['spaces']],
    ['an invisible mark', '\u200eexample\u200b', 'example', ['invisible']],
    ['a byte order mark', '\ufeffexample', 'example', ['invisible']],
    ['quotes', '"example"', 'example', ['quotes']],
    ['quotes of another language', '„example“', 'example', ['quotes']],
    ['quotes with spaces in and around them', ' " example " ', 'example', ['spaces', 'quotes']],
    ['a TLD', 'example.com', 'example', ['.com set aside']],
    ['a TLD of two labels', 'example.co.uk', 'example', ['.co.uk set aside']],
    ['a final dot', 'example.', 'example', ['final dot']],
    ['a URL', 'https://example.com/a?b#c', 'example', ['URL', '.com']],
    ['a host below the name', 'www.example.com', 'example', ['www taken off']],
    ['capitals beyond ASCII', 'BÜCHER', 'xn--bcher-kva', ['lower case']],
    ['a decomposed letter', 'bu\u0308cher', 'xn--bcher-kva', ['standard form']],
    ['full-width letters', 'ｅｘａｍｐｌｅ', 'example', ['standard form']],
  ])('says what was done to it: %s', (_case, text, name, whys) => {
    const { names, account } = clean(text);
    expect(names).toEqual([name]);
    expect(account).toMatchObject({ rows: 1, names: 1, changed: 1, dropped: 0 });
    for (const why of whys) expect(account.changes[0]?.why).toContain(why);
  });

  it.each([
    ['a plain label', 'example'],
    ['a U-label', 'bücher'],
    ['an A-label', 'xn--bcher-kva'],
  ])('is not called changed where nothing was: %s', (_case, text) => {
    expect(clean(text).account).toMatchObject({ rows: 1, changed: 0, changes: [] });
  });

  it('is shown to people in its Unicode form', () => {
    expect(clean('xn--bcher-kva').account.preview).toEqual(['bücher']);
  });
});

describe('a row that is dropped', () => {
  it.each([
    ['a space inside', 'my name', 'no spaces'],
    ['an underscore', 'my_name', 'no underscores'],
    ['an e-mail address', 'me@example.com', 'e-mail'],
    ['a hyphen first', '-example', 'hyphen'],
    ['64 characters', 'a'.repeat(64), '63'],
    ['nothing but quotes', '""', 'Nothing'],
    ['an empty field', '', 'Nothing'],
    ['a comment', '# my names', 'No name'],
    ['an IPv4 address', '192.168.0.1', 'number or an address'],
    ['a price', '9.99', 'number or an address'],
    ['bytes of another encoding', 'b\uFFFDcher', 'choose another encoding'],
    ['a field of several lines', 'one\ntwo', 'quote may be missing'],
    ['ten megabytes', 'a'.repeat(10 * 1_024 * 1_024), 'Far too long'],
  ])('says why: %s', (_case, text, reason) => {
    const { names, account } = clean(text);
    expect(names).toEqual([]);
    expect(account).toMatchObject({ rows: 1, names: 0, dropped: 1, drops: [{ line: 1 }] });
    expect(account.drops[0]?.reason).toContain(reason);
    expect(account.drops[0]?.text.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['the same text', ['example', 'example']],
    ['other capitals', ['example', 'EXAMPLE']],
    ['another TLD', ['example.com', 'example.net']],
    ['U-label and A-label (RFC 3492)', ['bücher', 'xn--bcher-kva']],
    ['composed and decomposed', ['bücher', 'bu\u0308cher']],
  ])('is a duplicate of the line where the name stood first: %s', (_case, texts) => {
    const { names, account } = clean('before', ...texts);
    expect(names).toHaveLength(2);
    expect(account.drops).toEqual([{ line: 3, text: texts[1], reason: 'The same name as in line 2' }]);
  });

  it('is counted with those of its kind, the most frequent kind first', () => {
    expect(clean('a', 'a', 'a', 'x'.repeat(64), 'x'.repeat(70)).account.dropsByReason).toEqual([
      { reason: 'The same name as in a line before', count: 2 },
      { reason: 'A label has 63 characters at most', count: 2 },
    ]);
  });
});

describe('the account of a list', () => {
  it('counts every row, and lists the first 200 of each kind', () => {
    const changed = Array.from({ length: 300 }, (_, index) => `Name${index}`);
    const dropped = Array.from({ length: 300 }, (_, index) => `na_me${index}`);
    const { account } = clean(...changed, ...dropped);
    expect(account).toMatchObject({ rows: 600, names: 300, changed: 300, dropped: 300 });
    expect([account.changes, account.drops, account.preview].map(({ length }) => length)).toEqual([
      200, 200, 200,
    ]);
  });

  it('loses no row, whatever the rows are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 })), (texts) => {
        const { names, account } = clean(...texts);
        expect(account.rows).toBe(texts.length);
        expect(account.names + account.dropped).toBe(texts.length);
        expect(new Set(names).size).toBe(names.length);
        expect(account.dropsByReason.reduce((sum, { count }) => sum + count, 0)).toBe(account.dropped);
      }),
    );
  });

  it('counts the TLDs that stood behind names, also behind duplicates', () => {
    expect(clean('a.com', 'a.net', 'b.com', 'c').account.tldsFound).toEqual([
      { tld: 'com', count: 2 },
      { tld: 'net', count: 1 },
    ]);
  });

  it('is refused where there are more names than a session holds', () => {
    const rows = ['a', 'b', 'a', 'c', 'd'].map((text, index) => ({ line: index + 1, text, note: null }));
    expect(cleanNames(rows, known, 'file', 4).ok).toBe(true);
    const refused = cleanNames(rows, known, 'file', 3);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'file' } });
    expect(JSON.stringify(refused)).toContain('more than 3 different names');
  });
});
