import { describe, expect, it } from 'vitest';
import { createColumns } from '../../../../../../electron/main/workspace/sessions/columns.ts';
import { createLabels } from '../../../../../../electron/main/workspace/sessions/labels.ts';

describe('the columns of a session', () => {
  const columns = createColumns(['com', 'рф', 'Co.UK']);

  it('are TLDs in both forms', () => {
    expect([columns.at(1), columns.at(2)]).toEqual([
      { tld: 'рф', asciiTld: 'xn--p1ai' },
      { tld: 'co.uk', asciiTld: 'co.uk' },
    ]);
  });

  it('are given in the order of a request, whatever was asked before it', () => {
    const tldsOf = (...asked: readonly number[]) =>
      columns.asked(Uint16Array.from(asked)).list.map(({ tld }) => tld);
    expect(tldsOf(0, 1, 2)).toEqual(['com', 'рф', 'co.uk']);
    expect(tldsOf(0, 1)).toEqual(['com', 'рф']);
    expect(tldsOf(2, 0)).toEqual(['co.uk', 'com']);
    expect(tldsOf(0, 2)).toEqual(['com', 'co.uk']);
    expect(tldsOf(1)).toEqual(['рф']);
  });

  it('are no plain question where one is asked twice', () => {
    expect(columns.asked(Uint16Array.of(0, 1)).arePlain).toBe(true);
    expect(columns.asked(Uint16Array.of(0, 0)).arePlain).toBe(false);
  });

  it('that there are not are a bug of the caller', () => {
    expect(() => columns.asked(Uint16Array.of(0, 3))).toThrow('no such column');
  });
});

describe('the names of a session in memory', () => {
  it('are found by their row, the first and the last too', () => {
    const labels = createLabels('bakery\nape\nzebra', 3);
    expect([-1, 0, 1, 2, 3].map(labels.at)).toEqual(['', 'bakery', 'ape', 'zebra', '']);
  });

  it('are none for an empty text', () => {
    expect([createLabels('', 0).at(0), createLabels('', 0).count]).toEqual(['', 0]);
  });
});
