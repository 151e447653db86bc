import { z } from 'zod';
import { tldList } from '#shared/areas/common-schemas.ts';
import { type Finding, type FindingKind, notGiven, shortestPeriod } from '#shared/domain/finding.ts';
import { buyableCodes, type CellOffers, createOfferList, type Offer } from '#shared/domain/session-prices.ts';
import {
  causeOfCell,
  type CellCode,
  findingBits,
  type KindCounts,
  kindOfCell,
} from '#shared/domain/session.ts';
import { askedName, type AskedTlds } from '../../reseller/lookup/answer.ts';
import { findingsIn, textIn } from '../../reseller/lookup/codes.ts';
import { jsonColumn, parseRow, rowsOf } from '../sqlite.ts';
import type { AnswerPacks } from './answer-packs.ts';
import { type Columns, createColumns, type Loaded, type SessionParts } from './loaded-sessions.ts';
import type { RequestRow } from './session-rows.ts';

/** The findings of single cells, read from the stored answers. */
export function createFound({ requests, packs }: Pick<SessionParts, 'requests' | 'packs'>) {
  /** The findings of one name by column; a later request replaces an earlier one. */
  function ofRow(session: Loaded, row: number): ReadonlyMap<number, Finding> {
    const found = new Map<number, Finding>();
    const label = session.labels.at(row);
    for (const request of requests.ofRow(session.number, row)) {
      const asked = session.columns.asked(request.columns);
      const findings = findingsOf(packs, session.number, request, label, asked);
      findings.forEach((finding, index) => found.set(request.columns[index] ?? 0, finding));
    }
    return found;
  }

  return {
    /** In the order of `cells`; an unchecked cell has an unchecked finding. */
    at(session: Loaded, cells: Uint32Array): Finding[] {
      const rows = new Map<number, ReadonlyMap<number, Finding>>();
      return Array.from(cells, (cell) => {
        const { row, column } = placeOf(session, cell);
        let found = rows.get(row);
        if (found === undefined) {
          found = ofRow(session, row);
          rows.set(row, found);
        }
        return found.get(column) ?? uncheckedAt(session, row, column);
      });
    },
    /** What `cells` cost. Answers are read only for those that can be bought, each answer once where a name's cells are together. */
    prices(session: Loaded, cells: Uint32Array): CellOffers {
      const list = createOfferList();
      const of = Array.from(cells, () => 0);
      const isPriced = (cell: number): boolean => buyableCodes[session.matrix.codes[cell] ?? 0] === 1;
      for (const { row, from, end } of rowsIn(session, cells)) {
        const inRow = cells.subarray(from, end);
        if (!inRow.some(isPriced)) continue;
        const found = ofRow(session, row);
        inRow.forEach((cell, at) => {
          const finding = found.get(cell % session.columns.count);
          if (isPriced(cell)) of[from + at] = list.numberOf(offerIn(finding));
        });
      }
      return { offers: list.offers.slice(1), of };
    },
    /** One cell with its whole answer; empty where there is none. */
    details(session: Loaded, cell: number) {
      const { row, column } = placeOf(session, cell);
      const { number, columns, labels } = session;
      const request = requests.ofRow(number, row).findLast((each) => each.columns.includes(column));
      if (request === undefined) return { finding: uncheckedAt(session, row, column), answer: '' };
      const findings = findingsOf(packs, number, request, labels.at(row), columns.asked(request.columns));
      return {
        finding: findings[request.columns.indexOf(column)] ?? uncheckedAt(session, row, column),
        answer: request.hasAnswer ? textIn(packs.read(number, request.id)) : '',
      };
    },
  };
}

/** Runs of cells in the same row. */
function* rowsIn(session: Loaded, cells: Uint32Array) {
  for (let from = 0; from < cells.length;) {
    const { row } = placeOf(session, cells[from] ?? 0);
    let end = from + 1;
    while (end < cells.length && placeOf(session, cells[end] ?? 0).row === row) end += 1;
    yield { row, from, end };
    from = end;
  }
}

function offerIn(finding: Finding | undefined): Offer {
  const shortest = shortestPeriod(finding?.prices ?? []);
  const { period = 1, register = notGiven, renew = notGiven } = shortest ?? {};
  return { period, register, renew };
}

/** The findings of one request, in the order of its columns. */
export function findingsOf(
  packs: Pick<AnswerPacks, 'read'>,
  session: number,
  request: RequestRow,
  label: string,
  asked: AskedTlds,
): readonly Finding[] {
  const checkedAt = new Date(request.checkedAtMs).toISOString();
  const read = request.hasAnswer ? findingsIn(packs.read(session, request.id), label, asked, checkedAt) : [];
  return asked.list.map((tld, index): Finding => {
    const code = request.codes[index] ?? 0;
    // The recorded kind and cause are kept, even where a later version reads the same answer differently.
    const [kind, cause] = [kindOfCell(code), causeOfCell(code)];
    const answered = read[index];
    if (answered !== undefined) return { ...answered, kind, cause };
    const { domain } = askedName(label, tld);
    return { domain, tld: tld.tld, kind, cause, message: request.message, checkedAt, prices: [] };
  });
}

