import { causeOfCell, kindOfCell } from '#shared/domain/cell.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { askedName, type AskedTlds } from '../../reseller/lookup/asked.ts';
import { findingsIn, textIn } from '../../reseller/lookup/codes.ts';
import type { AnswerPacks } from './answer-packs.ts';
import type { Loaded } from './loaded-sessions.ts';
import type { RequestRow, RequestRows } from './request-rows.ts';

/** The findings of single cells, read from the answers that were kept. */
export interface Found {
  /** In the order of `cells`; an unchecked cell has an unchecked finding. */
  readonly at: (session: Loaded, cells: Uint32Array) => readonly Finding[];
  /** One cell with the whole answer behind it; empty where there is none. */
  readonly details: (session: Loaded, cell: number) => Details;
}

export interface Details {
  readonly finding: Finding;
  readonly answer: string;
}

export function createFound(requests: RequestRows, packs: AnswerPacks): Found {
  /** The findings of one name, one for each column that was asked: a later one takes the place of an earlier one. */
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
    at(session, cells) {
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
    details(session, cell) {
      const { row, column } = placeOf(session, cell);
      const { number, columns, labels } = session;
      const request = requests.ofRow(number, row).findLast((each) => each.columns.includes(column));
      const finding =
        request === undefined
          ? undefined
          : findingsOf(packs, number, request, labels.at(row), columns.asked(request.columns))[
              request.columns.indexOf(column)
            ];
      return {
        finding: finding ?? uncheckedAt(session, row, column),
        answer: request?.hasAnswer === true ? textIn(packs.read(number, request.id)) : '',
      };
    },
  };
}

/** The findings of one request, in the order of its columns. */
export function findingsOf(
  packs: AnswerPacks,
  session: number,
  request: RequestRow,
  label: string,
  asked: AskedTlds,
): readonly Finding[] {
  const checkedAt = new Date(request.checkedAtMs).toISOString();
  const read = request.hasAnswer ? findingsIn(packs.read(session, request.id), label, asked, checkedAt) : [];
  return asked.list.map((tld, index): Finding => {
    const code = request.codes[index] ?? 0;
    // What was reported is what stands, whatever a later version reads in the same answer.
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
