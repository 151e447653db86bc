import { describe, expect, it } from 'vitest';
import {
  comparable,
  inTime,
  isSameSize,
  shownSessions,
} from '../../../../../renderer/src/bulk/session-list.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const named = (name: string, changes: Parameters<typeof aSession>[0] = {}) =>
  aSession({ id: aSessionId(name.length * 7 + name.charCodeAt(0)), name, ...changes });
const namesOf = (sessions: readonly { readonly name: string }[]) => sessions.map(({ name }) => name);

describe('the order of the list', () => {
  it('has the active account’s sessions first, and in each part the latest change', () => {
    const sessions = [
      named('other, late', { accountId: 'other', changedAt: at(9) }),
      named('mine, early', { accountId: 'mine', changedAt: at(1) }),
      named('mine, late', { accountId: 'mine', changedAt: at(5) }),
      named('other, early', { accountId: 'other', changedAt: at(2) }),
    ];
    expect(namesOf(shownSessions(sessions, 'mine', ''))).toEqual([
      'mine, late',
      'mine, early',
      'other, late',
      'other, early',
    ]);
  });

  it.each([
    ['a part of the name, in any case', 'BAKER', ['Bakeries']],
    ['the file that it came from', 'harbour.csv', ['Towns']],
    ['one of its TLDs, with its dot or without', '.shop', ['Towns']],
    ['nothing at all', '  ', ['Bakeries', 'Towns']],
  ])('is narrowed by %s', (_, text, names) => {
    const sessions = [
      named('Bakeries', { source: 'pasted', tlds: ['com'] }),
      named('Towns', { source: 'harbour.csv', tlds: ['net', 'shop'] }),
    ];
    expect(namesOf(shownSessions(sessions, null, text)).sort()).toEqual(names);
  });
});

describe('what a session can be compared with', () => {
  const first = named('first', { createdAt: at(1) });
  const second = named('second run', { createdAt: at(2), rerunOf: first.id });
  const third = named('third runs', { createdAt: at(3), rerunOf: second.id });
  const other = named('another list', { createdAt: at(4), tlds: ['net', 'org'] });
  const foreign = named('no TLD in common', { createdAt: at(5), tlds: ['de'] });
  const all = [first, second, third, other, foreign];

  it('is first of all the other runs over the same names, the latest first', () => {
    expect(namesOf(comparable(all, first).runs)).toEqual(['third runs', 'second run']);
    expect(namesOf(comparable(all, third).runs)).toEqual(['second run', 'first']);
  });

  it('is every other one with a TLD in common', () =>
    expect(namesOf(comparable(all, first).others)).toEqual(['another list']));

  it('is still the other run when the run that both come from was removed', () => {
    const again = named('again', { rerunOf: first.id, createdAt: at(6) });
    expect(namesOf(comparable([second, again], again).runs)).toEqual(['second run']);
  });

  it('is of the same size only with as many names and the same TLDs', () => {
    expect(isSameSize(first, second)).toBe(true);
    expect(isSameSize(first, other)).toBe(false);
    expect(isSameSize(first, named('more', { names: 101 }))).toBe(false);
  });

  it('has the older of two for the one before', () => {
    expect(inTime(third, first)).toEqual({ beforeId: first.id, afterId: third.id });
    expect(inTime(first, third)).toEqual({ beforeId: first.id, afterId: third.id });
  });
});