function uncheckedAt({ columns, labels }: Loaded, row: number, column: number): Finding {
  const { domain, tld } = askedName(labels.at(row), columns.at(column));
  return { domain, tld, kind: 'unchecked', cause: null, message: '', checkedAt: null, prices: [] };
}

function placeOf(
  { columns, matrix }: Loaded,
  cell: number,
): { readonly row: number; readonly column: number } {
  if (cell < 0 || cell >= matrix.codes.length) throw new Error('There is no such cell');
  return { row: Math.floor(cell / columns.count), column: cell % columns.count };
}

/** The latest that any session of an account found for a name. */
export interface FoundInSessions {
  readonly finding: Finding;
  /** Whether the service answered. A failed request only counts where nothing else is known. */
  readonly isAnswered: boolean;
  /** The whole answer; empty where there was none. */
  readonly answer: () => string;
}

interface SessionColumns {
  readonly columns: Columns;
  /** The column of each TLD, by A-label. */
  readonly byTld: ReadonlyMap<string, number>;
}

/** A request that asked for a label under some TLDs. */
interface Candidate extends SessionColumns {
  readonly session: number;
  readonly request: RequestRow;
}

const sessionRow = z.object({ number: z.int(), listId: z.int(), tlds: z.string() });

export type KnownInSessions = ReturnType<typeof createKnownInSessions>;
/** What an account's sessions know of names. */
export type InSessions = ReturnType<KnownInSessions>;

/** Looks up domains in an account's sessions. */
export function createKnownInSessions({ database, lists, requests, packs }: SessionParts) {
  const ofAccount = rowsOf(database, sessionRow).from('sessions WHERE account_id = ?');

  /** Every request for a label that the account's sessions have recorded. */
  function requestsFor(accountId: string, label: string): readonly Candidate[] {
    const rows = new Map<number, number | null>();
    return ofAccount.all(accountId).flatMap(({ number: session, listId: list, tlds }) => {
      if (!rows.has(list)) rows.set(list, lists.rowOf(list, label));
      const row = rows.get(list) ?? null;
      if (row === null) return [];
      return requests.ofRow(session, row).map((request) => ({ session, request, ...columnsIn(tlds) }));
    });
  }

  function read({ session, request, columns }: Candidate, label: string): readonly Finding[] {
    return findingsOf(packs, session, request, label, columns.asked(request.columns));
  }

  return (accountId: string) => {
    const candidates = remember((label: string) => requestsFor(accountId, label));
    const findings = new Map<RequestRow, readonly Finding[]>();

    const requestsOf = (domain: string): readonly Candidate[] => {
      const [label, asciiTld] = atFirstDot(domain);
      return candidates(label).filter(({ request, byTld }) =>
        request.columns.includes(byTld.get(asciiTld) ?? -1),
      );
    };
    const findingIn = (candidate: Candidate, domain: string): Finding | undefined => {
      const { request, byTld } = candidate;
      const [label, asciiTld] = atFirstDot(domain);
      const all = findings.get(request) ?? read(candidate, label);
      findings.set(request, all);
      return all[request.columns.indexOf(byTld.get(asciiTld) ?? -1)];
    };

    return {
      /** Null where none of them asked for the domain. */
      latest: (domain: string): FoundInSessions | null => {
        const best = requestsOf(domain).reduce<Candidate | null>(
          (found, each) => (found === null || saysMore(each.request, found.request) ? each : found),
          null,
        );
        const finding = best === null ? undefined : findingIn(best, domain);
        if (best === null || finding === undefined) return null;
        const { session, request } = best;
        const answer = () => (request.hasAnswer ? textIn(packs.read(session, request.id)) : '');
        return { finding, isAnswered: request.hasAnswer, answer };
      },
      /** What was answered of a domain before a time in milliseconds, in no particular order. */
      answers: (domain: string, beforeMs: number): readonly Finding[] =>
        requestsOf(domain)
          .filter(({ request }) => request.hasAnswer && request.checkedAtMs < beforeMs)
          .flatMap((each) => findingIn(each, domain) ?? []),
      /** Those of `domains` that a session is about, asked for already or not. */
      listed(domains: readonly string[]): ReadonlySet<string> {
        const tldsOf = tldsByLabel(domains.join('\n'));
        const rowsIn = remember((listId: number) => lists.rowsOf(listId, tldsOf));
        return new Set(
          ofAccount.all(accountId).flatMap(({ listId, tlds }) => {
            const { byTld } = columnsIn(tlds);
            return rowsIn(listId).flatMap(([label]) =>
              (tldsOf.get(label) ?? []).filter((tld) => byTld.has(tld)).map((tld) => `${label}.${tld}`),
            );
          }),
        );
      },
    };
  };
}

