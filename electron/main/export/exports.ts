import { setImmediate as turn } from 'node:timers/promises';
import { inEnglish } from '#shared/domain/counting.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { type CellOffers, createOfferList, pricedCells, priceKindOf } from '#shared/domain/session-prices.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { asWork, type Works } from '../jobs/work.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { writeWhole } from '../system/files.ts';
import { type AnswerOf, createJobThread, type JobThread } from '../system/job-thread.ts';
import type { Logger } from '../system/log.ts';
import { invalidInput } from '../system/texts.ts';
import { coalesce, type Timer } from '../system/timing.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  domainFormats,
  type ExportFormat,
  type ExportRequest,
  exportRow,
  findingFormats,
} from './formats.ts';
import { type cellsOf, mostCellsAsText } from './shown-cells.ts';
import { createWorkbook } from './workbook.ts';
import { mostPricedCells } from '#shared/domain/bounds.ts';

/** Reports the progress of an export in cells; at most ten times a second, and at the end. */
type ExportProgress = (written: number, total: number) => void;

/**
 * Exports a session's findings: exactly the cells that match a filter, in display order. The set of cells is fixed when
 * the export begins; a cell that is checked meanwhile is written as it was read. Unchecked cells are included if the
 * filter has no kinds or includes this kind. The user's own names are `yours` in each, and never available: where they cannot be
 * read, nothing is exported.
 *
 * A file appears under its name only when it is complete; after a failed or cancelled export the old file is unchanged.
 *
 * Fails with: `storage` (`full` for the target too), `invalid-input` (`sessionId`, `path`, `filter`), `cancelled`.
 */
export type Exports = ReturnType<typeof createExports>;

interface ExportsDeps {
  readonly sessions: SessionReader;
  /** What is in the user's portfolios, as A-labels, for a session of this account. */
  readonly ownNames: (accountId: string) => Promise<Result<readonly string[]>>;
  /** What prices of the account are in, where they do not say it. */
  readonly currencyOf: (accountId: string) => string | null;
  /** The thread's code: `exports-worker.js` of the build, or `exports-worker.ts` when run from sources. */
  readonly workerUrl: URL;
  readonly timer: Timer;
}

const progressPauseMs = 100;

/** Under its titles. Source: Excel's limits, which others share. */
const mostRowsInSheet = 1_048_575;

export function createExports({ workerUrl, timer, ...deps }: ExportsDeps) {
  const { sessions } = deps;
  const thread: ViewThread = createJobThread({ workerUrl });
  return {
    async toFile(
      request: ExportRequest & { readonly path: string; readonly format: ExportFormat },
      signal: AbortSignal,
      onProgress: ExportProgress,
    ): Promise<Result<{ readonly rows: number }>> {
      const shown = await shownOf(deps, thread, request, signal);
      if (!shown.ok) return shown;
      const total = shown.value.cells.length;
      let rows = 0;
      const progress = coalesce(() => onProgress(rows, total), progressPauseMs, timer);
      const isSheet = request.format === 'xlsx';
      if (isSheet && total > mostRowsInSheet)
        return invalidInput(
          'filter',
          `A workbook has ${count(mostRowsInSheet)} rows at most: filter, or export CSV.`,
        );
      const written = await writeWhole(request.path, async (write) => {
        const format = findingFormats()[request.format];
        const workbook = isSheet ? await createWorkbook(write, 'Checks') : null;
        for await (const piece of piecesOf(sessions, request.sessionId, shown.value, format, signal)) {
          if (!piece.ok) return piece;
          await (workbook?.write ?? write)(piece.value.text);
          rows += piece.value.cells;
          progress.soon();
        }
        await workbook?.end();
        return ok({ rows });
      }).finally(progress.stop);
      if (written.ok) progress.now();
      return written;
    },
    /** Tab-separated text with a header line, or the domains alone, one to a line; at most 200,000 cells. */
    async toText(
      request: ExportRequest,
      as: 'table' | 'names',
    ): Promise<Result<{ readonly text: string; readonly rows: number }>> {
      const asNames = as === 'names';
      const shown = await shownOf(deps, thread, { ...request, asNames });
      if (!shown.ok) return shown;
      const { length } = shown.value.cells;
      if (length > mostCellsAsText) return tooMuchText(length);
      if (asNames) return ok({ text: shown.value.names, rows: length });
      const texts: string[] = [];
      let rows = 0;
      for await (const piece of piecesOf(
        sessions,
        request.sessionId,
        shown.value,
        findingFormats().tsv,
        null,
      )) {
        if (!piece.ok) return piece;
        texts.push(piece.value.text);
        rows += piece.value.cells;
      }
      return ok({ text: texts.join(''), rows });
    },
    close: thread.close,
  };
}

