import { type RowResultKind, rowResults } from '#shared/domain/domain-parts.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { asWork, type Works } from '../../jobs/work.ts';
import { cut, invalidInput } from '../../system/texts.ts';
import type { TableSource } from '../../tables/table.ts';
import { type DomainImport, missingIn } from './domain-import.ts';
import type { ReviewedRow } from './preview.ts';
import type { ImportChoices } from './review-import.ts';
import { type ReviewedImport, rowsOfPage, rowsPerPage } from './reviewed.ts';

/** What an import would do. Its rows stay in main, under the draft's id. */
interface Report extends Pick<
  ReviewedImport,
  | 'source'
  | 'panel'
  | 'asOf'
  | 'isRemembered'
  | 'encodings'
  | 'sheet'
  | 'sheets'
  | 'doubts'
  | 'notes'
  | 'ambiguousDate'
  | 'isDayFirst'
  | 'counts'
  | 'archived'
  | 'accounts'
> {
  readonly draftId: string;
  /** Empty for a workbook and for pasted text. */
  readonly encoding: string;
  /** A column that looks like transfer codes is never read: it has no samples. */
  readonly columns: readonly {
    readonly title: string;
    readonly samples: readonly string[];
    readonly field: ReviewedImport['fields'][number];
    readonly isCode: boolean;
  }[];
  /** Why nothing can be imported yet, as a sentence; null where it can. */
  readonly missing: string | null;
}

interface ShownRow {
  readonly line: number;
  readonly domain: string;
  readonly result: RowResultKind;
  /** Empty texts stand for nothing. */
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
  /** Why it is skipped, or what of it is not taken and why; else empty. */
  readonly reason: string;
  readonly isArchived: boolean;
}

interface Rows {
  readonly rows: readonly ShownRow[];
  readonly total: number;
}

/** A file that was read for a window: it is held until the window discards it. */
interface Draft {
  readonly accountId: string;
  readonly source: TableSource;
  /** Null until it could be read. */
  readonly reviewed: ReviewedImport | null;
  /** Aborted to stop reading or storing. */
  readonly work: AbortController;
}

interface ImportDraftsDeps {
  readonly domainImport: Pick<DomainImport, 'review' | 'apply' | 'noteReading'>;
  readonly works: Pick<Works, 'put'>;
  /** What needs a person may have changed. */
  readonly onNoted: () => void;
}

/** A file of 64 MiB may be in each. */
const mostDrafts = 2;

export type ImportDrafts = ReturnType<typeof createImportDrafts>;

/** What windows are about to import. The rows stay here: the page asks for those that it shows. */
export function createImportDrafts({ domainImport, works, onNoted }: ImportDraftsDeps) {
  const drafts = new Map<string, Draft>();

  function discard(draftId: string): void {
    drafts.get(draftId)?.work.abort();
    drafts.delete(draftId);
  }

  /** The draft with other work of its own; what it did before is stopped. */
  function begin(draftId: string, draft: Omit<Draft, 'work'>): Draft {
    discard(draftId);
    const begun = { ...draft, work: new AbortController() };
    drafts.set(draftId, begun);
    const [oldest] = drafts.keys();
    if (drafts.size > mostDrafts && oldest !== undefined) discard(oldest);
    return begun;
  }

  /** Fails with: what `review` fails with; the source stays, to be read with other choices. */
  async function read(
    draftId: string,
    accountId: string,
    source: TableSource,
    choices: ImportChoices,
  ): Promise<Result<Report>> {
    const draft = begin(draftId, { accountId, source, reviewed: null });
    const reviewed = await domainImport.review(accountId, source, choices, draft.work.signal);
    if (drafts.get(draftId) !== draft) return fail({ kind: 'cancelled' });
    await domainImport.noteReading(accountId, source, reviewed);
    onNoted();
    if (drafts.get(draftId) !== draft) return fail({ kind: 'cancelled' });
    if (!reviewed.ok) return reviewed;
    drafts.set(draftId, { ...draft, reviewed: reviewed.value });
    return ok(reportOf(draftId, reviewed.value));
  }

  return {
    read,
    async reread(draftId: string, choices: ImportChoices): Promise<Result<Report>> {
      const draft = drafts.get(draftId);
      return draft === undefined ? noDraft : await read(draftId, draft.accountId, draft.source, choices);
    },
    rows(draftId: string, result: RowResultKind | null, offset: number, limit: number): Result<Rows> {
      const reviewed = drafts.get(draftId)?.reviewed ?? null;
      return reviewed === null ? noDraft : ok(rowsIn(reviewed, result, offset, limit));
    },
    /** Fails with: what the import fails with. The draft is used up once it was stored. */
    async apply(draftId: string) {
      const draft = drafts.get(draftId);
      if (draft === undefined || draft.reviewed === null) return noDraft;
      const { accountId, reviewed, work } = draft;
      const of = { kind: 'import', id: draftId, accountId, title: 'Importing domains' } as const;
      const applied = await asWork(works, of, (onProgress) =>
        domainImport.apply(accountId, reviewed, { signal: work.signal, onProgress }),
      );
      onNoted();
      return mapOk(applied, (stored) => {
        discard(draftId);
        return stored;
      });
    },
    cancel: (draftId: string): void => drafts.get(draftId)?.work.abort(),
    discard,
  };
}

