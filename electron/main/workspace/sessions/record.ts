import type { DatabaseSync } from 'node:sqlite';
import { cellCode, findingBits } from '#shared/domain/cell.ts';
import type { Json } from '../../reseller/json.ts';
import { codesIn } from '../../reseller/lookup/codes.ts';
import { quickCodesIn } from '../../reseller/lookup/quick-codes.ts';
import type { RecordedRequest } from '../session-records.ts';
import { inTransaction } from '../transaction.ts';
import type { AnswerPacks } from './answer-packs.ts';
import type { CountDeviations } from './deviations.ts';
import { withoutWaiting } from './durability.ts';
import type { Loaded, LoadedSessions } from './loaded-sessions.ts';
import { putCell } from './matrix.ts';
import type { RequestRow, RequestRows } from './request-rows.ts';
import type { SessionRows } from './session-rows.ts';

export interface RecordDeps {
  readonly database: DatabaseSync;
  readonly loaded: LoadedSessions;
  readonly rows: SessionRows;
  readonly requests: RequestRows;
  readonly packs: AnswerPacks;
  readonly countDeviations: CountDeviations;
}

/** After so many requests the cells are written down; what is left to read after a crash is never more. */
const requestsPerSnapshot = (cells: number): number => Math.max(5_000, Math.ceil(cells / 50));

/** Says one code for each column of each request, in their order. */
export type RecordRequests = (
  session: Loaded,
  recorded: readonly RecordedRequest[],
) => Uint8Array<ArrayBuffer>;

/**
 * Reads what came of requests and keeps it with the whole answers: all of it or none. Where it throws, what is in memory
 * of the session may be ahead of the file.
 */
export const createRecord =
  (deps: RecordDeps): RecordRequests =>
  (session, recorded) => {
    if (recorded.length === 0) return new Uint8Array();
    try {
      return withoutWaiting(deps.database, () =>
        inTransaction(deps.database, () => keep(deps, session, recorded)),
      );
    } catch (thrown) {
      deps.packs.forget();
      throw thrown;
    }
  };

function keep(
  deps: RecordDeps,
  session: Loaded,
  recorded: readonly RecordedRequest[],
): Uint8Array<ArrayBuffer> {
  const { number, matrix } = session;
  const firstId = deps.requests.take(recorded.length);
  const all: Uint8Array[] = [];
  const gone: number[] = [];
  let sample: Json | undefined;
  recorded.forEach((request, index) => {
    const { codes, said, body } = readOne(session, request, sample !== undefined);
    sample ??= body;
    const superseded = supersededBy(deps, session, request);
    deps.requests.add(firstId + index, number, request, codes, request.message || said);
    putCells(session, request, codes);
    for (const { id } of superseded) deps.requests.remove(id);
    gone.push(...superseded.map(({ id }) => id));
    all.push(codes);
  });
  deps.packs.add(
    number,
    firstId,
    recorded.map(({ body }) => body),
  );
  deps.packs.release(gone);
  session.upTo = firstId + recorded.length - 1;
  const changedAtMs = recorded.reduce((latest, { checkedAtMs }) => Math.max(latest, checkedAtMs), 0);
  deps.countDeviations(session.accountId, sample, changedAtMs);
  deps.rows.progress(number, matrix, session.upTo, changedAtMs);
  if (session.upTo - session.snapshotUpTo > requestsPerSnapshot(matrix.codes.length)) {
    deps.loaded.snapshot(session);
  }
  return joined(all);
}

/** @param isCodesEnough The answer's JSON is not wanted, so that it need not be made. */
function readOne(
  { labels, columns: all }: Loaded,
  { row, columns, body, cause }: RecordedRequest,
  isCodesEnough: boolean,
) {
  if (row >= labels.count) throw new Error('There is no such row to record');
  const asked = all.asked(columns);
  if (body === null) {
    const code = cellCode('unknown', cause ?? 'unreachable');
    return { codes: new Uint8Array(columns.length).fill(code), said: '', body: undefined };
  }
  const label = labels.at(row);
  const codes = isCodesEnough ? quickCodesIn(body, label, asked) : null;
  return codes === null ? codesIn(body, label, asked) : { codes, said: '', body: undefined };
}

function putCells(
  { matrix, columns: all }: Loaded,
  { row, columns, checkedAtMs }: RecordedRequest,
  codes: Uint8Array,
) {
  const at = Math.floor(checkedAtMs / 1_000);
  columns.forEach((column, index) => putCell(matrix, row * all.count + column, codes[index] ?? 0, at));
}

/**
 * Earlier requests that nothing is read from any more, once this one is kept. One that failed takes nothing away but
 * earlier failures: an answer that was found stays known.
 */
function supersededBy(
  { requests }: RecordDeps,
  { number, matrix, columns: all }: Loaded,
  { row, columns, body }: RecordedRequest,
): readonly RequestRow[] {
  if (columns.every((column) => findingBits(matrix.codes[row * all.count + column] ?? 0) === 0)) return [];
  const covered = new Set(columns);
  return requests
    .ofRow(number, row)
    .filter((old) => (body !== null || !old.hasAnswer) && old.columns.every((column) => covered.has(column)));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
