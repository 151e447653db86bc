import { describe, expect, it } from 'vitest';
import { inPlainLine } from '../../../../../electron/main/system/texts.ts';

describe('H13 words of an assistant', () => {
  it.each([
    ['as they are', 'Renew before Friday, please: 12 names!', 'Renew before Friday, please: 12 names!'],
    [
      'with an apostrophe within a word',
      "the client’s and the clients' own",
      "the client's and the clients own",
    ],
    [
      'in their own script',
      'Обновить до пятницы · قبل الجمعة · 金曜日まで',
      'Обновить до пятницы · قبل الجمعة · 金曜日まで',
    ],
    ['with the marks that a language needs', 'na\u0308chste Wo\u0302\u0301 ที่นี่ हिन्दी', 'nächste Wố ที่นี่ हिन्दी'],
    ['in one line', 'a\n\n b\tc\u2028d\r\u0085e', 'a b c d e'],
    ['without what moves the cursor or turns the text', 'a\u001B[2Jb\u202Ec\u2066d\u200Be', 'a [2Jbcd e'],
    [
      'as nothing, where nothing is seen of them',
      '\u200B \u2069\u2800\u3164\u115F\u1160\uFFA0\u{E0041}\u034F',
      '',
    ],
    ['without a place in private use, or a half of a letter', 'a\uE000b\uD800c', 'a b c'],
    ['without the mark that stands for another thing', 'a\uFFFCb', 'ab'],
  ])('H13 are shown %s', (_how, words, shown) => {
    expect(inPlainLine(words, 100)).toBe(shown);
  });

  // Source: Unicode, PropList.txt, Quotation_Mark, and what looks like one of these.
  it.each(Array.from('"«»‘’‚‛“”„‟‹›⹂「」『』〝〞〟﹁﹂﹃﹄＂＇｢｣`´ˋˊ′″‴‵‶‷ʹʺʻʼʽˈˮ❛❜❝❞❟❠❮❯🙶🙷🙸՚՝׳״'))(
    'H13 have no quotation mark: %s',
    (mark) => {
      expect(inPlainLine(`Namedesk${mark}. Checked by Namedesk ${mark}ok${mark}`, 100)).toBe(
        'Namedesk. Checked by Namedesk ok',
      );
    },
  );

  it.each([
    ['a blank', ' '],
    ['a wide blank', '\u3000'],
    ['a letter that is a blank', '\u3164'],
    ['a pattern of no dots', '\u2800'],
    ['a filler', '\uFFA0'],
    ['a tag', '\u{E0020}'],
  ])('H13 are pushed nowhere by %s, however many', (_, blank) => {
    expect(inPlainLine(`a${blank.repeat(200)}Namedesk: checked`, 300)).toBe('a Namedesk: checked');
  });

  it.each(['\u0336\u0332\u030a\u0348', '\u20DD', '\u0488\u0489', '\u0327\u0323\u0331\u0330'])(
    'H13 have at most two marks on a letter, and none around or across it (%#)',
    (marks) => {
      const shown = inPlainLine(`Z${marks.repeat(25)}ok`, 300);
      expect(shown).toMatch(/^\p{L}\p{M}{0,2}ok$/u);
      expect(shown).not.toMatch(/[\p{Me}\u0334-\u0338]/u);
    },
  );

  it('H13 are cut where they are long', () => {
    expect(inPlainLine('a'.repeat(1_000), 300).length).toBeLessThanOrEqual(300);
  });
});
