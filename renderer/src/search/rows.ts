import type { NameQuery } from '#shared/domain/domain-name.ts';
import {
  byUsefulness,
  isBuyable,
  notGiven,
  type Price,
  shortestPeriod,
  type ShownKind,
} from '#shared/domain/finding.ts';
import { bareTld, nameSeparators } from '#shared/domain/plain-name.ts';
import { noCounts } from '#shared/domain/session.ts';
import { type NamedPriceChange, ofFinding, type PriceChange } from '#shared/domain/seen-prices.ts';
import type { PriceKind } from '#shared/domain/session-prices.ts';
import type { Finding } from '../client.ts';
import type { Names } from '../names.ts';

/** One name under one TLD, as requested and as shown. */
interface SearchName {
  /** As an A-label. */
  readonly label: string;
  /** As A-labels: the key of its row. */
  readonly domain: string;
  readonly unicode: string;
  /** As listed, without a leading dot. */
  readonly tld: string;
  /** Typed as a whole, TLD included: it stands first, whatever was found. */
  readonly isTyped: boolean;
}

export interface Question {
  /** One name under several TLDs; null for domains that are asked for as they are written. */
  readonly query: NameQuery | null;
  readonly names: readonly SearchName[];
}

/** The question of a name and a list of TLDs. A typed TLD comes first, listed or not. */
export function questionOf(query: NameQuery, tlds: readonly string[], names: Names): Question {
  const all = new Map<string, SearchName>();
  for (const listed of query.tld === null ? tlds : [query.tld, ...tlds]) {
    const tld = bareTld(listed);
    const suffix = names.aLabelsOf(tld);
    const domain = `${query.ascii}.${suffix}`;
    if (suffix === '' || all.has(domain)) continue;
    const unicode = `${query.unicode}.${names.toUnicode(tld)}`;
    const isTyped = listed === query.tld && all.size === 0;
    all.set(domain, { label: query.ascii, domain, tld, unicode, isTyped });
  }
  return { query, names: [...all.values()] };
}

/** The most domains that are asked for as they are written; more are a bulk lookup. */
export const mostWritten = 100;

/** The question of a list of whole domains; null of one with another name in it, and of one that is too long. */
export function writtenIn(
  listed: readonly string[],
  known: ReadonlySet<string>,
  names: Names,
): Question | null {
  const written = listed.flatMap((text) => {
    const query = names.parseQuery(text, known);
    return query.ok && query.value.tld !== null ? questionOf(query.value, [], names).names : [];
  });
  if (listed.length === 0 || listed.length > mostWritten || written.length < listed.length) return null;
  const unique = new Map(written.map((name) => [name.domain, { ...name, isTyped: false }]));
  return { query: null, names: [...unique.values()] };
}

/**
 * The domains in a text: of a list, one a line, every one, and none where some of it are no whole domains; of other text, as an e-mail,
 * those under a known TLD. E-mail addresses are none.
 */