const noDraft = invalidInput('draftId', 'This file is no longer in memory. Open it again.');

function rowsIn(reviewed: ReviewedImport, wanted: RowResultKind | null, offset: number, limit: number): Rows {
  const { results, order } = reviewed;
  const place = wanted === null ? null : rowResults.indexOf(wanted);
  const pages = new Map<number, readonly ReviewedRow[]>();
  const rowAt = (index: number): ReviewedRow | undefined => {
    const page = Math.floor(index / rowsPerPage);
    const rows = pages.get(page) ?? rowsOfPage(reviewed, page);
    pages.set(page, rows);
    return rows[index % rowsPerPage];
  };
  const indices = place === null ? order : order.filter((index) => results[index] === place);
  const shown = [...indices.slice(offset, offset + limit)].flatMap((index) => rowAt(index) ?? []);
  return { rows: shown.map(asShown), total: indices.length };
}

const longest = 300;

const asShown = (row: ReviewedRow): ShownRow => ({
  line: row.line,
  domain: cut(row.domain, longest),
  result: row.result,
  changes: ('changes' in row ? row.changes : []).map(({ field, before, after }) => ({
    field,
    before: cut(before, longest),
    after: cut(after, longest),
  })),
  reason: cut(row.reason ?? '', longest),
  isArchived: 'isArchived' in row,
});

function reportOf(draftId: string, reviewed: ReviewedImport): Report {
  const { titles, samples, fields, codes, source, encoding, ambiguousDate, accounts, ...others } = reviewed;
  const { doubts, notes, encodings } = others;
  const { panel, asOf, sheet, sheets, isRemembered, isDayFirst, counts, archived } = others;
  return {
    draftId,
    panel,
    asOf,
    sheet,
    isRemembered,
    isDayFirst,
    counts,
    archived,
    sheets: sheets.slice(0, 200),
    accounts: accounts.slice(0, 1_000).map((label) => cut(label, 80)),
    source: cut(source, 260),
    encoding: encoding ?? '',
    columns: fields.slice(0, 1_000).map((field, index) => ({
      title: cut(titles[index] ?? '', 200),
      samples: samples[index] ?? [],
      field,
      isCode: codes.includes(index),
    })),
    encodings: encodings.map(({ encoding: of, samples: cells }) => ({ encoding: of, samples: [...cells] })),
    doubts: doubts.map(({ field, columns }) => ({ field, columns: columns.slice(0, 1_000) })),
    notes: notes.slice(0, 20).map((note) => cut(note, 1_000)),
    ambiguousDate: ambiguousDate && { ...ambiguousDate, text: cut(ambiguousDate.text, 40) },
    missing: missingIn(reviewed),
  };
}
