import { describe, expect, it } from 'vitest';
import { cellDate } from '../../../../../../electron/main/portfolio/import/dates.ts';

describe('dates in files of registrars', () => {
  it.each([
    ['2027-03-01', '2027-03-01'],
    ['2027-3-1', '2027-03-01'],
    ['2027/03/01 12:00 UTC', '2027-03-01'],
    ['2027-03-01T23:59:59Z', '2027-03-01'],
    ['2027-03-01 23:59:59', '2027-03-01'],
    ['Dec 13 2021', '2021-12-13'],
    ['December 13, 2021', '2021-12-13'],
    ['13 Dec 2021', '2021-12-13'],
    ['13-Dec-2021', '2021-12-13'],
    ['Sept 1st, 2026', '2026-09-01'],
    ['31.12.2027', '2027-12-31'],
    ['03.04.2027', '2027-04-03'],
    ['12/31/2027', '2027-12-31'],
    ['31/12/2027', '2027-12-31'],
    ['04/04/2027', '2027-04-04'],
    ['1798761600', '2027-01-01'],
    ['1798761600000', '2027-01-01'],
    [' 2028-02-29 ', '2028-02-29'],
  ])('%s is the day %s', (cell, day) => {
    expect(cellDate(cell)).toEqual({ kind: 'day', day });
  });

  it('a date whose day and month could be swapped is both', () => {
    expect(cellDate('03/04/2027 10:00')).toEqual({
      kind: 'either',
      dayFirst: '2027-04-03',
      monthFirst: '2027-03-04',
    });
  });

  it.each(['', '  ', '-', 'N/A', 'never', '0000-00-00', '0000-00-00 00:00:00'])('“%s” is no date', (cell) => {
    expect(cellDate(cell)).toEqual({ kind: 'blank' });
  });

  it.each([
    '2027-02-29',
    '2027-13-01',
    '01/03/27',
    '32/01/2027',
    'Foo 13 2021',
    'Decent 13 2021',
    '2027-03/01',
    'tomorrow',
    '1200-01-01',
    '12345',
  ])('“%s” is unreadable, and no guess is made', (cell) => {
    expect(cellDate(cell)).toEqual({ kind: 'unreadable' });
  });
});