const tooMuchText = (cells: number): Result<never> =>
  fail({
    kind: 'invalid-input',
    field: 'filter',
    reason: `${count(cells)} checks are too many for the clipboard, which takes ${count(mostCellsAsText)}: filter them, or export a file.`,
  });

const { count } = inEnglish;

/** Small enough that reading and writing one piece blocks main for a few milliseconds only. */
const cellsAPiece = 500;

interface Piece {
  readonly text: string;
  readonly cells: number;
}

/** The cells, and what prices without a currency are in. */
type Shown = AnswerOf<typeof cellsOf> & { readonly currency: string | null };

type Findings = ReturnType<SessionReader['findings']>;

/**
 * The findings of `cells` as text, in pieces: header, rows, footer. While one piece is written the next one is read,
 * and no more than that, so that a slow disk does not fill the memory.
 *
 * Fails with: `storage`, `cancelled`; nothing comes after a failure.
 */
async function* piecesOf(
  sessions: SessionReader,
  id: string,
  { cells, own, currency }: Shown,
  format: ReturnType<typeof findingFormats>[ExportFormat | 'tsv'],
  signal: AbortSignal | null,
): AsyncGenerator<Result<Piece>, void, void> {
  /** A copy: posting a view to the sessions' thread would clone its whole buffer. */
  const readFrom = (start: number): Findings =>
    sessions.findings({ id, cells: cells.slice(start, start + cellsAPiece) });

  yield ok({ text: format.head, cells: 0 });
  let next: Findings | null = cells.length > 0 ? readFrom(0) : null;
  try {
    for (let start = 0; next !== null; start += cellsAPiece) {
      const findings: Awaited<Findings> = await next;
      next = start + cellsAPiece < cells.length ? readFrom(start + cellsAPiece) : null;
      if (!findings.ok) {
        yield findings;
        return;
      }
      const rows = findings.value.map((finding, at) =>
        exportRow(own.has(cells[start + at] ?? -1) ? { ...finding, kind: 'yours' } : finding, currency),
      );
      const text = format.rows(rows, start === 0);
      yield ok({ text, cells: findings.value.length });
      await turn();
      if (signal?.aborted === true) {
        yield fail({ kind: 'cancelled' });
        return;
      }
    }
    yield ok({ text: format.foot, cells: 0 });
  } finally {
    // A consumer that stops early leaves a read pending: it is awaited, and its result dropped.
    await Promise.allSettled([next]);
  }
}

/** The offers of all cells that can be bought, part after part. Fails with: `storage`, `cancelled`. */
async function pricesOf(
  sessions: SessionReader,
  id: string,
  codes: Uint8Array,
  signal?: AbortSignal,
): Promise<Result<CellOffers>> {
  const cells = pricedCells(codes);
  const list = createOfferList();
  const of: number[] = [];
  for (let at = 0; at < cells.length; at += mostPricedCells) {
    if (signal?.aborted === true) return fail({ kind: 'cancelled' });
    const part = await sessions.prices({ id, cells: cells.slice(at, at + mostPricedCells) });
    if (!part.ok) return part;
    for (const number of list.add(part.value)) of.push(number);
  }
  return ok({ offers: list.offers.slice(1), of });
}

type ViewThread = JobThread<typeof cellsOf>;

export type SessionReader = Pick<Workspace['sessions'], 'find' | 'names' | 'cells' | 'findings' | 'prices'>;

