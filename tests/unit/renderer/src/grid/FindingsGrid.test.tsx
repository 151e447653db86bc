// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cellCode, shortlistBit } from '#shared/domain/cell.ts';
import { aFrame } from './a-model.ts';
import { clearStage, focused, focusGrid, grid, press, setStage, show } from './grid-stage.tsx';

const available = cellCode('available', null);
const taken = cellCode('taken', null);

beforeEach(setStage);
afterEach(clearStage);

describe('FindingsGrid for a screen reader', () => {
  it('says how many rows and columns there are, headings and names among them', () => {
    show();
    expect([grid().getAttribute('aria-rowcount'), grid().getAttribute('aria-colcount')]).toEqual(['51', '9']);
  });

  it('has the headings and names that are in sight, with their places', () => {
    show();
    const headings = screen.getAllByRole('columnheader');
    expect(headings.map((one) => one.textContent)).toEqual([
      'Name↓',
      '.com',
      '.net',
      '.de',
      '.at',
      '.ch',
      '.eu',
    ]);
    expect(headings.map((one) => one.getAttribute('aria-colindex'))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    const rows = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
    expect(rows).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    expect(screen.getByRole('rowheader', { name: 'bäckerei (xn--bckerei-5wa)' })).toBeDefined();
  });

  it('says by what the names are ordered', () => {
    show();
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('says the cell with the focus in full', () => {
    show({}, [available | shortlistBit]);
    focusGrid();
    expect(focused()).toBe('bakery under .com: available, checked 3 minutes ago, on the shortlist');
  });

  it('says the row of the focus cell by cell, with what is selected', () => {
    show();
    focusGrid();
    press('Shift+ArrowRight');
    const [, row] = screen.getAllByRole('row');
    const cells = within(row ?? grid()).getAllByRole('gridcell');
    expect(cells.map((cell) => cell.getAttribute('aria-colindex'))).toEqual(['2', '3', '4', '5', '6', '7']);
    expect(cells.map((cell) => cell.getAttribute('aria-selected'))).toEqual([
      'true',
      'true',
      'false',
      'false',
      'false',
      'false',
    ]);
  });

  it('says the new finding of the cell with the focus as it comes', () => {
    const { model, tell } = show();
    focusGrid();
    expect(focused()).toBe('bakery under .com: not checked yet');
    act(() => {
      model.apply(aFrame([[0, taken]], 1_180));
      tell();
    });
    expect(focused()).toBe('bakery under .com: taken, checked just now');
  });

  it('keeps the cell with the focus named when it is scrolled out of sight', () => {
    show();
    focusGrid();
    press('Ctrl+End');
    expect(focused()).toBe('name49 under .uk: not checked yet');
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toContain('51');
  });
});
