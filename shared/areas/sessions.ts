import { z } from 'zod';
import { accountId, count, instant, text, tld } from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { findingKinds, shownKinds, unknownCauses } from '../domain/finding-kinds.ts';
import { mostChangedCells, mostNames, mostTlds } from '../domain/bounds.ts';
import { sessionSorts } from '../domain/choices.ts';

export const sessionId = z.uuid();
export const sessionName = text(120).min(1);
export const columns = z.array(tld).min(1).max(mostTlds);
export const kind = z.enum(findingKinds);
export const shownKind = z.enum(shownKinds);
export const cause = z.enum(unknownCauses);

/** The most likely value and its probable range, in seconds. */
export const estimate = z.object({ likely: z.number(), low: z.number(), high: z.number() });

/** The speed of a session, and how much is left. */
export const pace = z.object({
  /** Measured over the last seconds, for this session only. */
  requestsPerSecond: z.number(),
  cellsPerSecond: z.number(),
  /** What the throttle allows the account now, and the ceiling that the user set; null if there is none. */
  allowedPerSecond: z.number().nullable(),
  ceilingPerSecond: z.number().nullable(),
  concurrency: z.number(),
  /** What the service was found to allow; null where no limit was met. */
  observed: z.object({ perSecond: z.number().nullable(), concurrency: z.number().nullable() }),
  /** Why it is slower than its ceiling, or than what the service allows; null if it is not. */
  slowedBy: z.enum(['rate', 'server', 'timeouts', 'latency', 'retry-after']).nullable(),
  /** The estimated time left; null if it cannot be estimated. */
  left: estimate.nullable(),
});

/**
 * The state of a session.
 *
 * - `running`: it sends lookups.
 * - `waiting`: it cannot send at the moment; `waitingFor` says why. It continues automatically (also after a restart).
 * - `paused`: paused by the user or by the end of a command line; it continues on request.
 * - `stopped`: ended by the user with cells left; it can be resumed like a paused one.
 * - `finished`: every cell was looked up.
 */
const sessionState = z.enum(['running', 'waiting', 'paused', 'stopped', 'finished']);

/** A bulk lookup: names × TLDs, its findings and its progress. It belongs to one account and survives restarts. */
export const session = z.object({
  id: sessionId,
  accountId,
  name: sessionName,
  state: sessionState,
  createdAt: instant,
  /** The time of the last finding or of the last action on the session. */
  changedAt: instant,
  finishedAt: instant.nullable(),
  /** The source of its names: a file’s name, `pasted`, `generated`, `command line`, `assistant`. */
  source: text(260),
  names: count.max(mostNames),
  /** Without leading dots, in the order of the columns. */
  tlds: columns.readonly(),
  /** The number of cells of each kind, with every kind present. */
  counts: z.record(kind, count),
  /** The number of unknown cells by cause; a cause without cells is missing. */
  causes: z.partialRecord(cause, count),
  /**
   * The cells of the user's own names among those in `counts`; a kind without any is missing. Null where these names could not be
   * read. See `shownCountsOf`.
   */
  own: z.partialRecord(kind, count).nullable(),
  /** Cells that are still to be looked up; 0 when it is finished. */
  left: count,
  shortlisted: count,
  waitingFor: appError.nullable(),
  /** Null unless it runs. */
  pace: pace.nullable(),
  /** The session whose names and TLDs it looks up again; null if it has its own. */
  rerunOf: sessionId.nullable(),
  /** How the page displays it (columns, density, filter): text in the page's own format. */
  view: text(20_000),
});

/** Which cells are looked up again. */
export const askAgain = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('cause'), cause }),
  /** Checked longer ago than `seconds`. */
  z.object({ kind: z.literal('older-than'), seconds: count }),
  z.object({ kind: z.literal('shortlist') }),
  z.object({ kind: z.literal('everything') }),
]);

/** Which cells are shown. A row is shown if its name matches and at least one of its cells does. */
export const sessionFilter = z.object({
  /** Part of the name in either form; `*` matches anything. Empty: every name. */
  text: text(260),
  /** Of the Unicode form, in characters. */
  minLength: count.nullable(),
  maxLength: count.nullable(),
  /** Of the Unicode form. */
  noDigits: z.boolean(),
  noHyphens: z.boolean(),
  /** Columns; null: all of them. */
  tlds: z.array(tld).max(mostTlds).readonly().nullable(),
  /** Null: every kind. */
  kinds: z.array(shownKind).max(shownKinds.length).readonly().nullable(),
  /** Shows only unknown cells with one of these causes; null: every cause. */
  causes: z.array(cause).max(unknownCauses.length).readonly().nullable(),
  /** Unix seconds; null: any age. An unchecked cell has no age and matches neither. */
  checkedBefore: z.number().nullable(),
  checkedAfter: z.number().nullable(),
  shortlistedOnly: z.boolean(),
  /** Cells whose price is known and no higher, in the currency of most of them; see `fittingOffers`. Null: any price, and none. */
  mostPrice: z.object({ of: z.enum(['register', 'renew']), amount: z.number().min(0) }).nullable(),
  /** These cells alone, such as those that changed since another session; null: all. */
  cells: z.array(count).max(mostChangedCells).readonly().nullable(),
});

