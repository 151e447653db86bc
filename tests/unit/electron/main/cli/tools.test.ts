import { describe, expect, it } from 'vitest';
import { inOneLine, mayRun } from '../../../../../electron/main/cli/assistants/tools.ts';

describe('what tools of assistants may run', () => {
  it.each([
    ['batch', 'apply'],
    ['batch', 'resume'],
    ['batch', 'undo'],
    ['batch', 'include'],
    ['batch', 'stop'],
    ['change', 'resolve'],
    ['change', 'verify'],
    ['codes'],
    ['settings', 'set'],
    ['account', 'add'],
    ['account', 'remove'],
    ['session', 'remove'],
    ['session', 'resume'],
    ['domain', 'import'],
    ['domain', 'show'],
    ['domain', 'export'],
    ['journal', 'export'],
    ['watch', 'add'],
    ['calendar'],
    ['mcp'],
    ['--user-data-dir=/elsewhere', 'batch', 'list'],
    [],
  ])('is not %s %s', (...args) => {
    expect(mayRun(args)).toBe(false);
  });

  it.each([['today'], ['lookup'], ['domain', 'list'], ['batch', 'create'], ['journal', 'list']])(
    'is %s %s',
    (...args) => {
      expect(mayRun(args)).toBe(true);
    },
  );
});

describe('an assistant’s words', () => {
  it.each([
    ['as they are', 'Renew before Friday', 'Renew before Friday'],
    ['in one line', 'a\n\n b\tc\u2028d', 'a b c d'],
    ['without what moves the cursor or turns the text', 'a\u001B[2Jb\u202Ec\u2066d\u200Be', 'a [2Jbcd e'],
    ['as nothing, where nothing is seen of them', '\u200B \u2069', ''],
  ])('are shown %s', (_how, words, shown) => {
    expect(inOneLine(words, 100)).toBe(shown);
  });

  it('are cut where they are long', () => {
    expect(inOneLine('a'.repeat(1_000), 300).length).toBeLessThanOrEqual(300);
  });
});
