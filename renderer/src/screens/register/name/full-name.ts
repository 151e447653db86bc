import { knownTldSet, parseQuery } from '#shared/domain/domain-name.ts';
import { fail, ok, type Result } from '#shared/result.ts';

export interface FullName {
  /** As A-labels. */
  readonly domain: string;
  readonly label: string;
  readonly tld: string;
}

/**
 * A name with its TLD, as a person typed it.
 *
 * @param knownTlds Of the account: they tell where the name ends.
 * @returns Fails with the reason, in words.
 */
export function readFullName(text: string, knownTlds: readonly string[]): Result<FullName, string> {
  const query = parseQuery(text, knownTldSet(knownTlds));
  if (!query.ok) return fail(query.error.reason);
  const { ascii, tld } = query.value;
  return tld === null
    ? fail('The TLD is missing: type the whole name, such as example.com')
    : ok({ domain: `${ascii}.${tld}`, label: ascii, tld });
}
