import { describe, expect, it } from 'vitest';
import {
  bucketCount,
  bucketOf,
  bucketsOf,
  hashOfLabel,
  rowsWith,
} from '../../../../../../electron/main/workspace/sessions/name-index.ts';

/** Rows that the index gives for a label. */
function lookUp(labels: readonly string[], label: string): readonly number[] {
  const hash = hashOfLabel(label);
  const buckets = bucketsOf(labels);
  return rowsWith(hash, buckets[bucketOf(hash, bucketCount(labels.length))] ?? new Uint32Array());
}

describe('the index of a list of names', () => {
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
