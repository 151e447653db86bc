import { toASCII, toUnicode } from 'tr46';
import { type Invalid, invalid } from './wire.ts';

/** Parts per ten thousand; the remainder is taken. */
interface Shares {
  readonly available: number;
  readonly premium: number;
  readonly reserved: number;
}

/**
 * The distribution of findings for names without a fixed finding, by length of the label: the shorter, the more are
 * taken.
 *
 * | length | available | premium | reserved | taken |
 * |---|---|---|---|---|
 * | up to 3 | 1 % | 8 % | 8 % | 83 % |
 * | 4 or 5 | 15 % | 6 % | 4 % | 75 % |
 * | 6 to 8 | 38 % | 4 % | 3 % | 55 % |
 * | 9 and more | 55 % | 3 % | 2 % | 40 % |
 *
 * For a word list of mixed lengths this gives about 45 % available, 4 % premium and 3 % reserved.
 */
const sharesByLength: readonly (readonly [maxLength: number, shares: Shares])[] = [
  [3, { available: 100, premium: 800, reserved: 800 }],
  [5, { available: 1_500, premium: 600, reserved: 400 }],
  [8, { available: 3_800, premium: 400, reserved: 300 }],
  [Number.POSITIVE_INFINITY, { available: 5_500, premium: 300, reserved: 200 }],
];

const sharesOf = (length: number): Shares | undefined =>
  sharesByLength.find(([maxLength]) => length <= maxLength)?.[1];

/** The finding of a name: always the same for the same seed, label and TLD. */
export function findingOf(seed: number, label: string, tld: string): Finding {
  const fixed = demoFinding(label, tld);
  if (fixed !== null) return fixed;
  const { available = 0, premium = 0, reserved = 0 } = sharesOf(label.length) ?? {};
  const rank = hashOf(seed, `${label}.${tld}`) % 10_000;
  if (rank < available) return 'available';
  if (rank < available + premium) return 'premium';
  return rank < available + premium + reserved ? 'reserved' : 'taken';
}

export type Finding = 'available' | 'premium' | 'reserved' | 'taken';

/** Names whose finding is fixed, for demonstrations and tests: the first row that fits decides. */
const demoNames: readonly (readonly [label: RegExp, tld: RegExp, finding: Finding])[] = [
  [/^example$/, /^(com|net|org)$/, 'taken'],
  [/^example$/, /./, 'available'],
  [/^(www|nic|whois)$/, /./, 'reserved'],
  [/^available/, /./, 'available'],
  // With its prices in the answer.
  [/^priced/, /./, 'available'],
  [/^premium/, /./, 'premium'],
  [/^reserved/, /./, 'reserved'],
  [/^taken/, /./, 'taken'],
];

/** The fixed finding of a name, or null if the seed decides. */
export function demoFinding(label: string, tld: string): Finding | null {
  return demoNames.find(([labels, under]) => labels.test(label) && under.test(tld))?.[2] ?? null;
}

/** In how many names prices are missing where most have some: one in this many. */
const unpricedShare = 8;

/**
 * Whether the answer about this name includes prices: where `mostPriced`, all but one name in eight, always the same ones. In
 * all other answers prices are empty, as published.
 */
export const isPriced = (label: string, mostPriced: boolean): boolean =>
  label.startsWith('priced') || (mostPriced && hashOf(0, label) % unpricedShare !== 0);

/** Mixes the bits of a 32-bit number (the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from 0 (inclusive) to 2^32 (exclusive) that depends only on the seed and the text (FNV-1a, mixed). */
export function hashOf(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
}

const plainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const rules = { checkHyphens: true, checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true } as const;

/** A label in ASCII and Unicode; an ASCII label is the same in both. */
export interface ValidLabel {
  readonly isValid: true;
  readonly ascii: string;
  readonly unicode: string;
}

/** A search term as a label in both forms, or the reason why it is not a valid label. */
export function readLabel(term: string): ValidLabel | Invalid {
  const lower = term.toLowerCase();
  if (plainLabel.test(lower) && !lower.startsWith('--', 2)) {
    return { isValid: true, ascii: lower, unicode: lower };
  }
  const ascii = toASCII(term, { ...rules, verifyDNSLength: true });
  if (ascii === null) return invalid('The name has characters or a length that a domain name cannot have.');
  // Checked after the mapping: other scripts have their own full stops.
  if (ascii.includes('.')) return invalid('A name must not contain a dot: it is one label, without its TLD.');
  return { isValid: true, ascii, unicode: toUnicode(ascii, rules).domain };
}

