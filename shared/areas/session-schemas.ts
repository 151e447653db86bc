import { z } from 'zod';
import { findingKinds, unknownCauses } from '../domain/finding.ts';
import {
  type AskAgain,
  mostNames,
  mostTlds,
  type Session,
  type SessionFilter,
  sessionSorts,
  sessionStates,
} from '../domain/session.ts';
import { accountId, instant, price, tld } from './common-schemas.ts';
import { appError } from './error-schema.ts';
import type { Same } from './startup-schemas.ts';

const text = (max: number) => z.string().max(max);
const count = z.number().int().min(0);

export const sessionId = z.uuid();
export const sessionName = text(120).min(1);
export const columns = z.array(tld).min(1).max(mostTlds);
export const kind = z.enum(findingKinds);
export const cause = z.enum(unknownCauses);

export const estimate = z.object({ likely: z.number(), low: z.number(), high: z.number() });

const pace = z.object({
  requestsPerSecond: z.number(),
  cellsPerSecond: z.number(),
  allowedPerSecond: z.number().nullable(),
  ceilingPerSecond: z.number().nullable(),
  concurrency: z.number(),
  slowedBy: z.enum(['rate', 'server', 'timeouts', 'latency', 'retry-after']).nullable(),
  left: estimate.nullable(),
});

const kindCounts = z.record(kind, count);
const causeCounts = z.partialRecord(cause, count);

export const session = z.object({
  id: sessionId,
  accountId,
  name: sessionName,
  state: z.enum(sessionStates),
  createdAt: instant,
  changedAt: instant,
  finishedAt: instant.nullable(),
  source: text(260),
  names: count.max(mostNames),
  tlds: columns.readonly(),
  counts: kindCounts,
  causes: causeCounts,
  left: count,
  shortlisted: count,
  waitingFor: appError.nullable(),
  pace: pace.nullable(),
  rerunOf: sessionId.nullable(),
  view: text(20_000),
});

export const askAgain = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('cause'), cause }),
  z.object({ kind: z.literal('older-than'), seconds: count }),
  z.object({ kind: z.literal('shortlist') }),
  z.object({ kind: z.literal('everything') }),
]);

export const sessionFilter = z.object({
  text: text(260),
  minLength: count.nullable(),
  maxLength: count.nullable(),
  tlds: z.array(tld).max(mostTlds).readonly().nullable(),
  kinds: z.array(kind).max(findingKinds.length).readonly().nullable(),
  causes: z.array(cause).max(unknownCauses.length).readonly().nullable(),
  checkedBefore: z.number().nullable(),
  checkedAfter: z.number().nullable(),
  shortlistedOnly: z.boolean(),
});

export const sessionSort = z.object({ by: z.enum(sessionSorts), descending: z.boolean() });

export const sessionChange = z.object({
  domain: text(255),
  before: kind,
  after: kind,
  priceBefore: price,
  priceAfter: price,
});

export const exportFormats = ['csv', 'json', 'ndjson', 'txt'] as const;
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

/** Does not compile unless the schemas match the domain's types. */
export const schemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof session>, Session>,
  Same<z.output<typeof askAgain>, AskAgain>,
  Same<z.output<typeof sessionFilter>, SessionFilter>,
] = [true, true, true];
