import { describe, expect, it } from 'vitest';
import { cursorRow, groupsOf } from '../../../../../renderer/src/changes/ChangeRows.tsx';
import { aChange, aChangeId } from '../../../../support/a-change.ts';

describe('the lines of the list', () => {
  it.each([
    ['no heading where nothing is uncertain', 3, 0, []],
    ['both headings where some are', 3, 2, [0, 2]],
    ['one heading where all are', 2, 2, [0]],
    ['nothing where there is none', 0, 0, []],
  ])('have %s', (_, total, uncertain, above) => {
    expect(groupsOf(total, uncertain).map(({ before }) => before)).toEqual(above);
  });

  it('let the cursor follow its change, wherever that moves to', () => {
    const [a, b] = [aChange({ number: 1 }), aChange({ number: 2 })];
    const cursor = { index: 0, id: aChangeId(1) };
    expect(cursorRow(cursor, { pages: new Map([[0, [a, b]]]), total: 2 })).toBe(0);
    expect(cursorRow(cursor, { pages: new Map([[0, [b, a]]]), total: 2 })).toBe(1);
    expect(cursorRow({ index: 5, id: 'gone' }, { pages: new Map([[0, [b]]]), total: 1 })).toBe(0);
    expect(cursorRow(null, { pages: new Map([[0, [b]]]), total: 1 })).toBe(-1);
  });
});
