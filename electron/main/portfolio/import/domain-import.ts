import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { askedFields, importFields } from '#shared/domain/domain-parts.ts';
import type { DomainImportEntry } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { createJobThread, diedOfMemory, type JobThread } from '../../system/job-thread.ts';
import { cut, invalidInput } from '../../system/texts.ts';
import { type TableSource, refuse } from '../../tables/table.ts';
import { resultOf } from '../../workspace/sqlite.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ImportedRow } from '../../workspace/repositories/domain-imports.ts';
import { type Portfolio, tooManyDomains } from '../portfolio.ts';
import type { ReviewedRow } from './preview.ts';
import type { ChosenFields, ImportChoices, reviewImport } from './review-import.ts';
import { partlyIn, pastedSource, type ReviewedImport, rowsOfPage } from './reviewed.ts';
import type { Given } from '../../system/timing.ts';

interface DomainImportDeps extends Given<'newId' | 'now'> {
  readonly workspace: Pick<Workspace, 'domains' | 'tlds' | 'domainImports'>;
  readonly portfolio: Pick<Portfolio, 'store'>;
  /** The thread's code: `domain-import-worker.js` of the build, or the source when run from sources. */
  readonly workerUrl: URL;
  /** Omitted, it is a thread of that code. */
  readonly thread?: JobThread<typeof reviewImport>;
}

/** Heap limit of the thread, in MiB. */
const mostHeapMb = 2_048;

/** An import that was stored, in whole or until it was cancelled. */
interface Imported {
  readonly import: DomainImportEntry;
  readonly isCancelled: boolean;
}

/** What became of an import that was taken back. */
interface Undone {
  readonly undone: number;
  /** The domains that were changed since, and stay as they are. */
  readonly stayed: readonly string[];
}

