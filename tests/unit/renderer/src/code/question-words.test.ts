import { describe, expect, it } from 'vitest';
import type { CodeQuestion } from '#shared/ipc/code-channel.ts';
import { shownForMs } from '../../../../../electron/main/codes/shown-codes.ts';
import { ageInWords, questionWords, shownForS } from '../../../../../renderer/src/code/question-words.ts';

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

describe('the words of the question', () => {
  it('say how long a code stays in the clipboard', () => {
    expect(asked({ clearClipboardAfterS: 42 }).effect).toContain('42 s');
  });

  it('say how long a code is shown', () => {
    const { title, effect } = asked({ deed: 'reveal' });
    expect(title).toBe('Reveal the transfer code of');
    expect(effect).toContain('20 s');
    expect(shownForS * 1_000).toBe(shownForMs);
  });

  it.each([
    ['copying where histories cannot be asked', asked(), true],
    ['copying where they can', asked({ canHint: true }), false],
    ['revealing', asked({ deed: 'reveal' }), false],
  ])('B16 warn of clipboard histories: %s', (_case, words, warns) => {
    expect(words.warnsOfHistories).toBe(warns);
  });

  it.each([
    ['copied', 'This asks the service for a new code. The one copied 3 min ago may stop working.'],
    ['shown', 'This asks the service for a new code. The one shown 3 min ago may stop working.'],
    ['saved', 'This asks the service for a new code. The one saved to a file 3 min ago may stop working.'],
    [
      'emailed',
      'This asks the service for a new code. The one e-mailed to the registrant 3 min ago may stop working.',
    ],
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
    ['locked', 'On, as read 3 min ago. A transfer needs it off: the code alone will not do.'],
    ['unlocked', 'Off, as read 3 min ago.'],
  ] as const)('say that the domain is %s, and how old that is', (state, words) => {
    expect(asked({ lock: { state, readAt: '2026-03-01T11:56:30Z' } }).lock).toBe(words);
  });

  it('say that the lock is not known', () => {
    expect(asked().lock).toBe('Not known here. A transfer needs it off.');
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
