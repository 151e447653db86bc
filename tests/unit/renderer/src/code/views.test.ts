import { describe, expect, it } from 'vitest';
import type { CodeQuestion } from '#shared/areas/secret-windows.ts';
import {
  ageInWords,
  groupsOf,
  kindOf,
  makePassphrase,
  passphraseProblem,
  questionWords,
  spelled,
} from '../../../../../renderer/src/code/views.ts';
import { longestPassphrase, shortestPassphrase } from '#shared/domain/bounds.ts';

describe('the groups of a code', () => {
  const joined = (code: string): readonly string[] =>
    groupsOf(code).map((group) => group.map(({ character }) => character).join(''));

  it.each([
    ['aB3-xyz', ['aB3-', 'xyz']],
    ['abcd', ['abcd']],
    ['😀bcde', ['😀bcd', 'e']],
  ])('of %s are by fours', (code, groups) => {
    expect(joined(code)).toEqual(groups);
  });

  it.each([
    ['a', 'letter'],
    ['É', 'letter'],
    ['7', 'digit'],
    ['-', 'sign'],
    ['😀', 'sign'],
  ])('tell that %s is a %s', (character, kind) => {
    expect(kindOf(character)).toBe(kind);
  });
});

describe('the spelling of a code', () => {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));

  it.each([
    ['B', 'capital B, bravo'],
    ['b', 'small b, bravo'],
    ['Z', 'capital Z, zulu'],
    ['7', 'seven'],
    ['0', 'zero'],
    ['-', 'hyphen'],
    ['_', 'underscore'],
    ['\\', 'backslash'],
  ])('says %s as people say it on the phone', (character, said) => {
    expect(spelled(character)).toBe(said);
  });

  it('has a word of its own for each of the 95 printable characters of ASCII', () => {
    const words = printable.map(spelled);
    expect(words.filter((word) => word === '' || word.includes('U+'))).toEqual([]);
    expect(new Set(words).size).toBe(95);
  });

  it.each([
    ['é', 'character U+00E9'],
    ['😀', 'character U+1F600'],
    ['\n', 'character U+000A'],
  ])('gives %j by its number', (character, said) => {
    expect(spelled(character)).toBe(said);
  });
});

describe('the words of the question', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  const asked = (differing: Partial<CodeQuestion> = {}) =>
    questionWords(
      {
        deed: 'copy',
        domain: 'a.example',
        accountLabel: 'Example Reseller',
        accountColour: 'teal',
        lock: null,
        canHint: false,
        clearClipboardAfterS: 15,
        earlier: null,
        ...differing,
      },
      now,
    );

  it.each([
    ['copying where histories cannot be asked', asked(), true],
    ['copying where they can', asked({ canHint: true }), false],
    ['revealing', asked({ deed: 'reveal' }), false],
  ])('B16 warn of clipboard histories: %s', (_case, words, warns) => {
    expect(words.warnsOfHistories).toBe(warns);
  });

  it.each([
    ['copied', 'This requests a new code. The one copied 3 min ago may stop working.'],
    ['shown', 'This requests a new code. The one shown 3 min ago may stop working.'],
    ['saved', 'This requests a new code. The one saved to a file 3 min ago may stop working.'],
    ['emailed', 'This requests a new code. The one e-mailed to the registrant 3 min ago may stop working.'],
  ] as const)(
    'F17 say that a new code is asked for, and what becomes of the one that was %s',
    (how, words) => {
      const said = asked({ earlier: { how, at: '2026-03-01T11:56:30Z' } });
      expect(said).toMatchObject({
        title: 'Copy a new transfer code of',
        request: words,
        mayEndAnother: true,
      });
    },
  );

  it.each([
    ['locked', 'On, checked 3 min ago. A transfer needs it off: the code alone is not enough.'],
    ['unlocked', 'Off, checked 3 min ago.'],
  ] as const)('say that the domain is %s, and how old that is', (state, words) => {
    expect(asked({ lock: { state, readAt: '2026-03-01T11:56:30Z' } }).lock).toBe(words);
  });

  it.each([
    [-5_000, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [7_200_000, '2 h ago'],
    [5 * 86_400_000, '5 d ago'],
  ])('tell an age of %d ms', (ageMs, words) => {
    expect(ageInWords(ageMs)).toBe(words);
  });
});

describe('passphrase problem', () => {
  it.each([
    ['the shortest', 'twelve-lette'],
    ['one with blanks in it', 'correct horse battery staple'],
    ['the longest', 'x'.repeat(longestPassphrase)],
  ])('has nothing against %s, typed twice', (_case, typed) => {
    expect(passphraseProblem(typed, typed)).toBe('');
  });

  it.each([
    ['nothing', '', '', 'Type a passphrase, or generate one.'],
    ['too little', 'elevenchars', '', 'Too short: 11 of at least 12 characters.'],
    [
      'too much',
      'x'.repeat(longestPassphrase + 1),
      '',
      `Too long: at most ${(1_000).toLocaleString()} characters.`,
    ],
    [
      'blanks around it',
      ' twelve-letters',
      '',
      'It begins or ends with a space, which is easily lost. Remove it.',
    ],
    ['blanks alone', ' '.repeat(20), '', 'It begins or ends with a space, which is easily lost. Remove it.'],
    ['it once', 'twelve-letters', '', 'Type it again.'],
    ['two that differ', 'twelve-letters', 'twelve-Letters', 'The two don’t match.'],
  ])('B6 says what is wrong with %s', (_case, first, second, problem) => {
    expect(passphraseProblem(first, second)).toBe(problem);
  });
});

describe('made passphrase', () => {
  it('makes a passphrase of 140 random bits, by fours', async ({ annotate }) => {
    const made = makePassphrase((bytes) => void crypto.getRandomValues(bytes));
    expect(made).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(made.length).toBeGreaterThanOrEqual(shortestPassphrase);
    await annotate('figure: 28 characters of 5 bits, 140 bits');
  });

  it('uses every character equally often', () => {
    const counts = new Map<string, number>();
    for (let at = 0; at < 256; at += 28) {
      const made = makePassphrase((bytes) => bytes.set(bytes.map((_, index) => at + index)));
      const used = Math.min(28, 256 - at);
      for (const character of made.replaceAll('-', '').slice(0, used))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8));
  });
});
