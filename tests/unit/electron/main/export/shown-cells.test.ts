import { describe, expect, it } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import {
  asEntered,
  cellCode,
  noFilter,
  type SessionFilter,
  type SessionSort,
} from '#shared/domain/session.ts';
import { shownCells } from '../../../../../electron/main/export/shown-cells.ts';

const [free, taken, open] = [
  cellCode('available', null),
  cellCode('taken', null),
  cellCode('unchecked', null),
];

/** Rows beta, alpha, gamma; columns com, net. */
const matrix = {
  names: ['beta', 'alpha', 'gamma'],
  tlds: ['com', 'net'],
  codes: Uint8Array.from([free, taken, taken, open, free, free]),
  checkedAt: new Uint32Array(6).fill(1),
};

const shown = (filter: Partial<SessionFilter>, sort: SessionSort = asEntered): readonly number[] =>
  Array.from(shownCells(viewOf(matrix, { ...noFilter, ...filter }, sort), matrix.tlds.length));

describe('the cells of an export', () => {
  it.each<[string, Partial<SessionFilter>, SessionSort, readonly number[]]>([
    ['all, unchecked ones too, where no kind is asked for', {}, asEntered, [0, 1, 2, 3, 4, 5]],
    ['of one kind', { kinds: ['available'] }, asEntered, [0, 4, 5]],
    ['unchecked where these are asked for', { kinds: ['unchecked'] }, asEntered, [3]],
    ['of one column', { tlds: ['net'] }, asEntered, [1, 3, 5]],
    ['of one name', { text: 'alp' }, asEntered, [2, 3]],
    ['in the order of the names', {}, { by: 'name', descending: false }, [2, 3, 0, 1, 4, 5]],
    ['in the other direction', {}, { by: 'entered', descending: true }, [4, 5, 2, 3, 0, 1]],
    ['none', { text: 'nothing like it' }, asEntered, []],
  ])('are those that are shown, in that order: %s', (_case, filter, sort, cells) => {
    expect(shown(filter, sort)).toEqual(cells);
  });
});
