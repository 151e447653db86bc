import type { NameQuery } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/tld.ts';
import type { Names } from '../../lib/names.ts';

/** One name under one TLD, as it is asked and as it is shown. */
export interface AskedName {
  /** As A-labels: the key of its row. */
  readonly domain: string;
  readonly unicode: string;
  /** As listed, without a leading dot. */
  readonly tld: string;
}

/** One name under several TLDs. */
export interface Question {
  readonly query: NameQuery;
  readonly names: readonly AskedName[];
}

/** The question that a name makes with a list of TLDs. A TLD that was typed comes first, listed or not. */
export function questionOf(query: NameQuery, tlds: readonly string[], names: Names): Question {
  const asked = new Map<string, AskedName>();
  for (const listed of query.tld === null ? tlds : [query.tld, ...tlds]) {
    const tld = bareTld(listed);
    const suffix = names.aLabelsOf(tld);
    const domain = `${query.ascii}.${suffix}`;
    if (suffix === '' || asked.has(domain)) continue;
    asked.set(domain, { domain, tld, unicode: `${query.unicode}.${names.toUnicode(tld)}` });
  }
  return { query, names: [...asked.values()] };
}

export const sameQuestion = (a: Question | null, b: Question | null): boolean =>
  a !== null &&
  b !== null &&
  a.query.ascii === b.query.ascii &&
  a.names.length === b.names.length &&
  a.names.every((name, index) => name.domain === b.names[index]?.domain);
