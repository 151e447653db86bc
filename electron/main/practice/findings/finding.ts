import { demoFinding, type Finding } from './demo-names.ts';
import { hashOf } from './hash.ts';

/** Shares of ten thousand; what is left is taken. */
interface Shares {
  readonly available: number;
  readonly premium: number;
  readonly reserved: number;
}

/**
 * How names that no table fixes are spread, by the length of the label: the shorter, the more are taken.
 *
 * | length | available | premium | reserved | taken |
 * |---|---|---|---|---|
 * | up to 3 | 1 % | 8 % | 8 % | 83 % |
 * | 4 or 5 | 15 % | 6 % | 4 % | 75 % |
 * | 6 to 8 | 38 % | 4 % | 3 % | 55 % |
 * | 9 and more | 55 % | 3 % | 2 % | 40 % |
 *
 * Over a word list of mixed lengths that makes about 45 % available, 4 % premium and 3 % reserved.
 */
const sharesByLength: readonly (readonly [maxLength: number, shares: Shares])[] = [
  [3, { available: 100, premium: 800, reserved: 800 }],
  [5, { available: 1_500, premium: 600, reserved: 400 }],
  [8, { available: 3_800, premium: 400, reserved: 300 }],
  [Number.POSITIVE_INFINITY, { available: 5_500, premium: 300, reserved: 200 }],
];

const sharesOf = (length: number): Shares | undefined =>
  sharesByLength.find(([maxLength]) => length <= maxLength)?.[1];

/** What a name is found to be: the same for the same seed, label and TLD, always. */
export function findingOf(seed: number, label: string, tld: string): Finding {
  const fixed = demoFinding(label, tld);
  if (fixed !== null) return fixed;
  const { available = 0, premium = 0, reserved = 0 } = sharesOf(label.length) ?? {};
  const rank = hashOf(seed, `${label}.${tld}`) % 10_000;
  if (rank < available) return 'available';
  if (rank < available + premium) return 'premium';
  return rank < available + premium + reserved ? 'reserved' : 'taken';
}
