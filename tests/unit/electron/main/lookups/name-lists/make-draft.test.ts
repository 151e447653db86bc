import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import {
  countGenerated,
  generatedRows,
  readPattern,
} from '../../../../../../electron/main/lookups/name-lists/generator.ts';
import { cleanNames } from '../../../../../../electron/main/lookups/name-lists/make-draft.ts';
import { listRows, type NameGenerator } from '../../../../../../electron/main/lookups/name-lists/rows.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

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
    ['a bullet', '•example', 'example', ['bullet']],
    ['a middle dot with a space', '· example', 'example', ['bullet']],
    ['a hyphen as a bullet', '- example', 'example', ['bullet']],
    ['a number of a list', '12. example', 'example', ['bullet']],
    ['a tick that is an emoji', '✔ example', 'example', ['bullet']],
    ['a TLD', 'example.com', 'example', ['.com ignored']],
    ['a TLD of two labels', 'example.co.uk', 'example', ['.co.uk ignored']],
    ['a final dot', 'example.', 'example', ['final dot']],
    ['a URL', 'https://example.com/a?b#c', 'example', ['URL', '.com']],
    ['a host below the name', 'www.example.com', 'example', ['www removed']],
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
    ['an emoji before letters', '✔example'],
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
    ['nothing but quotes', '""', 'nothing here'],
    ['an empty field', '', 'nothing here'],
    ['a comment', '# my names', 'no name'],
    ['an IPv4 address', '192.168.0.1', 'IP address'],
    ['a price', '9.99', 'IP address'],
    ['bytes of another encoding', 'b\uFFFDcher', 'choose another one'],
    ['a field of several lines', 'one\ntwo', 'quote may be missing'],
    ['ten megabytes', 'a'.repeat(10 * 1_024 * 1_024), 'Too long'],
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
    expect(account.drops).toEqual([{ line: 3, text: texts[1], reason: 'Duplicate of line 2' }]);
  });

  it('is counted with those of its kind, the most frequent kind first', () => {
    expect(clean('a', 'a', 'a', 'x'.repeat(64), 'x'.repeat(70)).account.dropsByReason).toEqual([
      { reason: 'Duplicate of an earlier line', count: 2 },
      { reason: 'A label has at most 63 characters', count: 2 },
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

describe('a list', () => {
  const read = (text: string, skipsFirst = false): readonly string[] =>
    Array.from(listRows(text, skipsFirst), ({ line, text: name }) => `${line}:${name}`);

  it.each([
    ['one a line', 'a\nb', ['1:a', '2:b']],
    ['Windows line ends', 'a\r\nb\r\n', ['1:a', '2:b']],
    ['old Mac line ends', 'a\rb', ['1:a', '2:b']],
    ['Unicode line ends', 'a\u2028b\u0085c', ['1:a', '2:b', '3:c']],
    ['empty lines, which keep the count', 'a\n\n  \n\u200b\nb', ['1:a', '5:b']],
    ['commas', 'a,b, c', ['1:a', '1:b', '1:c']],
    ['semicolons and tabs', 'a;b\tc', ['1:a', '1:b', '1:c']],
    ['ideographic commas', '東京、大阪，京都', ['1:東京', '1:大阪', '1:京都']],
    ['commas with nothing between them', 'a,,b,', ['1:a', '1:b']],
    ['spaces', 'a b  c', ['1:a', '1:b', '1:c']],
    ['spaces beside commas, which part nothing', 'a b, c', ['1:a b', '1:c']],
    ['a URL with commas in its path', 'https://a.com/x,y;z?q=1,2', ['1:https://a.com/x,y;z?q=1,2']],
    ['two URLs on a line', 'https://a.com,https://b.com', ['1:https://a.com', '1:https://b.com']],
    ['spaces in quotes, which part nothing', '"a b"', ['1:"a b"']],
  ])('is taken apart: %s', (_case, text, rows) => expect(read(text)).toEqual(rows));

  it('loses its first line where the user says that it is a heading', () => {
    expect(read('\nMy names\na\nb', true)).toEqual(['3:a', '4:b']);
  });

  it('says where only spaces stood between names', () => {
    expect(Array.from(listRows('blue bakery', false), ({ note }) => note)).toEqual([
      'one of 2 on its line',
      'one of 2 on its line',
    ]);
  });
});

const aRecipe = (changes: Partial<NameGenerator>): NameGenerator => ({
  prefixes: [],
  words: [],
  suffixes: [],
  secondWords: [],
  joiners: [''],
  withoutPrefix: false,
  withoutSuffix: false,
  patterns: [],
  ...changes,
});
const made = (changes: Partial<NameGenerator>): readonly string[] =>
  Array.from(valueOf(generatedRows(aRecipe(changes))), ({ text }) => text);

describe('a recipe makes', () => {
  it.each<[string, Partial<NameGenerator>, readonly string[]]>([
    ['words', { words: ['a', 'b'] }, ['a', 'b']],
    ['words without blank lines', { words: [' a ', '', '  '] }, ['a']],
    ['prefixes with words', { prefixes: ['my', 'the'], words: ['shop'] }, ['myshop', 'theshop']],
    ['words alone as well', { prefixes: ['my'], words: ['shop'], withoutPrefix: true }, ['shop', 'myshop']],
    ['suffixes', { words: ['shop'], suffixes: ['24'], withoutSuffix: true }, ['shop', 'shop24']],
    ['hyphens', { prefixes: ['my'], words: ['shop'], joiners: ['-'] }, ['my-shop']],
    ['both ways', { prefixes: ['my'], words: ['shop'], joiners: ['', '-'] }, ['myshop', 'my-shop']],
    ['words crossed', { words: ['red', 'blue'], secondWords: ['car'] }, ['redcar', 'bluecar']],
    ['words of the second list where the first is empty', { secondWords: ['car'] }, ['car']],
    [
      'all of it, with each way at each place',
      { prefixes: ['p'], words: ['w'], suffixes: ['s'], joiners: ['', '-'] },
      ['pws', 'pw-s', 'p-ws', 'p-w-s'],
    ],
    ['patterns behind the words', { words: ['w'], patterns: ['x[12]', ''] }, ['w', 'x1', 'x2']],
  ])('%s', (_case, changes, names) => {
    expect(made(changes)).toEqual(names);
    expect(valueOf(countGenerated(aRecipe(changes)))).toEqual({
      count: names.length,
      sample: names,
      isTooMany: false,
    });
  });
});

describe('the count of a recipe', () => {
  const figures = (n: number): string => '[0-9]'.repeat(n);

  it.each([
    ['1,000,000, which a session holds', 6, 1e6, false],
    ['10,000,000, which it does not', 7, 1e7, true],
    ['10^15, to the last name', 15, 1e15, true],
    ['10^99', 99, 1e99, true],
  ])('is told without making any: %s', (_case, digits, count, isTooMany) => {
    expect(valueOf(countGenerated(aRecipe({ patterns: [figures(digits)] })))).toMatchObject({
      count,
      isTooMany,
    });
  });

  it('comes with names from its beginning to its end', () => {
    const { sample } = valueOf(countGenerated(aRecipe({ patterns: [figures(15)] })));
    expect(sample).toHaveLength(50);
    expect([sample[0], sample[49]]).toEqual(['0'.repeat(15), '9'.repeat(15)]);
    expect(new Set(sample).size).toBe(50);
  });

  it('is a number even where it is beyond all numbers', () => {
    const whole = `[${String.fromCodePoint(0x4e00)}-${String.fromCodePoint(0x4e00 + 1_999)}]`;
    const { count } = valueOf(countGenerated(aRecipe({ patterns: [whole.repeat(100)] })));
    expect(count).toBe(Number.MAX_VALUE);
  });
});

describe('a recipe is refused', () => {
  it.each<[string, Partial<NameGenerator>, string]>([
    ['that makes nothing', { prefixes: ['my'], suffixes: ['24'] }, 'makes no names'],
    [
      'that makes more than a session holds',
      { patterns: ['[0-9]'.repeat(7)] },
      '10,000,000 names; a session holds 1,000,000',
    ],
    ['that makes more than can be read', { patterns: ['[0-9]'.repeat(30)] }, 'about 10^30 names'],
    [
      'with a pattern that cannot be read',
      { patterns: ['ok', ' x{a'] },
      'Pattern 2, character 3: this { is not closed',
    ],
  ])('%s', (_case, changes, words) => {
    const refused = generatedRows(aRecipe(changes));
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'recipe' } });
    expect(refused.ok ? '' : refused.error.reason).toContain(words);
  });

  it('at the place of the mistake, as a text field counts', () => {
    expect(countGenerated(aRecipe({ patterns: ['ok', ' x{a'] }))).toMatchObject({ error: { at: 2 } });
  });
});

describe('a pattern stands for', () => {
  const read = (text: string): readonly string[] => {
    const sequence = readPattern(text);
    if (!sequence.ok) throw new Error(sequence.error.reason);
    return Array.from(sequence.value.all());
  };

  it.each<[string, string, readonly string[]]>([
    ['itself', 'shop', ['shop']],
    ['alternatives', '{a,b}', ['a', 'b']],
    ['alternatives between texts', 'my{red,blue}shop', ['myredshop', 'myblueshop']],
    ['an empty alternative', 'shop{,s}', ['shop', 'shops']],
    ['nested alternatives', '{a,b{c,d}}', ['a', 'bc', 'bd']],
    ['a range of figures', '[0-3]', ['0', '1', '2', '3']],
    ['a range of letters', '[a-c]', ['a', 'b', 'c']],
    ['single characters', '[xyz]', ['x', 'y', 'z']],
    ['ranges and characters', '[a-b9]', ['a', 'b', '9']],
    ['a hyphen at the end', '[a-]', ['a', '-']],
    ['a range beyond ASCII', '[а-в]', ['а', 'б', 'в']],
    ['characters beyond the basic plane', '[𝒜𝒞]', ['𝒜', '𝒞']],
    ['a product, the last part fastest', '[ab][01]', ['a0', 'a1', 'b0', 'b1']],
    ['a class in an alternative', '{x[01],y}', ['x0', 'x1', 'y']],
    ['a comma outside braces', 'a,b', ['a,b']],
    ['escaped characters', '\\{a\\,b\\}', ['{a,b}']],
    ['an escaped comma in braces', '{a\\,b,c}', ['a,b', 'c']],
    ['an escaped bracket in a class', '[\\]\\-]', [']', '-']],
    ['empty braces, which are one empty alternative', 'a{}b', ['ab']],
  ])('%s', (_case, pattern, texts) => expect(read(pattern)).toEqual(texts));

  it.each([
    ['a brace that is not closed', 'ab{c', 2, 'this { is not closed'],
    ['an inner brace that is not closed', '{a,{b}', 0, 'not closed'],
    ['a bracket that is not closed', 'a[bc', 1, 'this [ is not closed'],
    ['a brace without a beginning', 'ab}', 2, 'never opened'],
    ['a bracket without a beginning', 'a]', 1, 'never opened'],
    ['an empty class', 'a[]', 1, 'nothing between'],
    ['a range that runs backwards', '[z-a]', 0, 'backwards'],
    ['a range of the whole script', '[!-￮]', 0, 'more than 2000 characters'],
    ['a backslash at the end', 'ab\\', 2, 'nothing after this \\'],
  ])('nothing, and says where, for %s', (_case, pattern, at, words) => {
    const sequence = readPattern(pattern);
    expect(sequence).toMatchObject({ ok: false, error: { at } });
    expect(sequence.ok ? '' : sequence.error.reason).toContain(words);
  });

  it('as many texts as it says, and the one that it says at each place', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'bc', '[0-2]', '[xy]', '{p,q}', '{,r[01]}', '{s,{t,u}v}', '\\{'),
      fc.constant(''),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const sequence = readPattern(pieces.join(''));
        if (!sequence.ok) throw new Error(sequence.error.reason);
        const { count, at, all } = sequence.value;
        const texts = Array.from(all());
        expect(count).toBe(BigInt(texts.length));
        expect(texts.map((_, index) => at(BigInt(index)))).toEqual(texts);
      }),
    );
  });
});