export interface DomainsInSessions {
  readonly ids: readonly string[];
  /** A-labels, joined by line feeds. */
  readonly domains: string;
}

/** The cells of some domains in one session, and their findings by kind. */
interface DomainsFound {
  readonly cells: readonly number[];
  readonly counts: Partial<KindCounts>;
}

/** Finds some domains in some sessions, in the order of the ids. The sessions need not be loaded for that. */
export function createOfDomains({ database, lists, requests }: SessionParts) {
  const ofId = rowsOf(database, sessionRow).from('sessions WHERE id = ?');

  function codesAt(session: number, row: number): ReadonlyMap<number, CellCode> {
    const codes = new Map<number, CellCode>();
    for (const request of requests.ofRow(session, row))
      request.columns.forEach((column, at) => codes.set(column, findingBits(request.codes[at] ?? 0)));
    return codes;
  }

  return ({ ids, domains }: DomainsInSessions): readonly DomainsFound[] => {
    const tldsOf = tldsByLabel(domains);
    const rowsIn = remember((listId: number) => lists.rowsOf(listId, tldsOf));
    return ids.map((id) => {
      const session = ofId.find(id);
      const cells: number[] = [];
      const counts: Partial<Record<FindingKind, number>> = {};
      if (session === null || tldsOf.size === 0) return { cells, counts };
      const { byTld, columns: all } = columnsIn(session.tlds);
      for (const [label, row] of rowsIn(session.listId)) {
        const columns = (tldsOf.get(label) ?? []).flatMap((tld) => byTld.get(tld) ?? []);
        if (columns.length === 0) continue;
        const codes = codesAt(session.number, row);
        for (const column of columns) {
          const kind = kindOfCell(codes.get(column) ?? 0);
          counts[kind] = (counts[kind] ?? 0) + 1;
          cells.push(row * all.count + column);
        }
      }
      return { cells, counts };
    });
  };
}

/** The latest answered findings of some domains in one session, which need not be loaded for that. */
export function createAnsweredIn({ database, lists, requests, packs }: SessionParts) {
  const ofId = rowsOf(database, sessionRow).from('sessions WHERE id = ?');

  return (id: string, domains: readonly string[]): readonly Finding[] => {
    const session = ofId.find(id);
    if (session === null || domains.length === 0) return [];
    const tldsOf = tldsByLabel(domains.join('\n'));
    const { byTld, columns } = columnsIn(session.tlds);
    return lists.rowsOf(session.listId, tldsOf).flatMap(([label, row]) => {
      const wanted = new Set((tldsOf.get(label) ?? []).flatMap((tld) => byTld.get(tld) ?? []));
      if (wanted.size === 0) return [];
      const found = new Map<number, Finding>();
      for (const request of requests.ofRow(session.number, row)) {
        if (!request.hasAnswer || !request.columns.some((column) => wanted.has(column))) continue;
        const asked = columns.asked(request.columns);
        findingsOf(packs, session.number, request, label, asked).forEach((finding, at) => {
          const column = request.columns[at] ?? -1;
          if (wanted.has(column)) found.set(column, finding);
        });
      }
      return [...found.values()];
    });
  };
}

function tldsByLabel(domains: string): ReadonlyMap<string, readonly string[]> {
  const tlds = new Map<string, string[]>();
  if (domains === '') return tlds;
  for (const domain of domains.split('\n')) {
    const [label, tld] = atFirstDot(domain);
    const known = tlds.get(label);
    if (known === undefined) tlds.set(label, [tld]);
    else known.push(tld);
  }
  return tlds;
}

function atFirstDot(domain: string): readonly [label: string, rest: string] {
  const dot = domain.indexOf('.');
  return dot === -1 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** `work`, cached by its key. */
function remember<K, T>(work: (key: K) => T): (key: K) => T {
  const done = new Map<K, { readonly value: T }>();
  return (key) => {
    const held = done.get(key) ?? { value: work(key) };
    done.set(key, held);
    return held.value;
  };
}

/** An answer takes precedence over none, and the later one over the earlier. */
const saysMore = (one: RequestRow, other: RequestRow): boolean =>
  one.hasAnswer === other.hasAnswer ? one.checkedAtMs >= other.checkedAtMs : one.hasAnswer;

const tldsColumn = jsonColumn(tldList);
const heldColumns = 256;
const held = new Map<string, SessionColumns>();

/** The columns of a session, cached by the stored text of its TLDs: most sessions share a few lists. */
function columnsIn(text: string): SessionColumns {
  const known = held.get(text);
  if (known !== undefined) return known;
  const columns = createColumns(parseRow(tldsColumn, text));
  const byTld = new Map<string, number>();
  for (let column = 0; column < columns.count; column += 1) byTld.set(columns.at(column).asciiTld, column);
  if (held.size >= heldColumns) held.clear();
  const made = { columns, byTld };
  held.set(text, made);
  return made;
}
