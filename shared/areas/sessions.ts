import { z } from 'zod';
import {
  accountId,
  count,
  finding,
  findingDetails,
  instant,
  nothing,
  price,
  request,
  text,
  tld,
} from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { findingKinds, shownKinds, unknownCauses } from '../domain/finding-kinds.ts';
import {
  mostBatchRows,
  mostCells,
  mostChangedCells,
  mostNames,
  mostPricedCells,
  mostTlds,
} from '../domain/bounds.ts';
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

/** Prices of the shortest period in an answer. */
export const offer = z.object({ period: z.number(), register: price, renew: price });

/** Prices of cells: each different offer once, and for each cell the number of its offer, from 1. */
export const cellOffers = z.object({
  offers: z.array(offer).max(mostPricedCells).readonly(),
  /** In the order of the cells; 0 where there is nothing to buy. */
  of: z.array(count).max(mostPricedCells).readonly(),
});

export const exportFormats = ['csv', 'json', 'ndjson', 'txt'] as const;
export const exportFormat = z.enum(exportFormats);
/** Of the domains of a portfolio. */
export const domainExportFormats = ['csv', 'xlsx', 'json', 'ndjson', 'txt'] as const;
export const domainExportFormat = z.enum(domainExportFormats);

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

export const generatedCount = z.object({
  /** The number of generated names, before duplicates and invalid names are dropped. */
  count: z.number(),
  sample: z.array(text(300)).max(50),
  /** More than a session may hold: generating is not possible. */
  isTooMany: z.boolean(),
});

const draftId = z.uuid();
const ofSession = z.object({ id: sessionId });
/** `row * tlds + column`. */
const cellNumbers = z.array(z.number().int().min(0).max(mostCells));

/**
 * Domains of one account or of several, in the order of a list. `rows`: one to a line, the place of its account in `accountIds`, a space,
 * and its name as A-labels. `hidden`: columns of the list that are left out.
 */
const domainsInOrder = z.object({
  accountIds: z.array(accountId).min(1).max(1_000).readonly(),
  rows: z.string().max(100_000_000),
  hidden: z.array(text(20)).max(20).readonly(),
});

/** Requests for bulk lookups; part of the contract. */
export const sessionRequests = {
  /** Import of names for a session. A draft is held in main until it is discarded, used or replaced. */
  imports: {
    readText: request(
      z.object({ draftId, text: z.string().max(10_500_000), choices: readingChoices }),
      draftReport,
    ),
    /** A file that was dropped on the page: 64 MiB at most. */
    readBytes: request(
      z.object({
        draftId,
        fileName: z.string().max(260),
        bytes: z.instanceof(Uint8Array),
        choices: readingChoices,
      }),
      draftReport,
    ),
    /** Opens the system's file dialog; null if it was cancelled. */
    chooseFile: request(
      z.object({ draftId, choices: readingChoices }),
      z.object({ report: draftReport.nullable() }),
    ),
    /** Reads the same text or file again with other choices. */
    reread: request(z.object({ draftId, choices: readingChoices }), draftReport),
    /** The texts of a draft that was read for whole names, one to a row. */
    wholeNames: request(z.object({ draftId }), z.object({ texts: z.array(text(300)).max(mostBatchRows) })),
    /** Counts the names that the generator would create, without creating them. */
    count: request(recipe, generatedCount),
    generate: request(recipe.extend({ draftId }), draftReport),
    discard: request(z.object({ draftId }), nothing),
  },
  sessions: {
    list: request(nothing, z.object({ sessions: z.array(session).max(10_000) })),
    /** At the rate that the account allows now; null is the active account. */
    estimate: request(
      z.object({
        accountId: accountId.nullable(),
        names: z.number().int().min(0),
        tlds: z.number().int().min(0),
      }),
      z.object({ cells: z.number(), requests: z.number(), seconds: estimate.nullable() }),
    ),
    /** For the account named on the form, even if another one is active by now. The draft is used up. */
    create: request(
      z.object({ accountId: accountId, draftId, name: sessionName, tlds: columns, start: z.boolean() }),
      session,
    ),
    rename: request(ofSession.extend({ name: sessionName }), session),
    remove: request(ofSession, nothing),
    pause: request(ofSession, session),
    resume: request(ofSession, session),
    stop: request(ofSession, session),
    askAgain: request(ofSession.extend({ which: askAgain }), session),
    /** Creates a new session over the same names and TLDs, for the same account or another one. */
    runAgain: request(ofSession.extend({ accountId: accountId, start: z.boolean() }), session),
    /** What differs from another session, of names and TLDs that were checked in both. */
    changedSince: request(
      ofSession.extend({ sinceId: sessionId }),
      z.object({ compared: count, changed: count, cells: z.array(count).max(mostChangedCells) }),
    ),
    /** A MessagePort with the session's findings follows, see `session-port.ts`. Opens one view of one session. */
    open: request(ofSession.extend({ viewId: z.uuid() }), session),
    close: request(z.object({ viewId: z.uuid() }), nothing),
    cell: request(
      ofSession.extend({ row: z.number().int().min(0), column: z.number().int().min(0) }),
      findingDetails,
    ),
    /** The findings of one name, in the order of the columns. */
    row: request(
      ofSession.extend({ row: z.number().int().min(0) }),
      z.object({ findings: z.array(finding).max(2_000) }),
    ),
    /** What cells cost whose names can be bought, from the stored answers; of any others nothing. */
    prices: request(ofSession.extend({ cells: cellNumbers.max(mostPricedCells) }), cellOffers),
    /** Adds cells to the shortlist or removes them; returns the number of cells on it. */
    shortlist: request(
      ofSession.extend({
        cells: cellNumbers.max(100_000),
        isOn: z.boolean(),
      }),
      z.object({ shortlisted: z.number() }),
    ),
    saveView: request(ofSession.extend({ view: z.string().max(20_000) }), nothing),
  },
  exports: {
    /**
     * Opens the system's save dialog; `started` is false if it was cancelled. Progress is sent as `exports.*` events.
     */
    toFile: request(
      ofSession.extend({
        exportId: z.uuid(),
        filter: sessionFilter,
        sort: sessionSort,
        format: exportFormat,
      }),
      z.object({ started: z.boolean() }),
    ),
    /** Copies the view as tab-separated text, or its domains alone, one to a line; 200,000 cells at most. */
    toClipboard: request(
      ofSession.extend({ filter: sessionFilter, sort: sessionSort, as: z.enum(['table', 'names']) }),
      z.object({ rows: z.number() }),
    ),
    /** As `toFile`, of domains of the portfolio, in this order. Never with transfer codes. */
    domainsToFile: request(
      domainsInOrder.extend({ exportId: z.uuid(), format: domainExportFormat }),
      z.object({ started: z.boolean() }),
    ),
    /** As tab-separated text. */
    domainsToClipboard: request(domainsInOrder, z.object({ rows: z.number() })),
    cancel: request(z.object({ exportId: z.uuid() }), nothing),
  },
} as const;

/** Events of main about bulk lookups. */
export const sessionEvents = {
  /** New and changed sessions, and the ids of removed ones; at most four times a second. */
  'sessions.changed': z.object({
    sessions: z.array(session).max(10_000),
    removed: z.array(sessionId).max(10_000),
  }),
  'exports.progress': z.object({ exportId: z.uuid(), written: z.number(), total: z.number() }),
  'exports.finished': z.object({
    exportId: z.uuid(),
    path: z.string(),
    rows: z.number(),
    isCancelled: z.boolean(),
    error: appError.nullable(),
  }),
} as const;