export function domainsIn(text: string, knownTlds: readonly string[], names: Names): readonly string[] {
  const known = names.knownTldSet(knownTlds);
  const lines = text.split(nameSeparators).flatMap((line) => line.trim() || []);
  const isList = lines.every((line) => !/\s/u.test(line));
  const parts = isList
    ? lines
    : text.split(/[\s,;|"'<>()[\]]+/u).map((part) => part.replace(/[.:!?]+$/u, ''));
  const found = parts.flatMap((part) => {
    const query = part.includes('@') ? null : names.parseQuery(part, known);
    // A price or an address of a machine is none.
    if (query?.ok !== true || query.value.tld === null || /(?:^|\.)\d+$/u.test(query.value.tld)) return [];
    const { unicode, tld } = query.value;
    return isList || known.has(tld) ? [`${unicode}.${names.toUnicode(tld)}`] : [];
  });
  return isList && found.length < lines.length ? [] : [...new Set(found)];
}

/** What one request asks for: a label, and its TLDs. */
export interface OneLabel {
  readonly label: string;
  readonly tlds: readonly string[];
  readonly domains: ReadonlySet<string>;
}

export const byLabel = (names: readonly SearchName[]): readonly OneLabel[] =>
  [...Map.groupBy(names, ({ label }) => label)].map(([label, of]) => ({
    label,
    tlds: of.map(({ tld }) => tld),
    domains: new Set(of.map(({ domain }) => domain)),
  }));

export const sameQuestion = (a: Question | null, b: Question | null): boolean =>
  a !== null &&
  b !== null &&
  a.query?.ascii === b.query?.ascii &&
  a.names.length === b.names.length &&
  a.names.every((name, index) => name.domain === b.names[index]?.domain);

/** The source of a finding: this search, the local store, or none yet. */
export type Source = 'service' | 'stored' | 'none';

export interface Row {
  readonly name: SearchName;
  readonly finding: Finding;
  readonly source: Source;
  /** Requested and not answered yet. */
  readonly asking: boolean;
  /** Requested without an answer: the finding shown is older than the request. */
  readonly missed: boolean;
  /** In a portfolio, whatever was found: see {@link withOwned}. */
  readonly isOwned?: true;
  /** Its TLD is not in the account's list: see {@link withUnlisted}. */
  readonly isUnlisted?: true;
  /** How its prices differ from what was seen before: see {@link withFlags}. */
  readonly flags?: readonly PriceChange[];
}

/** By domain, in the order of the question. */
export type Rows = ReadonlyMap<string, Row>;

/** A row for each name, without findings. */
export const emptyRows = (names: readonly SearchName[]): Rows =>
  new Map(
    names.map((name) => [
      name.domain,
      { name, finding: unchecked(name), source: 'none', asking: false, missed: false },
    ]),
  );

const unchecked = (name: SearchName): Finding => ({
  domain: name.domain,
  tld: name.tld,
  kind: 'unchecked',
  cause: null,
  message: '',
  checkedAt: null,
  prices: [],
});

/** Adds findings of the local store. An answer of this search is newer and stays. */
export const withKnown = (rows: Rows, findings: readonly Finding[]): Rows =>
  changed(rows, findings, (row, finding) =>
    row.source === 'service'
      ? row
      : { ...row, finding, source: finding.kind === 'unchecked' ? 'none' : 'stored' },
  );

/** Adds answers of the service. */
export const withAnswers = (rows: Rows, findings: readonly Finding[]): Rows =>
  changed(rows, findings, (row, finding) => ({
    ...row,
    finding,
    source: 'service',
    asking: false,
    missed: false,
  }));

function changed(
  rows: Rows,
  findings: readonly Finding[],
  change: (row: Row, finding: Finding) => Row,
): Rows {
  const next = new Map(rows);
  for (const finding of findings) {
    const row = next.get(finding.domain);
    if (row !== undefined) next.set(finding.domain, change(row, finding));
  }
  return next;
}

export const asAsking = (rows: Rows, domains: ReadonlySet<string>): Rows =>
  mapped(rows, (row) => (domains.has(row.name.domain) ? { ...row, asking: true, missed: false } : row));

/** Ends the request for `domains`: those still waiting are marked as missed. */
export const asEnded = (rows: Rows, domains: ReadonlySet<string>, cancelled: boolean): Rows =>
  mapped(rows, (row) =>
    row.asking && domains.has(row.name.domain) ? { ...row, asking: false, missed: !cancelled } : row,
  );

/** Adds how the prices of rows differ from what was seen before. */
export const withFlags = (rows: Rows, flags: ReadonlyMap<string, readonly NamedPriceChange[]>): Rows =>
  flags.size === 0
    ? rows
    : mapped(rows, (row) => {
        const changes = ofFinding(flags.get(row.name.domain) ?? [], row.finding);
        return changes.length === 0 ? row : { ...row, flags: changes };
      });

const mapped = (rows: Rows, change: (row: Row) => Row): Rows =>
  new Map([...rows].map(([domain, row]) => [domain, change(row)]));

/** By what the list is sorted: the most useful first, or the price to register or to renew. */
export const sortColumns = ['finding', 'register', 'renew'] as const;
export interface SearchSort {
  readonly by: (typeof sortColumns)[number];
  readonly isDescending: boolean;
}

export const mostUsefulFirst: SearchSort = { by: 'finding', isDescending: false };

/**
 * The order of rows in which the user's own are marked: a domain that was typed as a whole, then the others as they are sorted; ties keep the order of the question. As in the grid,
 * names without a price come after those with one, in either direction, and each currency is sorted by itself.
 */
export function orderOf(rows: Rows, { by, isDescending }: SearchSort): readonly string[] {
  const all = [...rows.values()];
  const direction = isDescending ? -1 : 1;
  const compare =
    by === 'finding'
      ? (a: Row, b: Row) => direction * byUsefulness(kindOfRow(a), kindOfRow(b))
      : byPrice(all, by, direction);
  return all
    .sort((a, b) => Number(b.name.isTyped) - Number(a.name.isTyped) || compare(a, b))
    .map((row) => row.name.domain);
}

/** The price of one year, or of the shortest period, where the name can be bought. */
export const priceOf = ({ kind, prices }: Finding, of: PriceKind): Price | null =>
  isBuyable(kind) ? (shortestPeriod(prices)?.[of] ?? notGiven) : null;

function byPrice(all: readonly Row[], by: PriceKind, direction: number): (a: Row, b: Row) => number {
  const priced = new Map(all.map((row) => [row, row.isOwned === true ? null : priceOf(row.finding, by)]));
  const namesIn = new Map<string | null, number>();
  for (const price of priced.values())
    if (price?.kind === 'given') namesIn.set(price.currency, (namesIn.get(price.currency) ?? 0) + 1);
  const byCurrency = (a: string | null, b: string | null): number =>
    (namesIn.get(b) ?? 0) - (namesIn.get(a) ?? 0) || (a ?? '').localeCompare(b ?? '');
  return (a, b) => {
    const [one, other] = [priced.get(a), priced.get(b)];
    if (one?.kind !== 'given' || other?.kind !== 'given')
      return (
        Number(other?.kind === 'given') - Number(one?.kind === 'given') ||
        byUsefulness(kindOfRow(a), kindOfRow(b))
      );
    return (
      byCurrency(one.currency, other.currency) || direction * (Number(one.amount) - Number(other.amount))
    );
  };
}

export const isInOrder = (rows: Rows, order: readonly string[], sort: SearchSort): boolean => {
  const right = orderOf(rows, sort);
  return right.every((domain, index) => order[index] === domain);
};

/** The kind of a row as it is shown and counted. */
export const kindOfRow = ({ isOwned, finding }: Pick<Row, 'isOwned' | 'finding'>): ShownKind =>
  isOwned === true ? 'yours' : finding.kind;

export function countsOf(rows: Rows): Record<ShownKind, number> {
  const counts = { ...noCounts(), yours: 0 };
  for (const row of rows.values()) counts[kindOfRow(row)] += 1;
  return counts;
}

/** The filtered rows in display order. */
export function shownRows(rows: Rows, order: readonly string[], filter: ShownKind | null): readonly Row[] {
  return order.flatMap((domain) => {
    const row = rows.get(domain);
    return row !== undefined && (filter === null || kindOfRow(row) === filter) ? [row] : [];
  });
}

/** The user's own names are shown and counted as such, whatever was found: none is copied or offered as available. */
export const withOwned = (rows: Rows, owned: ReadonlySet<string>): Rows =>
  owned.size === 0
    ? rows
    : mapped(rows, (row) => (owned.has(row.name.domain) ? { ...row, isOwned: true } : row));

/** Names whose TLD the account does not list are shown, and say so: the list may be out of date. */
export const withUnlisted = (rows: Rows, isOutside: (name: SearchName) => boolean): Rows =>
  mapped(rows, (row) => (isOutside(row.name) ? { ...row, isUnlisted: true } : row));

export const domainsWith = (rows: Rows, kind: ShownKind): readonly string[] =>
  [...rows.values()].filter((row) => kindOfRow(row) === kind).map((row) => row.name.domain);
