import { describe, expect, it } from 'vitest';
import {
  bucketCount,
  bucketOf,
  bucketsOf,
  createColumns,
  hashOfLabel,
  rowsWith,
} from '../../../../../../electron/main/workspace/sessions/loaded-sessions.ts';
import { createLabels } from '../../../../../../electron/main/workspace/sessions/matrix.ts';

describe('columns', () => {
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
});

describe('the index of a list of names', () => {
  /** Rows that the index gives for a label. */
  function lookUp(labels: readonly string[], label: string): readonly number[] {
    const hash = hashOfLabel(label);
    const buckets = bucketsOf(labels);
    return rowsWith(hash, buckets[bucketOf(hash, bucketCount(labels.length))] ?? new Uint32Array());
  }

  it.each([1, 2, 1_023, 1_024, 1_025, 20_000])('finds each of %d names in its row', (count) => {
    const labels = Array.from({ length: count }, (_, row) => `name${(row * 7_919) % 1_000_003}`);
    const buckets = bucketsOf(labels);
    expect(buckets).toHaveLength(bucketCount(count));
    const missed = labels.filter((label, row) => {
      const hash = hashOfLabel(label);
      const entries = buckets[bucketOf(hash, buckets.length)] ?? new Uint32Array();
      return !rowsWith(hash, entries).includes(row);
    });
    expect(missed).toEqual([]);
    expect(buckets.reduce((sum, entries) => sum + entries.length / 2, 0)).toBe(count);
  });

  it('finds nothing for a name that is not there, and nothing in an empty list', () => {
    expect(lookUp(['bakery', 'ape'], 'zebra')).toEqual([]);
    expect(lookUp([], 'zebra')).toEqual([]);
  });

  it('finds every row of a hash that several have', () => {
    const hash = hashOfLabel('bakery');
    expect(rowsWith(hash, Uint32Array.of(1, 9, hash, 4, hash, 7))).toEqual([4, 7]);
  });

  it('spreads alike labels over its buckets: none has more than three times its share', () => {
    const labels = Array.from({ length: 50_000 }, (_, row) => `shop-${row}`);
    const largest = Math.max(...bucketsOf(labels).map((entries) => entries.length / 2));
    expect(largest).toBeLessThan(3 * (50_000 / bucketCount(50_000)));
  });
});
