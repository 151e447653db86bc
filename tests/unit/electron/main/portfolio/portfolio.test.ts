import { describe, expect, it } from 'vitest';
import { typedNames } from '../../../../../electron/main/portfolio/portfolio.ts';
import { knownTldSet } from '../../../../../shared/domain/domain-name.ts';

const tlds = knownTldSet(['com', '.net', '.uk', '.co.uk', '.za', '.co.za', '.de', 'vermögensberatung']);

describe('typed names', () => {
  it.each([
    ['one on a line', 'example.com\nexample.net', ['example.com', 'example.net']],
    [
      'lines of Windows, and empty ones',
      'example.com\r\n\r\nexample.net\r\n',
      ['example.com', 'example.net'],
    ],
    [
      'spaces, commas, semicolons, tabs',
      'a.com b.com,c.com; d.com\te.com',
      ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'],
    ],
    ['capitals', 'Example.COM', ['example.com']],
    [
      'the same name twice, however it is written',
      'example.com EXAMPLE.com. https://example.com/x',
      ['example.com'],
    ],
    ['a URL', 'https://user@www.example.co.uk:8443/path?query#part', ['example.co.uk']],
    ['a host below a name', 'shop.eu.example.co.za', ['example.co.za']],
    ['a name in Unicode', 'bäckerei.de', ['xn--bckerei-5wa.de']],
    ['a TLD in Unicode', 'acme.vermögensberatung', ['acme.xn--vermgensberatung-pwb']],
    ['an ideographic full stop', 'example。com', ['example.com']],
    ['an unknown TLD', 'www.example.unlisted', ['example.unlisted']],
    ['quotes and invisible characters', '"example.com" \u200Bexample.net', ['example.com', 'example.net']],
  ])('are read from %s', async (_name, text, names) => {
    expect(await typedNames(text, tlds)).toEqual({ names, refused: [] });
  });

  it.each([
    ['a label alone', 'example', 'The TLD is missing: a full name is needed, as example.com'],
    ['a TLD', 'co.uk', 'co.uk is a TLD: the name before it is missing'],
    ['an underscore', 'my_shop.com', 'A name has no underscores'],
    ['an empty label', 'example..com', 'Something is missing beside this dot'],
    ['an address', '192.0.2.1', 'Figures behind the dot: this is a number or an address, and no TLD'],
    ['a long label', `${'a'.repeat(64)}.com`, 'A label has 63 characters at most; this one has 64'],
  ])('are refused with the reason: %s', async (_name, text, reason) => {
    expect(await typedNames(`example.com\n${text}`, tlds)).toEqual({
      names: ['example.com'],
      refused: [{ line: 2, text: text.slice(0, 300), reason }],
    });
  });

  it('tell the line of each refused one, and where the same is refused twice, both', async () => {
    const { refused } = await typedNames('nothing a.com\nb.com; nothing', tlds);
    expect(refused.map(({ line, text }) => [line, text])).toEqual([
      [1, 'nothing'],
      [2, 'nothing'],
    ]);
  });

  it('show of refused ones as many as fit, and say how many there are more', async () => {
    const { refused } = await typedNames('x '.repeat(20_010), tlds);
    expect(refused).toHaveLength(20_000);
    expect(refused.at(-1)?.reason).toMatch(/; and 10 more$/);
  });

  it('cut what is shown of a refused one', async () => {
    const { refused } = await typedNames('x'.repeat(5_000), tlds);
    expect(refused[0]?.text).toHaveLength(300);
  });

  it('let others have their turn while a hundred thousand are read', async () => {
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const text = Array.from({ length: 100_000 }, (_, index) => `name-${index}.com`).join('\n');
    const { names } = await typedNames(text, tlds);
    isRead = true;
    expect(names).toHaveLength(100_000);
    expect(turns).toBeGreaterThanOrEqual(90);
  });
});