/** A full name or host as A-labels in lower case; null if it is invalid. */
export const asciiName = (name: string): string | null => toASCII(name, { ...rules, verifyDNSLength: true });

/** The name in its Unicode form; an ASCII name is unchanged. */
export const unicodeName = (ascii: string): string =>
  ascii.includes('xn--') ? toUnicode(ascii, rules).domain : ascii;

/** What the practice account may order in a TLD. Prices are the account's, in cents per year. */
export interface Tld {
  /** Without a leading dot. */
  readonly name: string;
  readonly registerCents: number;
  readonly renewCents: number;
}

const rows: readonly (readonly [name: string, registerCents: number, renewCents: number])[] = [
  ['com', 1_049, 1_099],
  ['net', 1_149, 1_249],
  ['org', 1_099, 1_199],
  ['info', 499, 1_899],
  ['biz', 899, 1_799],
  ['name', 999, 999],
  ['pro', 599, 1_899],
  ['mobi', 799, 2_299],
  ['app', 1_399, 1_399],
  ['dev', 1_199, 1_199],
  ['io', 3_299, 3_999],
  ['ai', 6_999, 6_999],
  ['co', 1_199, 2_699],
  ['me', 699, 1_799],
  ['tv', 2_999, 3_099],
  ['cc', 899, 899],
  ['xyz', 199, 1_199],
  ['online', 149, 2_799],
  ['shop', 199, 2_999],
  ['store', 149, 4_499],
  ['site', 149, 2_799],
  ['tech', 499, 4_999],
  ['blog', 399, 2_499],
  ['cloud', 399, 2_099],
  ['design', 999, 4_199],
  ['digital', 399, 3_399],
  ['email', 499, 2_399],
  ['agency', 499, 2_299],
  ['studio', 899, 2_999],
  ['eu', 499, 699],
  ['de', 499, 599],
  ['at', 1_099, 1_099],
  ['ch', 899, 899],
  ['fr', 699, 899],
  ['it', 599, 799],
  ['es', 599, 799],
  ['nl', 499, 699],
  ['be', 599, 699],
  ['pl', 499, 1_499],
  ['se', 999, 1_499],
  ['uk', 549, 649],
  ['co.uk', 549, 649],
  ['org.uk', 549, 649],
  ['me.uk', 549, 649],
  ['com.au', 999, 1_199],
  ['net.au', 999, 1_199],
  ['co.nz', 1_399, 1_499],
  ['co.za', 449, 549],
  ['org.za', 449, 549],
  ['com.br', 1_299, 1_399],
  ['com.mx', 899, 1_799],
  ['co.in', 499, 799],
  ['in', 599, 899],
  ['co.jp', 4_999, 4_999],
  ['com.tr', 1_099, 1_199],
];

export const tlds: ReadonlyMap<string, Tld> = new Map(
  rows.map(([name, registerCents, renewCents]) => [name, { name, registerCents, renewCents }]),
);

/** A premium name costs this many times its TLD's price. */
const premiumFactor = 25;

/** The price of a year's registration. */
export const registerCents = ({ registerCents: cents }: Tld, finding: Finding): number =>
  finding === 'premium' ? cents * premiumFactor : cents;

/** As `GET /tlds` lists them: each with its leading dot. */
export const listedTlds: readonly string[] = [...tlds.keys()].map((name) => `.${name}`);

/**
 * The TLDs of a lookup that names none.
 *
 * Unknown: the meaning of an empty list. Assumed: the account's default TLDs.
 */
export const defaultTlds: readonly string[] = ['com', 'net', 'org', 'co.uk', 'de'];

/** The TLD of a full name: everything after its first dot. */
export function tldOf(name: string): Tld | undefined {
  const dot = name.indexOf('.');
  return dot === -1 ? undefined : tlds.get(name.slice(dot + 1));
}
