import { describe, expect, it } from 'vitest';
import { cellDate, expiryIn, orderOf } from '../../../../../../electron/main/portfolio/import/dates.ts';

const at = '2026-11-20T08:00:00.000Z';

describe('dates in files of registrars', () => {
  it.each([
    ['2027-03-01', '2027-03-01'],
    ['2027-3-1', '2027-03-01'],
    ['2027/03/01 12:00 UTC', '2027-03-01'],
    ['2027-03-01T23:59:59Z', '2027-03-01'],
    ['2027-03-01 23:59:59', '2027-03-01'],
    ['2027-03-01Z', '2027-03-01'],
    ['2027-03-01 UTC', '2027-03-01'],
    ['20270301', '2027-03-01'],
    ['20270301T235959Z', '2027-03-01'],
    ['2027.03.01.', '2027-03-01'],
    ['2027. 3. 1.', '2027-03-01'],
    ['2027–03–01', '2027-03-01'],
    ['２０２７／０３／０１', '2027-03-01'],
    ['Dec 13 2021', '2021-12-13'],
    ['December 13, 2021', '2021-12-13'],
    ['13 Dec 2021', '2021-12-13'],
    ['13-Dec-2021', '2021-12-13'],
    ['13/Dec/2021:10:20:30 +0000', '2021-12-13'],
    ['2021-Dec-13', '2021-12-13'],
    ['01-Mar-27', '2027-03-01'],
    ['Sept 1st, 2026', '2026-09-01'],
    ['Mon, 01 Mar 2027 00:00:00 GMT', '2027-03-01'],
    ['Monday, March 1, 2027 at 10:00 AM', '2027-03-01'],
    ['13. März 2027', '2027-03-13'],
    ['13. Maerz 2027', null],
    ['13 marzo 2027', '2027-03-13'],
    ['13 de março de 2027', '2027-03-13'],
    ['13 mars 2027', '2027-03-13'],
    ['1er août 2027', '2027-08-01'],
    ['1er aout 2027', '2027-08-01'],
    ['13 maart 2027', '2027-03-13'],
    ['13 marca 2027', '2027-03-13'],
    ['13. března 2027', '2027-03-13'],
    ['13 марта 2027', '2027-03-13'],
    ['13 березня 2027', '2027-03-13'],
    ['13 Mart 2027', '2027-03-13'],
    ['13. maaliskuuta 2027', '2027-03-13'],
    ['2027. március 13.', '2027-03-13'],
    ['13 mai 2027', '2027-05-13'],
    ['13 Μαρτίου 2027', '2027-03-13'],
    ['13 Maret 2027', '2027-03-13'],
    ['2027年3月1日', '2027-03-01'],
    ['2027년 3월 1일', '2027-03-01'],
    ['04/04/2027', '2027-04-04'],
    ['1798761600', '2027-01-01'],
    ['1798761600000', '2027-01-01'],
    [' 2028-02-29 ', '2028-02-29'],
    ['2027-08-09T00:00:00+09:00', '2027-08-08'],
    ['2027-08-08 23:30:00 -0100', '2027-08-09'],
    ['Mon, 09 Aug 2027 00:00:00 +0900', '2027-08-08'],
  ])('%s is the day %s', (cell, day) => {
    expect(cellDate(cell)).toEqual(day === null ? { kind: 'unreadable' } : { kind: 'day', day });
  });

  it('a month is read in each of the languages, alone and behind its day', () => {
    for (const language of 'en de fr es it pt nl pl cs sv da fi hu ro tr ru uk el id'.split(' '))
      for (const month of ['long', 'short'] as const)
        for (let number = 0; number < 12; number += 1) {
          const form = { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' } as const;
          const text = new Intl.DateTimeFormat(language, form).format(Date.UTC(2027, number, 13));
          if (/\d+\D+\d+\D+\d+/.test(text)) continue; // Some languages write their short months as numbers.
          const day = `2027-${String(number + 1).padStart(2, '0')}-13`;
          expect([text, cellDate(text)]).toEqual([text, { kind: 'day', day }]);
        }
  });

  it.each([
    ['31.12.2027', '2027-12-31', 'day-first'],
    ['31/12/2027', '2027-12-31', 'day-first'],
    ['12/31/2027', '2027-12-31', 'month-first'],
    ['12.31.2027', '2027-12-31', 'month-first'],
  ])('%s is the day %s, and proves its order', (cell, day, order) => {
    expect(cellDate(cell)).toEqual({ kind: 'day', day, order });
  });

  it.each([
    ['03/04/2027 10:00', false],
    ['03-04-2027', false],
    ['03.04.2027', true],
    ['03. 04. 2027', true],
  ])('%s is two days: its column has to tell', (cell, isDotted) => {
    const days = { dayFirst: '2027-04-03', monthFirst: '2027-03-04' };
    expect(cellDate(cell)).toEqual({ kind: 'either', ...days, isDotted });
  });

  it.each([
    ['46447', '2027-03-01'],
    ['46447.5', '2027-03-01'],
    ['46508', '2027-05-01'],
  ])('%s is a spreadsheet’s %s', (cell, day) => {
    expect(cellDate(cell)).toEqual({ kind: 'serial', day });
  });

  it.each([
    ...['', '  ', '-', '—', '–', 'N/A', 'never', '0', '00/00/0000', '0000-00-00', '0000-00-00 00:00:00'],
    ...[
      'Lifetime',
      'unlimited',
      'no expiry',
      'not set',
      'null',
      '#N/A',
      'unbegrenzt',
      'jamais',
      '無',
      'tbd',
      '?',
    ],
  ])('“%s” is no date', (cell) => {
    expect(cellDate(cell)).toEqual({ kind: 'blank' });
  });

  it.each([
    ...['1970-01-01', '1970-01-01T00:00:00Z', '01/01/1970', '9999-12-31', '31.12.9999', '0001-01-01'],
    ...['1200-01-01', '1984-12-31', '2101-01-01'],
  ])('on “%s” no domain can expire', (cell) => {
    expect(cellDate(cell).kind).toBe('outside');
  });

  it.each([
    ...['2027-02-29', '2027-13-01', '32/01/2027', 'Foo 13 2021', 'Decent 13 2021', '2027-03/01', 'tomorrow'],
    ...[
      '12345',
      '99999',
      '20271301',
      '13 Mar Apr 2027',
      '1.2.3.4',
      'March 2027',
      '1900-01-00',
      '########',
      '13 listopad',
    ],
  ])('“%s” is unreadable, and no guess is made', (cell) => {
    expect(cellDate(cell)).toEqual({ kind: 'unreadable' });
  });
});

describe('the dates of a column', () => {
  const placed = (texts: readonly string[]) =>
    texts.map((text, index) => ({ line: index + 2, text, date: cellDate(text) }));
  const ordered = (texts: readonly string[], isDayFirst: boolean | null = null) =>
    orderOf(placed(texts), isDayFirst, at);
  const read = (texts: readonly string[], isDayFirst: boolean | null = null) => {
    const { order } = ordered(texts, isDayFirst);
    return texts.map((text) => {
      const expiry = expiryIn(cellDate(text), order);
      return expiry.kind === 'value' ? expiry.value : expiry.kind === 'blank' ? '' : expiry.why;
    });
  };

  it.each([
    [['03/04/2027', '12/13/2027'], 'month-first', ['2027-03-04', '2027-12-13']],
    [['13/12/2027', '03/04/2027'], 'day-first', ['2027-12-13', '2027-04-03']],
    [['03.04.2027', '12.31.2027'], 'month-first', ['2027-03-04', '2027-12-31']],
    [['2027-01-02', '03-04-2027', '25-04-2027'], 'day-first', ['2027-01-02', '2027-04-03', '2027-04-25']],
  ])('%s prove their order: %s', (texts, order, days) => {
    expect(ordered(texts)).toMatchObject({ order, doubt: null });
    expect(ordered(texts).proof).not.toBeNull();
    expect(read(texts)).toEqual(days);
  });

  it('with full stops have the day first, where none says otherwise', () => {
    expect(ordered(['03.04.2027'])).toMatchObject({ order: 'day-first', proof: null, doubt: null });
  });

  it.each([
    [['2027-01-01', '03/04/2027'], 3],
    [['03.04.2027', '03/05/2027'], 2],
    // Each of the two proofs could be the slip.
    [['13/12/2027', '12/13/2027', '03/04/2027'], 4],
    [['03.04.2027', '13.12.2027', '12.13.2027'], 2],
    [['15/04/27', '04/15/27', '03.04.2027'], 4],
  ])('%s has to be asked about, from line %s', (texts, line) => {
    expect(ordered(texts)).toMatchObject({ order: null, doubt: { line } });
  });

  it('name the one that fits the other order alone', () => {
    const other = 'This date can only be month-first, and its column is day-first';
    const texts = ['13/12/2027', '14/12/2027', '12/15/2027'];
    expect(read(texts)).toEqual(['2027-12-13', '2027-12-14', other]);
    expect(read([...texts, '03/04/2027'], true)).toEqual(['2027-12-13', '2027-12-14', other, '2027-04-03']);
  });

  it('contradict the order that was given where none fits it', () => {
    expect(ordered(['03/04/2027', '12/13/2027'], true).contradiction).toMatchObject({ line: 3 });
    expect(ordered(['03.04.2027', '31.12.2027'], false).contradiction).toMatchObject({ line: 3 });
    expect(ordered(['13/12/2027', '12/13/2027'], true).contradiction).toBeNull();
    expect(ordered(['03/04/2027', '2027-12-13'], false).contradiction).toBeNull();
  });

  it.each([
    [
      ['01.03.27', '15.04.27'],
      ['2027-03-01', '2027-04-15'],
    ],
    [
      ['15/04/28', '16/04/27'],
      ['2028-04-15', '2027-04-16'],
    ],
    [
      ['04/15/27', '04/16/28'],
      ['2027-04-15', '2028-04-16'],
    ],
    [
      ['27-03-01', '28-04-15'],
      ['2027-03-01', '2028-04-15'],
    ],
    [
      ['15/04/27', '03/04/2027', '31/12/2027'],
      ['2027-04-15', '2027-04-03', '2027-12-31'],
    ],
  ])('%s have years of two digits that can only be one thing', (texts, days) => {
    expect(ordered(texts)).toMatchObject({ doubt: null });
    expect(ordered(texts).proof).not.toBeNull();
    expect(read(texts)).toEqual(days);
  });

  it('are asked about, or not read, where a year of two digits can be several', () => {
    expect(ordered(['01/03/27', '02/03/27'])).toMatchObject({
      doubt: { line: 2, dayFirst: '2027-03-01', monthFirst: '2027-01-03' },
    });
    expect(read(['01/03/27', '02/03/27'], false)).toEqual(['2027-01-03', '2027-02-03']);
    expect(read(['01.03.27'])).toEqual(['2027-03-01']);
    expect(ordered(['01/03/27']).doubt).not.toBeNull();
    // The year could stand first as well.
    expect(read(['27.03.15'])).toEqual(['The year of this date is not clear']);
    const unclear = 'The year of this date is not clear';
    expect(read(['27/03/28', '28/04/27'])).toEqual([unclear, unclear]);
    expect(read(['27/03/28', '28/04/27'], true)).toEqual(['2028-03-27', '2027-04-28']);
    expect(read(['15/04/27', '04/15/27'])).toEqual([unclear, unclear]);
  });
});