/**
 * The cells that an export writes, in order: fixed when it begins, even if the session continues.
 *
 * Fails with: `storage`, `cancelled`, `invalid-input` (`sessionId`) if there is no such session.
 */
async function shownOf(
  { sessions, ownNames, currencyOf }: Pick<ExportsDeps, 'sessions' | 'ownNames' | 'currencyOf'>,
  thread: ViewThread,
  { sessionId: id, filter, sort, asNames = false }: ExportRequest & { readonly asNames?: boolean },
  signal?: AbortSignal,
): Promise<Result<Shown>> {
  const session = await sessions.find({ id });
  if (!session.ok) return session;
  if (session.value === null) {
    return invalidInput('sessionId', 'This session no longer exists.');
  }
  const own = await ownNames(session.value.accountId);
  if (!own.ok) return own;
  const { accountId } = session.value;
  const currency = await resultOf(() => currencyOf(accountId));
  if (!currency.ok) return currency;
  const tlds = [...session.value.tlds];
  const names = await sessions.names({ id });
  if (!names.ok) return names;
  const cells = await sessions.cells({ id });
  if (!cells.ok) return cells;
  const { codes, checkedAt } = cells.value;
  const isPriced = priceKindOf(sort) !== null || filter.mostPrice !== null;
  const priced = isPriced ? await pricesOf(sessions, id, codes, signal) : ok(null);
  if (!priced.ok) return priced;
  const shown = await thread.run(
    {
      names: names.value,
      tlds,
      codes,
      checkedAt,
      filter,
      sort,
      offers: priced.value,
      own: own.value,
      asNames,
    },
    { handedOver: [codes.buffer, checkedAt.buffer], ...(signal && { signal }) },
  );
  return mapOk(shown, (found) => ({ ...found, currency: currency.value }));
}

/** Domains of an account, in this order. Null: all of them, archived ones too. */
export interface DomainsRequest {
  readonly accountId: string;
  readonly names: readonly string[] | null;
}

interface DomainsFile {
  readonly path: string;
  readonly format: ExportFormat;
  /** Columns of the list that are left out. */
  readonly hidden?: readonly string[];
}

interface DomainsOfAccount {
  readonly domains: readonly Domain[];
  readonly account: string;
}

interface DomainsReader {
  readonly portfolio: Pick<Portfolio, 'list'>;
  readonly accounts: Pick<Accounts, 'find'>;
}

/** As they are known now, request after request. What has left the portfolio since it was shown is left out. */
async function domainsOf(
  reader: DomainsReader,
  requests: readonly DomainsRequest[],
): Promise<Result<readonly DomainsOfAccount[]>> {
  const portfolios = new Map<string, { account: string; byName: ReadonlyMap<string, Domain> }>();
  for (const accountId of new Set(requests.map((request) => request.accountId))) {
    const account = reader.accounts.find(accountId);
    if (!account.ok) return account;
    const listed = await reader.portfolio.list(accountId);
    const byName = new Map(listed.map((domain) => [domain.name, domain]));
    portfolios.set(accountId, { account: account.value.label, byName });
  }
  return ok(
    requests.flatMap(({ accountId, names }) => {
      const found = portfolios.get(accountId);
      if (found === undefined) return [];
      const { account, byName } = found;
      return { account, domains: names?.flatMap((name) => byName.get(name) ?? []) ?? [...byName.values()] };
    }),
  );
}

/** The domains as text, in pieces: header, rows, footer. */
function* domainPieces(
  all: readonly DomainsOfAccount[],
  as: ExportFormat | 'tsv',
  hidden: readonly string[] | undefined,
): Generator<Piece, void, void> {
  const { formats: formatsOfDomains, rowOf } = domainFormats(hidden);
  const format = formatsOfDomains[as];
  const rows = all.flatMap(({ domains, account }) => domains.map((domain) => ({ domain, account })));
  yield { text: format.head, cells: 0 };
  for (let start = 0; start < rows.length; start += cellsAPiece) {
    const some = rows.slice(start, start + cellsAPiece).map(({ domain, account }) => rowOf(domain, account));
    yield { text: format.rows(some, start === 0), cells: some.length };
  }
  yield { text: format.foot, cells: 0 };
}

