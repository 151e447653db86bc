/** What the practice service knows of a name. */
export type Finding = 'available' | 'premium' | 'reserved' | 'taken';

/**
 * Names whose finding is fixed, for demonstrations and tests: the first row that fits decides.
 *
 * | label | under | finding |
 * |---|---|---|
 * | `example` | com, net, org | taken |
 * | `example` | every other TLD | available |
 * | `www`, `nic`, `whois` | every TLD | reserved |
 * | begins with `available` | every TLD | available |
 * | begins with `priced` | every TLD | available, with its prices in the answer |
 * | begins with `premium` | every TLD | premium |
 * | begins with `reserved` | every TLD | reserved |
 * | begins with `taken` | every TLD | taken |
 */
interface DemoName {
  readonly label: RegExp;
  readonly tlds?: readonly string[];
  readonly finding: Finding;
}

const demoNames: readonly DemoName[] = [
  { label: /^example$/, tlds: ['com', 'net', 'org'], finding: 'taken' },
  { label: /^example$/, finding: 'available' },
  { label: /^(?:www|nic|whois)$/, finding: 'reserved' },
  { label: /^(?:available|priced)/, finding: 'available' },
  { label: /^premium/, finding: 'premium' },
  { label: /^reserved/, finding: 'reserved' },
  { label: /^taken/, finding: 'taken' },
];

/** The fixed finding of a name, or null where the seed decides. */
export function demoFinding(label: string, tld: string): Finding | null {
  const row = demoNames.find(
    ({ label: pattern, tlds }) => pattern.test(label) && (tlds === undefined || tlds.includes(tld)),
  );
  return row?.finding ?? null;
}

/** Whether the answer about this name carries its prices; every other answer leaves them empty, as published. */
export const isPriced = (label: string): boolean => label.startsWith('priced');
