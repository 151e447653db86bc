import type { RowResultKind } from '#shared/domain/domain-parts.ts';
import type { Encodings } from '../../tables/read-table.ts';
import type { Columns } from './columns.ts';
import type { Preview, ReviewedRow } from './preview.ts';

// What the thread has made of a file. Main has no more of an import than this: what reads tables is loaded by the thread alone.

/** Stands for the name of a file where there is none. */
export const pastedSource = 'pasted';

/** How many rows are in one of the `pages` of a reviewed import. */
export const rowsPerPage = 1_000;

/** A file that was compared with the portfolio; nothing of it is stored. */
export interface ReviewedImport
  extends Pick<Preview, 'ambiguousDate'>, Pick<Columns, 'panel' | 'fields' | 'signature' | 'doubts'> {
  /** A file's name, or `pasted`. */
  readonly source: string;
  /** When the file was saved: its expiries, locks and nameservers are as of then. Null where that is not known, or it is new. */
  readonly asOf: string | null;
  readonly encoding: string | null;
  /** Empty where its encoding is known or was chosen, or all that is taken reads the same in the others. */
  readonly encodings: Encodings;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** Of each column; numbers where the file has no titles. */
  readonly titles: readonly string[];
  /** The first cells of each column; none of one that looks like transfer codes. */
  readonly samples: readonly (readonly string[])[];
  /** Columns that look like transfer codes, which are never read. */
  readonly codes: readonly number[];
  /** Whether the fields are those that were chosen for an earlier file. */
  readonly isRemembered: boolean;
  readonly isDayFirst: boolean | null;
  /** Columns with something in them of which nothing is taken, and why, where more is to be said than that nobody chose them. */
  readonly unused: readonly { readonly column: number; readonly why: string | null }[];
  /** What else is to be said of how the file is read, each a sentence. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<RowResultKind, number>>;
  /** The accounts that an export of this application names, where they are several. */
  readonly accounts: readonly string[];
  /** Rows of domains that are archived. */
  readonly archived: number;
  /**
   * Rows that are skipped although no other row has what they have, and no status says that the domain is not held; those that are taken in
   * part; and the line of the first of both. Null where there is none.
   */
  readonly toMend: { readonly skipped: number; readonly partly: number; readonly line: number } | null;
  /** The rows, as JSON texts of lists of `rowsPerPage`: a hundred thousand objects would stop the backend's thread while they are copied. */
  readonly pages: readonly string[];
  /** Of each row, the place of its result in `rowResults`. */
  readonly results: Uint8Array;
  /**
   * The places of all rows as they are shown: those to look at first, which are skipped or not taken as a whole, then the others. One that
   * only repeats another is not to be looked at.
   */
  readonly order: Uint32Array;
}

/** How many rows are imported in part. */
export const partlyIn = ({ toMend }: Pick<ReviewedImport, 'toMend'>): number => toMend?.partly ?? 0;

/** The rows of a page. @see ReviewedImport.pages */
export const rowsOfPage = ({ pages }: Pick<ReviewedImport, 'pages'>, page: number): readonly ReviewedRow[] =>
  // Written by the thread, in this program.
  JSON.parse(pages[page] ?? '[]') as readonly ReviewedRow[];
