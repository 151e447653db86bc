import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../../../electron/main/practice/findings/finding.ts';
import { listedTlds } from '../../../../../../electron/main/practice/findings/tlds.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Labels of one length that differ from each other; none begins like a name that a table fixes. */
const labels = (length: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    Array.from(
      { length },
      (_unused, place) => letters[Math.floor(index / 26 ** place + place * 7) % 26],
    ).join(''),
  );

/** The shares of each finding, in percent, over a thousand labels and all TLDs. */
function shares(length: number): Readonly<Record<string, number>> {
  const found = { available: 0, premium: 0, reserved: 0, taken: 0 };
  for (const label of labels(length, 1_000)) {
    for (const tld of listedTlds) found[findingOf(1, label, tld.slice(1))] += 1;
  }
  const all = 1_000 * listedTlds.length;
  return Object.fromEntries(Object.entries(found).map(([finding, count]) => [finding, (100 * count) / all]));
}

describe('findingOf', () => {
  it.each([
    [3, { available: 1, premium: 8, reserved: 8, taken: 83 }],
    [5, { available: 15, premium: 6, reserved: 4, taken: 75 }],
    [8, { available: 38, premium: 4, reserved: 3, taken: 55 }],
    [12, { available: 55, premium: 3, reserved: 2, taken: 40 }],
  ])('is spread over labels of %i letters as its table says', (length, expected) => {
    const found = shares(length);
    const off = Object.entries(expected).map(([finding, share]) => Math.abs((found[finding] ?? 0) - share));
    expect(Math.max(...off)).toBeLessThan(1);
  });

  it('makes about 45 % available over a word list of mixed lengths', () => {
    const mixed = [5, 7, 8, 9, 10, 12].map((length) => shares(length)['available'] ?? 0);
    const mean = mixed.reduce((sum, share) => sum + share, 0) / mixed.length;
    expect(mean).toBeGreaterThan(38);
    expect(mean).toBeLessThan(48);
  });

  it('E7 is the same for the same seed, label and TLD', () => {
    const all = (): readonly string[] => labels(7, 200).map((label) => findingOf(42, label, 'com'));
    expect(all()).toEqual(all());
  });

  it.each([
    ['seed', (label: string) => findingOf(2, label, 'com')],
    ['TLD', (label: string) => findingOf(1, label, 'net')],
  ])('depends on the %s', (_case, other) => {
    const differing = labels(9, 500).filter((label) => findingOf(1, label, 'com') !== other(label));
    expect(differing.length).toBeGreaterThan(150);
  });
});
