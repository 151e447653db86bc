import { describe, expect, it } from 'vitest';
import { type FieldKind, logEvents } from '../../../../../electron/main/system/log.ts';
import { eventWords, wordsOf } from '../../../../../renderer/src/settings/LogPage.tsx';

describe('the words of events', () => {
  it('stand for every event that main can write, and for no other', () => {
    expect(Object.keys(eventWords).toSorted()).toEqual(Object.keys(logEvents).toSorted());
  });

  const events: Readonly<Record<string, { readonly fields: Readonly<Record<string, FieldKind>> }>> =
    logEvents;

  it.each(Object.entries(events))('say every word that %s can hold, and no raw name', (event, { fields }) => {
    for (const [name, kind] of Object.entries(fields)) {
      const values: readonly string[] = typeof kind === 'object' ? kind.oneOf : ['1'];
      for (const value of values) {
        const words = wordsOf({ event, fields: { [name]: value } });
        expect(words).not.toContain('undefined');
        expect(words).not.toContain(event === 'bug' ? 'undefined' : event);
      }
    }
  });

  it('are plain', () => {
    expect(
      wordsOf({ event: 'keychain.failed', fields: { call: 'get', fault: 'locked', durationMs: 29 } }),
    ).toBe('The keychain did not answer (locked)');
    expect(wordsOf({ event: 'code.taken', fields: { deed: 'copy', outcome: 'emailed' } })).toBe(
      'A transfer code was asked for to copy it and was e-mailed to the registrant',
    );
    expect(wordsOf({ event: 'of.a.later.version', fields: {} })).toBe('of.a.later.version');
  });
});