/**
 * `available` counts the available and premium cells of the shown columns. `register` and `renew` compare prices, see
 * `session-prices.ts`. Ties keep the order of entry.
 */
export const sessionSort = z.object({
  by: z.enum(sessionSorts),
  descending: z.boolean(),
  /** For prices: the TLD whose price counts. Without one, the cheapest of each name. */
  tld: tld.optional(),
});

/** Of what a command writes to a terminal too. */
export const textFormats = ['csv', 'json', 'ndjson', 'txt'] as const;
export const exportFormats = ['csv', 'xlsx', 'json', 'ndjson', 'txt'] as const;
export const exportFormat = z.enum(exportFormats);

/** How to read a text or a file; null means detect automatically. */
export const readingChoices = z.object({
  /** The column with the names, from 0. */
  column: count.nullable(),
  hasHeader: z.boolean().nullable(),
  /** A name of the WHATWG Encoding Standard, as `windows-1252`. */
  encoding: text(40).nullable(),
  /** The sheet of a workbook. */
  sheet: text(255).nullable(),
  /** Whole names are wanted, with their TLDs: the texts are held as they are written, and read by `wholeNames`. */
  isWhole: z.literal(true).exactOptional(),
});

/** A row that was skipped or normalised. */
const oddRow = z.object({ line: count, text: text(300), reason: text(300) });

/** The result of importing names; the names themselves stay in main, under the draft's id. */
export const draftReport = z.object({
  draftId: z.uuid(),
  /** A file's name, `pasted`, `generated`, `command line`. */
  source: text(260),
  form: z.enum(['list', 'table', 'workbook', 'generated']),
  encoding: text(40),
  sheet: text(255).nullable(),
  sheets: z.array(text(255)).max(200),
  /** The columns of a table or workbook, in order; `names` is how many of the first rows could be names. */
  columns: z
    .array(z.object({ title: text(200), samples: z.array(text(200)).max(5), names: count }))
    .max(1_000),
  column: count.nullable(),
  hasHeader: z.boolean(),
  /** What is to be said of how the source was read, each a sentence: what was left out of it, another encoding that fits. */
  notes: z.array(text(1_000)).max(20),
  /** Non-empty rows that were read, without the header. */
  rows: count,
  /** Distinct names that were accepted. */
  names: count,
  /** The first names in their Unicode form. */
  preview: z.array(text(260)).max(200),
  /** Rows that were normalised: case, spaces, a URL, a TLD after the name. */
  changed: count,
  changes: z.array(z.object({ line: count, text: text(300), name: text(260), why: text(200) })).max(200),
  /** Rows that were skipped, including duplicates. */
  dropped: count,
  drops: z.array(oddRow).max(200),
  dropsByReason: z.array(z.object({ reason: text(300), count })).max(100),
  /** TLDs that followed the names, most frequent first. */
  tldsFound: z.array(z.object({ tld, count })).max(50),
});

/**
 * The input of the name generator. Each line of a list is one part; a pattern supports `{a,b}` and `[0-9]`, `[a-c]`,
 * `[xyz]`.
 */
export const recipe = z.object({
  prefixes: z.array(text(260)).max(10_000),
  words: z.array(text(260)).max(100_000),
  suffixes: z.array(text(260)).max(10_000),
  /** Combined with `words` if both are given, `words` first. */
  secondWords: z.array(text(260)).max(100_000),
  /** Between two words and next to prefixes and suffixes: nothing, a hyphen, or both variants. */
  joiners: z
    .array(z.enum(['', '-']))
    .min(1)
    .max(2),
  /** Whether to generate names without a prefix, or without a suffix, as well. */
  withoutPrefix: z.boolean(),
  withoutSuffix: z.boolean(),
  patterns: z.array(text(500)).max(1_000),
});

/** Events of main about bulk lookups. */
export const sessionEvents = {
  /** New and changed sessions, and the ids of removed ones; at most four times a second. */
  'sessions.changed': z.object({
    sessions: z.array(session).max(10_000),
    removed: z.array(sessionId).max(10_000),
  }),
  'exports.finished': z.object({
    exportId: z.uuid(),
    path: z.string(),
    rows: z.number(),
    isCancelled: z.boolean(),
    error: appError.nullable(),
  }),
} as const;
