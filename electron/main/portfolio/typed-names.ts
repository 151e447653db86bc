import { setImmediate as nextTurn } from 'node:timers/promises';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { expiryYears } from '#shared/domain/expiry.ts';
import { hostIn } from '#shared/domain/plain-name.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import { hostOf, readName } from '../lookups/name-lists/read-name.ts';
import { asciiName, ipAddress } from '../reseller/operation.ts';
import { cut, invalidInput } from '../system/texts.ts';

interface RefusedRow {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** The names in a text, each once, in their order; and why the other words are not names. */
interface TypedNames {
  /** The registrable names as A-labels in lower case. */
  readonly names: readonly string[];
  /** Hosts of which the registrable name was taken, the first of them; `www` goes without saying. */
  readonly shortened: readonly { readonly typed: string; readonly name: string }[];
  readonly refused: readonly RefusedRow[];
}

/** What became of names that were added. */
export interface Added extends Pick<TypedNames, 'shortened' | 'refused'> {
  readonly added: readonly string[];
  /** Already in the portfolio, and unchanged. */
  readonly already: readonly string[];
  /** Archived before, and restored now. */
  readonly restored: readonly string[];
}

const mostShown = 300;
const mostRefused = 20_000;
const mostShortened = 100;
const wordsPerTurn = 1_000;

/**
 * Reads typed or pasted names: one on a line, or several separated by spaces, commas or semicolons. A URL counts as its host, and
 * a host as its registrable name.
 *
 * @param knownTlds As `knownTldSet` makes it. Where none matches, everything behind the first label counts as the TLD.
 */
export async function typedNames(text: string, knownTlds: ReadonlySet<string>): Promise<TypedNames> {
  const names = new Set<string>();
  const shortened = new Map<string, string>();
  const refused: RefusedRow[] = [];
  let words = 0;
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/u).entries()) {
    for (const word of line.split(/[\s,;]+/u)) {
      const { text: typed } = hostOf(word);
      if (typed === '') continue;
      // Yields regularly, so that the window stays responsive while a hundred thousand names are read.
      if ((words += 1) % wordsPerTurn === 0) await nextTurn();
      const read = registrableName(typed, knownTlds);
      if (read.name === null) {
        refused.push({ line: index + 1, text: cut(typed, mostShown), reason: cut(read.reason, mostShown) });
        continue;
      }
      names.add(read.name);
      if (shortened.size < mostShortened && isBelow(typed, read.name))
        shortened.set(cut(typed, mostShown), read.name);
    }
  }
  return {
    names: [...names],
    shortened: [...shortened].map(([from, name]) => ({ typed: from, name })),
    refused: firstOf(refused),
  };
}

/** Whether a host of a domain was typed, and not the domain; `www` goes without saying. */
export function isBelow(typed: string, name: string): boolean {
  if (typed === name) return false;
  const host = aLabelsOf(hostIn(typed).text).toLowerCase().replace(/\.$/, '');
  return host.endsWith(`.${name}`) && host !== `www.${name}`;
}

/** As many as the page accepts; the last one says how many more there are. */
function firstOf(refused: readonly RefusedRow[]): readonly RefusedRow[] {
  const shown = refused.slice(0, mostRefused - 1);
  const next = refused[shown.length];
  if (next === undefined) return shown;
  const more = refused.length - shown.length;
  return [
    ...shown,
    { ...next, reason: cut(more === 1 ? next.reason : `${next.reason}; and ${more - 1} more`, mostShown) },
  ];
}

type Read = { readonly name: string } | { readonly name: null; readonly reason: string };

export function registrableName(typed: string, knownTlds: ReadonlySet<string>): Read {
  const read = readName(typed, knownTlds);
  if (!read.ok) return { name: null, reason: read.error.reason };
  const { ascii, tld } = read.value;
  if (tld === null)
    return { name: null, reason: 'The TLD is missing: type the full name, such as example.com' };
  const name = `${ascii}.${tld}`;
  if (!knownTlds.has(name)) return { name };
  return { name: null, reason: `${hostIn(typed).text} is a TLD: the name before it is missing` };
}

/** A child nameserver of `domain` as it was entered. Fails with: `invalid-input` (`host`, `addresses`). */
export function typedChild(
  domain: string,
  host: string,
  addresses: readonly string[],
): Result<Pick<ChildNameserver, 'host' | 'addresses'>> {
  const ascii = asciiName('host', host);
  if (!ascii.ok) return ascii;
  if (!ascii.value.endsWith(`.${domain}`)) return invalidInput('host', `The host is not below ${domain}`);
  const given: string[] = [];
  for (const address of addresses) {
    const read = ipAddress('addresses', address.trim());
    if (!read.ok) return read;
    given.push(read.value);
  }
  return ok({ host: ascii.value, addresses: [...new Set(given)] });
}

export const notInPortfolio = invalidInput('domain', 'This name is not in the portfolio of this account');

export const noExpiry = invalidInput(
  'expiresOn',
  `No domain can expire on this day: use one from ${expiryYears}.`,
);
