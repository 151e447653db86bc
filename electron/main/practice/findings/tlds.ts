/** What the practice account may order under a TLD. Prices are the account's, in cents for one year. */
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

/** As `GET /tlds` lists them: each with its leading dot. */
export const listedTlds: readonly string[] = [...tlds.keys()].map((name) => `.${name}`);

/**
 * What is asked when a lookup names no TLD at all.
 *
 * Unknown: the meaning of an empty list. Assumed: the account's default TLDs.
 */
export const defaultTlds: readonly string[] = ['com', 'net', 'org', 'co.uk', 'de'];

/** The TLD that a full name stands under: what follows its first dot. */
export function tldOf(name: string): Tld | undefined {
  const dot = name.indexOf('.');
  return dot === -1 ? undefined : tlds.get(name.slice(dot + 1));
}
