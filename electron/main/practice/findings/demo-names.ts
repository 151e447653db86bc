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
  readonly fits: (label: string) => boolean;
  readonly tlds?: readonly string[];
  readonly finding: Finding;
}

const is =
  (...words: readonly string[]) =>
  (label: string): boolean =>
    words.includes(label);

const begins =
  (word: string) =>
  (label: string): boolean =>
    label.startsWith(word);

const demoNames: readonly DemoName[] = [
  { fits: is('example'), tlds: ['com', 'net', 'org'], finding: 'taken' },
  { fits: is('example'), finding: 'available' },
  { fits: is('www', 'nic', 'whois'), finding: 'reserved' },
  { fits: begins('available'), finding: 'available' },
  { fits: begins('priced'), finding: 'available' },
  { fits: begins('premium'), finding: 'premium' },
  { fits: begins('reserved'), finding: 'reserved' },
  { fits: begins('taken'), finding: 'taken' },
];

/** The fixed finding of a name, or null where the seed decides. */
export function demoFinding(label: string, tld: string): Finding | null {
  const row = demoNames.find(({ fits, tlds }) => fits(label) && (tlds === undefined || tlds.includes(tld)));
  return row?.finding ?? null;
}

/** Whether the answer about this name carries its prices; every other answer leaves them empty, as published. */
export const isPriced = begins('priced');
