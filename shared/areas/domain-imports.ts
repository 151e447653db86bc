import { z } from 'zod';
import { importFields, rowResults } from '../domain/domain-parts.ts';
import { fullName } from './change-schemas.ts';
import { accountId, count, instant, nothing, request, text } from './common-schemas.ts';
import { day } from './portfolio.ts';

const importField = z.enum(importFields);
const rowResult = z.enum(rowResults);

/** An import of a file into a portfolio, which can be undone as a whole. */
export const domainImport = z.object({
  id: z.uuid(),
  at: instant,
  /** The file's name, or `pasted`. */
  source: text(260),
  /** The registrar's panel that writes such files; null where it was not recognised. */
  panel: text(40).nullable(),
  added: count,
  changed: count,
  unchanged: count,
  skipped: count,
  /** Of those that are not skipped, the rows of which not all was taken. */
  partly: count,
  undoneAt: instant.nullable(),
  /** Of how many domains it can still be undone. */
  left: count,
});

/** How a file is read; null means as recognised. */
const importChoices = z.object({
  /** Columns by their number, from 0, and what is taken from each; the others stay as recognised. */
  mapping: z
    .array(z.object({ column: count, field: importField.nullable() }))
    .max(1_000)
    .readonly(),
  isDayFirst: z.boolean().nullable(),
  /** A name of the WHATWG Encoding Standard. */
  encoding: text(40).nullable(),
  sheet: text(255).nullable(),
  /** Whether archived domains of the file become active again. */
  restoresArchived: z.boolean(),
  /** Of a file with domains of several accounts, only those of the account that has this label there; null or left out: all. */
  ofAccount: text(80).nullable().exactOptional(),
});

/** What an import would do. Its rows stay in main, under the draft's id. */
const importReport = z.object({
  draftId: z.uuid(),
  source: text(260),
  panel: text(40).nullable(),
  /** When the file was saved: its values are as old. Null where that is not known, or it is new. */
  asOf: instant.nullable(),
  /** Whether the columns are those that were chosen for an earlier file with the same titles. */
  isRemembered: z.boolean(),
  /** Empty for a workbook and for pasted text. */
  encoding: text(40),
  /** Those in which it is as likely written, with cells as they read in each: nothing is imported before it is said which is right. */
  encodings: z
    .array(z.object({ encoding: text(40), samples: z.array(text(80)).max(3).readonly() }))
    .max(4)
    .readonly(),
  sheet: text(255).nullable(),
  sheets: z.array(text(255)).max(200).readonly(),
  /** A column that looks like transfer codes is never read: it has no samples. */
  columns: z
    .array(
      z.object({
        title: text(200),
        samples: z.array(text(200)).max(3).readonly(),
        field: importField.nullable(),
        isCode: z.boolean(),
      }),
    )
    .max(1_000)
    .readonly(),
  /** Columns that fit a field equally well, by their numbers from 0: nothing is imported before it is said which has it. */
  doubts: z
    .array(z.object({ field: importField, columns: z.array(count).max(1_000).readonly() }))
    .max(20)
    .readonly(),
  /** What is to be known of how the file is read, each a sentence. */
  notes: z.array(text(1_000)).max(20).readonly(),
  /** The first date whose day and month could be swapped. */
  ambiguousDate: z.object({ line: count, text: text(40), dayFirst: day, monthFirst: day }).nullable(),
  isDayFirst: z.boolean().nullable(),
  counts: z.record(rowResult, count),
  /** Domains of the file that are archived here. */
  archived: count,
  /** The accounts that an export of this application names, where they are several. */
  accounts: z.array(text(80)).max(1_000).readonly(),
  /** Why nothing can be imported yet, as a sentence; null where it can. */
  missing: text(300).nullable(),
});

const importedRow = z.object({
  line: count,
  domain: text(300),
  result: rowResult,
  /** Empty texts stand for nothing. */
  changes: z
    .array(z.object({ field: text(20), before: text(300), after: text(300) }))
    .max(10)
    .readonly(),
  /** Why it is skipped, or what of it is not taken and why; else empty. */
  reason: text(400),
  isArchived: z.boolean(),
});

const ofDraft = z.object({ draftId: z.uuid() });
const ofSource = ofDraft.extend({ accountId, choices: importChoices });

/** How many rows of a preview are asked for at once. */
export const mostImportRows = 500;

/** Requests for importing files into a portfolio; part of the contract. A draft is held in main until it is discarded. */
export const domainImportRequests = {
  domainImports: {
    readText: request(ofSource.extend({ text: z.string().max(10_500_000) }), importReport),
    /** A file that was dropped on the page: 64 MiB at most. */
    readBytes: request(
      ofSource.extend({
        fileName: z.string().max(260),
        bytes: z.instanceof(Uint8Array),
        /** When the file was saved, in milliseconds. */
        savedMs: z.number(),
      }),
      importReport,
    ),
    /** Opens the system's file dialog, or reads the file that was handed over; null if it was cancelled, or none waits. */
    chooseFile: request(
      ofSource.extend({ isHanded: z.boolean() }),
      z.object({ report: importReport.nullable() }),
    ),
    /** Reads the same text or file again with other choices. */
    reread: request(ofDraft.extend({ choices: importChoices }), importReport),
    /** Rows of a preview. `result` null: all of them. */
    rows: request(
      ofDraft.extend({ result: rowResult.nullable(), offset: count, limit: count.max(mostImportRows) }),
      z.object({ rows: z.array(importedRow).max(mostImportRows).readonly(), total: count }),
    ),
    /** Stores what the preview shows as new or changed. Cancelled, what was stored by then stays, as an import of its own. */
    apply: request(ofDraft, z.object({ import: domainImport, isCancelled: z.boolean() })),
    /** Stops reading or storing. */
    cancel: request(ofDraft, nothing),
    discard: request(ofDraft, nothing),
    /** The newest first. */
    list: request(
      z.object({ accountId }),
      z.object({ imports: z.array(domainImport).max(1_000).readonly() }),
    ),
    /** Domains whose values were changed since stay as they are: `stayed` of them, of which `named` are the first. */
    undo: request(
      z.object({ accountId, id: z.uuid() }),
      z.object({ undone: count, stayed: count, named: z.array(fullName).max(20).readonly() }),
    ),
  },
} as const;

export const domainImportEvents = {
  'domainImports.progress': z.object({ draftId: z.uuid(), done: count, total: count }),
} as const;
