import { causeOfCell, kindOfCell } from '#shared/domain/cell.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { askedName } from '../../reseller/lookup/asked.ts';
import { findingsIn, textIn } from '../../reseller/lookup/codes.ts';
import type { AnswerPacks } from './answer-packs.ts';
import type { Loaded } from './loaded-sessions.ts';
import { tldsAt } from './record.ts';
import type { RequestRow, RequestRows } from './request-rows.ts';

/** The findings of single cells, read from the answers that were kept. */
export interface Found {
  /** In the order of `cells`; an unchecked cell has an unchecked finding. */
  readonly at: (session: Loaded, cells: Uint32Array) => readonly Finding[];
  /** One cell with the whole answer behind it; empty where there is none. */
  readonly details: (session: Loaded, cell: number) => { readonly finding: Finding; readonly answer: string };
}

export function createFound(requests: RequestRows, packs: AnswerPacks): Found {
  /** The findings of one name, one for each column that was asked. */
  function ofRow(session: Loaded, row: number): ReadonlyMap<number, Finding> {
    const found = new Map<number, Finding>();
    for (const request of requests.ofRow(session.number, row)) {
      ofRequest(session, request).forEach((finding, index) => {
        found.set(request.columns[index] ?? 0, finding);
      });
    }
    return found;
  }

  function ofRequest(session: Loaded, request: RequestRow): readonly Finding[] {
    const label = session.labels.at(request.row);
    const tlds = tldsAt(session.tlds, request.columns);
    const checkedAt = new Date(request.checkedAtMs).toISOString();
    const read = request.hasAnswer
      ? findingsIn(packs.read(session.number, request.id), label, tlds, checkedAt)
      : [];
    return tlds.map((tld, index): Finding => {
      const code = request.codes[index] ?? 0;
      const { domain } = askedName(label, tld);
      const { message, prices } = read[index] ?? { message: request.message, prices: [] };
      // What was reported is what stands, whatever a later version reads in the same answer.
      const [kind, cause] = [kindOfCell(code), causeOfCell(code)];
      return { domain, tld: tld.tld, kind, cause, message, checkedAt, prices };
    });
  }

  const uncheckedAt = (session: Loaded, row: number, column: number): Finding => {
    const [tld] = tldsAt(session.tlds, Uint16Array.of(column));
    const { domain } = askedName(session.labels.at(row), tld ?? { tld: '', asciiTld: '' });
    const nothing = { cause: null, message: '', checkedAt: null, prices: [] };
    return { domain, tld: tld?.tld ?? '', kind: 'unchecked', ...nothing };
  };

  const rowOf = (session: Loaded, cell: number): number => {
    if (cell >= session.matrix.codes.length) throw new Error('There is no such cell');
    return Math.floor(cell / session.tlds.length);
  };

  return {
    at(session, cells) {
      const rows = new Map<number, ReadonlyMap<number, Finding>>();
      return Array.from(cells, (cell) => {
        const row = rowOf(session, cell);
        const column = cell % session.tlds.length;
        let found = rows.get(row);
        if (found === undefined) {
          found = ofRow(session, row);
          rows.set(row, found);
        }
        return found.get(column) ?? uncheckedAt(session, row, column);
      });
    },
    details(session, cell) {
      const row = rowOf(session, cell);
      const column = cell % session.tlds.length;
      const request = requests.ofRow(session.number, row).findLast(({ columns }) => columns.includes(column));
      if (request === undefined) return { finding: uncheckedAt(session, row, column), answer: '' };
      const finding = ofRequest(session, request)[request.columns.indexOf(column)];
      return {
        finding: finding ?? uncheckedAt(session, row, column),
        answer: request.hasAnswer ? textIn(packs.read(session.number, request.id)) : '',
      };
    },
  };
}
