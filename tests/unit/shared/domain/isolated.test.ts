import { describe, expect, it } from 'vitest';
import { plain } from '../../../../electron/main/cli/process-terminal.ts';
import { table } from '../../../../electron/main/cli/words.ts';
import { hostsShown } from '#shared/changes/nameservers.ts';
import { bare, isolated, isolatedName, isTyped, lookAlikeCaution } from '#shared/domain/isolated.ts';

describe('a text that somebody wrote, in a sentence', () => {
  it.each([
    ['Latin letters', 'Main & Sons 2'],
    ['umlauts', 'bäckerei.de'],
    ['Chinese', '例子.cn'],
    ['nothing', ''],
  ])('stays as it is with %s', (_, text) => {
    expect(isolated(text)).toBe(text);
    expect(isolatedName(text)).toBe(text);
  });

  it.each([
    ['Hebrew', 'חנות 24'],
    ['Arabic, with digits', 'متجر 3'],
    ['a letter beyond the first plane', '\u{10A00}'],
  ])('is isolated with %s', (_, text) => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`);
  });

  it('has the labels of a name from left to right', () => {
    expect(isolatedName('דוגמה.com')).toBe('\u2068\u200Eדוגמה.com\u2069');
  });

  it('does not end its own isolation, nor turn what follows', () => {
    expect(isolated('a\u2069\u202Eb')).toBe('\u2068ab\u2069');
  });

  it('is isolated name by name in a list of hosts', () => {
    expect(hostsShown(['ns1.example.net', 'xn--4dbcagdahymbxekheh6e0a7fei0b.com'])).toMatch(
      /^ns1\.example\.net, \u2068\u200E[^\u2068\u2069]+\.com\u2069$/u,
    );
  });
});

describe('a text that was isolated', () => {
  it.each(['חנות 24', 'Main & Sons 2', ''])('is bare again: %j', (text) => {
    expect(bare(isolated(text))).toBe(text);
    expect(bare(`“${isolatedName(text)}” (1), ${isolated(text)}`)).toBe(`“${text}” (1), ${text}`);
  });

  it('keeps a mark of direction that is its own', () => {
    expect(bare('a\u200E\u200Fb')).toBe('a\u200E\u200Fb');
  });

  it.each([
    [isolated('חנות A'), 'חנות a', true],
    ['ab', 'a\u202EB', true],
    ['חנות', 'חנות A', false],
    ['', '\u202E', false],
  ])('%j is typed for %j: %s', (typed, text, is) => expect(isTyped(typed, text)).toBe(is));
});

describe('on the command line', () => {
  it('is isolated in each cell of a table, which stays aligned', () => {
    expect(
      table([
        ['חנות', 'x'],
        ['shop', 'y'],
      ]),
    ).toBe('\u2068חנות\u2069  x\nshop  y');
  });

  it('keeps its isolation on a terminal, and loses it in a file', () => {
    const line = `Added "${isolated('חנות')}" for ${isolatedName('דוגמה.com')}.`;
    expect(plain(line, true)).toBe(line);
    expect(plain(line, false)).toBe('Added "חנות" for דוגמה.com.');
  });

  it('has no other character that changes the direction, and none that is left open', () => {
    expect(plain('\u2068a\u202Eb\u2069 \u2068c', true)).toBe('·a·b· ·c');
    expect(plain('\u2068a\u001B[31m\u2069', true)).toBe('·a·[31m·');
  });
});

describe('a name that can be mistaken for another one', () => {
  it.each([
    [
      'Cyrillic letters in a Latin word',
      'p\u0430ypal.com',
      'It mixes Latin and Cyrillic letters and can be mistaken for another name.',
    ],
    [
      'Greek in Latin, without a TLD',
      'g\u03BFogle',
      'It mixes Latin and Greek letters and can be mistaken for another name.',
    ],
    [
      'Han beside Cyrillic',
      'до中.com',
      'It mixes Cyrillic and Han letters and can be mistaken for another name.',
    ],
    [
      'a word of Cyrillic letters that all look Latin',
      '\u0430\u0440\u0440\u04CF\u0435.com',
      'It is written in Cyrillic letters that look like “apple”, which is another name.',
    ],
    [
      'one with a digit and a hyphen',
      '\u0445-\u04451.com',
      'It is written in Cyrillic letters that look like “x-x1”, which is another name.',
    ],
    [
      'a subdomain of look-alikes',
      '\u0441\u043E\u0440.example.com',
      'It is written in Cyrillic letters that look like “cop”, which is another name.',
    ],
  ])('has a caution with %s', (_, name, caution) => {
    expect(lookAlikeCaution(name)).toBe(caution);
  });

  it.each([
    ['Latin', 'bluebakery.com'],
    ['accents', 'bäckerei-münchen.de'],
    ['Cyrillic with letters of its own', 'пекарня.com'],
    ['Cyrillic under a Cyrillic TLD', '\u0441\u043E\u0440.рф'],
    ['Japanese in its three scripts, and Latin', '東京タワーのa.jp'],
    ['Chinese with Latin', 'vip中国.cn'],
    ['Hangul', '한국.kr'],
    ['digits alone', '4711.com'],
    ['nothing', ''],
  ])('has none with %s', (_, name) => {
    expect(lookAlikeCaution(name)).toBeNull();
  });
});