interface Following {
  /** Stops after the rows that are being stored. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Brings domains with their expiry, tags and texts from a file of any registrar into an account's portfolio. */
export type DomainImport = ReturnType<typeof createDomainImport>;

/** Why nothing of a review can be imported yet, as a sentence; null where it can. */
export function missingIn(reviewed: ReviewedImport): string | null {
  const { fields, ambiguousDate, isDayFirst, counts, doubts, titles, encodings } = reviewed;
  if (encodings.length > 0)
    return `Say which encoding is right: ${encodings.map(({ encoding }) => encoding).join(' or ')}.`;
  const [doubt] = doubts;
  if (doubt !== undefined) {
    const columns = doubt.columns.map((index) => titles[index] ?? '').join(' or ');
    return cut(`Say which column has ${askedFields[doubt.field] ?? doubt.field}: ${columns}.`, 300);
  }
  if (!fields.includes('domain')) return 'None of the columns holds domains. Say which one does.';
  if (ambiguousDate !== null && isDayFirst === null)
    return `Say whether the day or the month stands first in line ${ambiguousDate.line}.`;
  if (counts.new + counts.changed > 0) return null;
  return counts.unchanged === 0
    ? 'Every row is skipped. Check which column holds the domains.'
    : 'Nothing in this file is new or changed.';
}

export function createDomainImport(deps: DomainImportDeps) {
  const { workspace, workerUrl } = deps;
  const thread = deps.thread ?? createJobThread<typeof reviewImport>({ workerUrl, mostHeapMb });

  return {
    /**
     * Compares a file with the portfolio; stores nothing.
     * Fails with: `invalid-input` (`file`, `text`, `encoding`, `sheet`, `column`), `storage`, `cancelled`.
     */
    async review(
      accountId: string,
      source: TableSource,
      choices: ImportChoices,
      signal?: AbortSignal,
    ): Promise<Result<ReviewedImport>> {
      const { tlds } = workspace.tlds.list({ accountId });
      const known = {
        pages: await workspace.domains.texts({ accountId }),
        imported: workspace.domains.expiriesFrom({ accountId, source: 'import' }),
        mappings: workspace.domainImports.mappings(),
      };
      const now = deps.now().toISOString();
      const task = { source, choices, now, knownTlds: withBuiltInTlds(tlds), ...known };
      try {
        const run = await thread.run(task, signal && { signal });
        return run.ok ? run.value : fail({ kind: 'cancelled' });
      } catch (thrown) {
        if (!diedOfMemory(thrown)) throw thrown;
        return refuse('file', 'There is not enough memory for this file. Split it.');
      }
    },
    /**
     * Stores what a review showed as new or changed, as an import that can be undone, and the columns for the next file with the same
     * titles. What the file leaves empty stays as it is then.
     * Fails with: `invalid-input` (more domains than an account can have; what {@link missingIn} a review), `storage`. What was stored
     * before a failure stays, and can be undone.
     */
    async apply(
      accountId: string,
      reviewed: ReviewedImport,
      following: Following = {},
    ): Promise<Result<Imported>> {
      const missing = missingIn(reviewed);
      if (missing !== null) return refuse('text', missing);
      const begun = begin(deps, accountId, reviewed);
      if (!begun.ok) {
        await resultOf(() => noteFailure(deps, accountId, reviewed.source, begun.error));
        return begun;
      }
      const isWhole = await storeRows(deps, { accountId, reviewed, following, ...begun.value });
      // All is stored: what cannot be noted of it is no failure of the import.
      if (isWhole) await resultOf(() => noteStored(deps, accountId, reviewed));
      const stored = importOf(deps, accountId, begun.value.id);
      return mapOk(stored, (entry) => ({ import: entry, isCancelled: !isWhole }));
    },
    /**
     * Writes down that a file could not be imported, for the list of what needs a person, or that it could be read after all. Of a file
     * without a name nothing is stored. Best effort.
     */
    async noteReading(accountId: string, from: TableSource, read: Result<ReviewedImport>): Promise<void> {
      const source = nameOf(from);
      if (source === null) return;
      await resultOf(() =>
        read.ok
          ? workspace.domainImports.removeFailure({ accountId, source, isMended: isStored(read.value) })
          : noteFailure(deps, accountId, source, read.error),
      );
    },
    /**
     * Takes an import back: domains that it added are removed, the others get the values that they had before.
     * Fails with: `invalid-input` (no such import, or nothing of it is left), `storage`.
     */
    undo: (accountId: string, id: string) => takeBack(deps, accountId, id),
    close: () => thread.close(),
  };
}

/** A file's name, without its folder; null where there is none. */
function nameOf(source: TableSource): string | null {
  if (source.kind === 'text') return null;
  return source.kind === 'file' ? basename(source.path) : source.fileName;
}

const longestSource = 260;

/** Whether everything that a file has is stored already. */
const isStored = ({ counts, toMend }: ReviewedImport): boolean =>
  counts.new + counts.changed === 0 && toMend === null;

/** Notes that nothing of a file was stored, where that is the file’s fault: it can be mended, and imported again. */
function noteFailure(
  { workspace, now }: DomainImportDeps,
  accountId: string,
  source: string,
  error: AppError,
): void {
  // A column that was named and is not there is a slip of who typed it.
  if (error.kind !== 'invalid-input' || error.field === 'column' || source === pastedSource) return;
  const failed = { reason: cut(error.reason, 300), skipped: 0, partly: 0, line: 0, at: now().toISOString() };
  workspace.domainImports.fail({ accountId, source: cut(source, longestSource), ...failed });
}

/** Notes which rows of a stored file were skipped or imported in part, or that none was. */
function noteStored(
  { workspace, now }: DomainImportDeps,
  accountId: string,
  { source: from, toMend }: ReviewedImport,
): void {
  if (from === pastedSource) return;
  const source = cut(from, longestSource);
  if (toMend === null) {
    workspace.domainImports.removeFailure({ accountId, source, isMended: true });
    return;
  }
  workspace.domainImports.fail({ accountId, source, reason: '', ...toMend, at: now().toISOString() });
}

function importOf({ workspace }: DomainImportDeps, accountId: string, id: string): Result<DomainImportEntry> {
  const found = workspace.domainImports.list({ accountId }).find((each) => each.id === id);
  return found === undefined ? noSuchImport : ok(found);
}

interface Begun {
  readonly id: string;
  readonly at: string;
}

/** Writes down that there is an import, and which columns were chosen. */
function begin(
  { workspace, newId, now }: DomainImportDeps,
  accountId: string,
  reviewed: ReviewedImport,
): Result<Begun> {
  const { counts, source, panel, signature, fields } = reviewed;
  const [id, at] = [newId(), now().toISOString()];
  const { new: adds, unchanged, skipped } = counts;
  const entry = { source: cut(source, 260), panel, unchanged, skipped, partly: partlyIn(reviewed) };
  if (workspace.domainImports.begin({ ...entry, accountId, id, at, adds }).isFull) return tooManyDomains;
  const chosen: ChosenFields = { fields, of: importFields };
  if (signature !== '' && signature.length <= longestSignature)
    workspace.domainImports.saveMapping({ signature, fields: JSON.stringify(chosen), at });
  return ok({ id, at });
}

interface Storing extends Begun {
  readonly accountId: string;
  readonly reviewed: ReviewedImport;
  readonly following: Following;
}

/** @returns Whether all rows were stored. */
async function storeRows(
  { workspace, portfolio }: DomainImportDeps,
  { accountId, reviewed, following: { signal, onProgress }, id, at }: Storing,
): Promise<boolean> {
  const { pages, counts } = reviewed;
  let done = 0;
  for (const page of pages.keys()) {
    if (signal?.aborted === true) return false;
    const rows = rowsOfPage(reviewed, page).flatMap(toImport);
    if (rows.length === 0) continue;
    if (done > 0) await nextTurn();
    await portfolio.store(accountId, () => workspace.domainImports.bringIn({ accountId, id, rows, at }));
    done += rows.length;
    onProgress?.(done, counts.new + counts.changed);
  }
  return true;
}

async function takeBack(deps: DomainImportDeps, accountId: string, id: string): Promise<Result<Undone>> {
  const { workspace, portfolio, now } = deps;
  const found = importOf(deps, accountId, id);
  if (!found.ok) return found;
  if (found.value.left === 0) return invalidInput('id', 'Nothing of this import is left to undo.');
  const stayed: string[] = [];
  let undone = 0;
  const takeFrom = (after: string) =>
    workspace.domainImports.takeBack({ accountId, id, after, at: now().toISOString() });
  for (let after: string | null = ''; after !== null;) {
    const next: string = after;
    const taken: ReturnType<typeof takeFrom> = await portfolio.store(accountId, () => takeFrom(next));
    undone += taken.domains.length + taken.removed.length;
    stayed.push(...taken.stayed);
    after = taken.next;
    if (after !== null) await nextTurn();
  }
  return ok({ undone, stayed });
}

/** Titles of a real file are far shorter. */
const longestSignature = 10_000;

const noSuchImport = invalidInput('id', 'This import is not in the list of imports of this account.');

const toImport = (row: ReviewedRow): readonly ImportedRow[] =>
  'given' in row ? [{ name: row.domain, ...row.given }] : [];
