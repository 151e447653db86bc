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

/** How a text or a file is to be read; null leaves it to the program. */
export const readingChoices = z.object({
  /** The column with the names, from 0. */
  column: count.nullable(),
  hasHeader: z.boolean().nullable(),
  /** A name of the WHATWG Encoding Standard, as `windows-1252`. */
  encoding: text(40).nullable(),
  /** Of a workbook. */
  sheet: text(255).nullable(),
});

/** A row that was not taken, or not taken as it stood. */
const oddRow = z.object({ line: count, text: text(300), reason: text(300) });

/** What came of reading names; the names themselves stay in main, under the draft's id. */
export const draftReport = z.object({
  draftId: z.uuid(),
  /** A file's name, `pasted`, `generated`, `command line`. */
  source: text(260),
  form: z.enum(['list', 'table', 'workbook', 'generated']),
  encoding: text(40),
  sheet: text(255).nullable(),
  sheets: z.array(text(255)).max(200),
  /** Of a table or workbook, in order; `names` says how many of the first rows could be names. */
  columns: z
    .array(z.object({ title: text(200), samples: z.array(text(200)).max(5), names: count }))
    .max(1_000),
  column: count.nullable(),
  hasHeader: z.boolean(),
  /** Non-empty rows that were read, the header left out. */
  rows: count,
  /** Different names that were kept. */
  names: count,
  /** The first names, for people, as Unicode. */
  preview: z.array(text(260)).max(200),
  /** Rows that were taken in another form: case, spaces, a URL, a TLD behind the name. */
  changed: count,
  changes: z.array(z.object({ line: count, text: text(300), name: text(260), why: text(200) })).max(200),
  /** Rows that were not taken, duplicates among them. */
  dropped: count,
  drops: z.array(oddRow).max(200),
  dropsByReason: z.array(z.object({ reason: text(300), count })).max(100),
  /** TLDs that stood behind the names, the most frequent first. */
  tldsFound: z.array(z.object({ tld, count })).max(50),
});

/** What names are made of. Each line of a list is one part; a pattern knows `{a,b}` and `[0-9]`, `[a-c]`, `[xyz]`. */
export const recipe = z.object({
  prefixes: z.array(text(260)).max(10_000),
  words: z.array(text(260)).max(100_000),
  suffixes: z.array(text(260)).max(10_000),
  /** Crossed with `words` where both are given, word first. */
  secondWords: z.array(text(260)).max(100_000),
  /** Between two words and beside prefixes and suffixes: nothing, a hyphen, or both ways. */
  joiners: z
    .array(z.enum(['', '-']))
    .min(1)
    .max(2),
  /** Also without any prefix; also without any suffix. */
  withoutPrefix: z.boolean(),
  withoutSuffix: z.boolean(),
  patterns: z.array(text(500)).max(1_000),
});

export const generatedCount = z.object({
  /** How many names come out before duplicates and misfits are dropped. */
  count: z.number(),
  sample: z.array(text(300)).max(50),
  /** More than a session may hold: nothing can be made of it. */
  isTooMany: z.boolean(),
});

/** Do not compile unless the schemas and the domain's types say the same. */
export const schemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof session>, Session>,
  Same<z.output<typeof askAgain>, AskAgain>,
  Same<z.output<typeof sessionFilter>, SessionFilter>,
] = [true, true, true];