/**
 * Writes domains of one account or of several to a file, with what is known of each and what a person has added, and never a transfer
 * code. The file appears under its name only when it is complete.
 *
 * Fails with: `storage`, `no-account`, `invalid-input` (`path`), `cancelled`.
 */
export async function exportDomains(
  reader: DomainsReader,
  requests: readonly DomainsRequest[],
  { path, format, hidden }: DomainsFile,
  signal?: AbortSignal,
  onProgress?: ExportProgress,
): Promise<Result<{ readonly rows: number }>> {
  const all = await domainsOf(reader, requests);
  if (!all.ok) return all;
  const total = all.value.reduce((sum, { domains }) => sum + domains.length, 0);
  return await writeWhole(path, async (write) => {
    const workbook = format === 'xlsx' ? await createWorkbook(write) : null;
    let rows = 0;
    for (const { text, cells } of domainPieces(all.value, format, hidden)) {
      await (workbook?.write ?? write)(text);
      rows += cells;
      onProgress?.(rows, total);
      await turn();
      if (signal?.aborted === true) return fail({ kind: 'cancelled' });
    }
    await workbook?.end();
    return ok({ rows });
  });
}

/** The domains as tab-separated text with a header line. Fails with: `storage`, `no-account`. */
export async function domainsAsText(
  reader: DomainsReader,
  requests: readonly DomainsRequest[],
  hidden?: readonly string[],
): Promise<Result<{ readonly text: string; readonly rows: number }>> {
  const found = await domainsOf(reader, requests);
  if (!found.ok) return found;
  const texts: string[] = [];
  let rows = 0;
  for (const { text, cells } of domainPieces(found.value, 'tsv', hidden)) {
    texts.push(text);
    rows += cells;
    await turn();
  }
  return ok({ text: texts.join(''), rows });
}

interface FileExportsDeps extends DomainsReader {
  readonly exports: Pick<Exports, 'toFile'>;
  readonly works: Pick<Works, 'put'>;
  readonly announce: Emit;
  readonly log: Pick<Logger, 'bug'>;
}

export type FileExports = ReturnType<typeof createFileExports>;

/** Exports that a window has begun: each goes on after its answer, is followed by events, and can be cancelled under the window's id. */
export function createFileExports({ exports, works, announce, log, ...reader }: FileExportsDeps) {
  const running = new Map<string, AbortController>();

  function finished(exportId: string, path: string, written: Result<{ readonly rows: number }>): void {
    const isCancelled = !written.ok && written.error.kind === 'cancelled';
    const rows = written.ok ? written.value.rows : 0;
    const error = written.ok || isCancelled ? null : written.error;
    announce('exports.finished', { exportId, path, rows, isCancelled, error });
  }

  function begin(
    exportId: string,
    path: string,
    write: (signal: AbortSignal, onProgress: ExportProgress) => ReturnType<Exports['toFile']>,
  ): void {
    const abort = new AbortController();
    running.set(exportId, abort);
    const of = { kind: 'export', id: exportId, accountId: null, title: 'Writing a file' } as const;
    void asWork(works, of, (onProgress) => write(abort.signal, onProgress))
      .catch((thrown: unknown) => fail({ kind: 'bug', incidentId: log.bug(thrown) } as const))
      .then((written) => finished(exportId, path, written))
      .finally(() => running.delete(exportId));
  }

  return {
    session: (exportId: string, request: Parameters<Exports['toFile']>[0]) =>
      begin(exportId, request.path, (...followed) => exports.toFile(request, ...followed)),
    domains: (exportId: string, requests: readonly DomainsRequest[], file: DomainsFile) =>
      begin(exportId, file.path, (...followed) => exportDomains(reader, requests, file, ...followed)),
    domainsAsText: (requests: readonly DomainsRequest[], hidden: readonly string[]) =>
      domainsAsText(reader, requests, hidden),
    /** An unknown or finished one is ignored. */
    cancel: (exportId: string): void => running.get(exportId)?.abort(),
  };
}
