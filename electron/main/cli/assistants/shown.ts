import { z } from 'zod';
import { batch } from '#shared/areas/batches.ts';
import { change, changeKind } from '#shared/areas/change-schemas.ts';
import { accountSummary, count, text } from '#shared/areas/common-schemas.ts';
import { day, domainEntry, knownSource } from '#shared/areas/portfolio.ts';
import { cause, session, shownKind } from '#shared/areas/sessions.ts';
import { accountCredit, attention, attentionRow } from '#shared/areas/today.ts';
import { seenPrice } from '#shared/areas/watching.ts';
import type { LeftOutReason } from '#shared/domain/remarks.ts';

/*
 * What an assistant is shown: the schema of each tool's result, which it is told beforehand. A result has the members that are named here
 * and no others, whatever a command prints: no note, no user name, no digest and no value of contacts, and nothing that a command may
 * print one day.
 */

export const mostRows = 1_000;

/** The first rows, and how many there are. */
const firstOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ total: count, rows: z.array(row).max(mostRows) });

export const firstRows = (rows: unknown, shown = (one: unknown): unknown => one): unknown =>
  Array.isArray(rows) ? { total: rows.length, rows: rows.slice(0, mostRows).map((one) => shown(one)) } : rows;

const label = accountSummary.shape.label;
const fullName = text(255);
const isKnown = z.boolean().nullable();

export const accountsShown = firstOf(accountSummary.pick({ label: true, kind: true }));

/** As exports write it; null is what the service did not say. */
const findingRow = z.object({
  domain: fullName,
  name: fullName,
  tld: text(253),
  finding: shownKind,
  available: isKnown,
  premium: isKnown,
  reserved: isKnown,
  valid: isKnown,
  price_register: text(300).nullable().describe('Of the shortest period: a decimal, or "unreadable: …"'),
  price_renew: text(300).nullable(),
  currency: text(16).nullable(),
  message: text(1_000).describe('Words of the service'),
  checked_at: session.shape.finishedAt,
});
export const findingsShown = firstOf(findingRow);

export const sessionsShown = firstOf(
  session
    .pick({
      id: true,
      name: true,
      state: true,
      createdAt: true,
      changedAt: true,
      finishedAt: true,
      source: true,
      names: true,
      tlds: true,
      left: true,
      shortlisted: true,
    })
    .extend({
      account: label,
      isRunningNow: z.boolean(),
      cells: count,
      counts: z.record(shownKind, count.nullable()),
      causes: z.partialRecord(cause, count),
    }),
);

export const domainsShown = firstOf(
  z.object({
    domain: fullName,
    account: label,
    client: domainEntry.shape.client,
    tags: domainEntry.shape.tags,
    expiresOn: day.nullable(),
    expirySource: knownSource.nullable(),
    locked: isKnown,
    nameservers: z.array(fullName).readonly().nullable(),
    registryStatuses: z.array(text(60)).readonly().nullable(),
  }),
);

const ofAccount = { account: label, practice: z.boolean(), creditSuffices: isKnown };
export const todayShown = attention
  .pick({ today: true, toDo: true, domains: true, withoutExpiry: true, months: true })
  .extend({
    version: z.literal(1),
    rows: z.array(
      attentionRow
        .omit({ accountLabel: true, isPractice: true, client: true, coverage: true })
        .extend(ofAccount),
    ),
    credits: z.array(accountCredit.omit({ label: true, isPractice: true, coverage: true }).extend(ofAccount)),
  });

export const pricesShown = firstOf(seenPrice);

export const changesShown = firstOf(
  change
    .pick({
      number: true,
      accountLabel: true,
      domain: true,
      state: true,
      createdAt: true,
      changedAt: true,
      batchId: true,
    })
    .extend({ kind: changeKind }),
);

const shownBatch = batch
  .pick({ id: true, state: true, createdAt: true })
  .extend({ account: label, kind: changeKind, proposedBy: text(80).nullable() });

const outcome = z.object({
  stoppedBy: batch.shape.stoppedBy,
  why: text(2_000).nullable(),
  confirmed: count,
  refused: count,
  uncertain: count,
  excluded: count,
  notRead: count,
  domains: count,
  rows: count,
  ready: count,
});
/** Counts of a batch of contacts say how many of them had other values: it has none of them. */
export const batchesShown = firstOf(shownBatch.extend(outcome.partial().shape));

export const batchInList = (printed: unknown): unknown => {
  const about = shownBatch.parse(printed);
  return about.kind === 'contacts' ? about : printed;
};

/**
 * Why a row is excluded, as far as an assistant is told: only what is known without the values of contacts. All else is told as ready, an
 * unchanged domain and a field that would be emptied among it: with 500 names a proposal, each difference would be a guess at 500
 * contacts (H12). Listed are the reasons that may be told, so that a new one is not.
 */
const shownReasons = [
  ...([
    'open-change',
    'archived',
    'transferred-away',
    'not-found',
    'being-deleted',
    'not-in-portfolio',
  ] as const),
  ...(['not-available', 'yours', 'premium', 'registered', 'renewed', 'by-hand'] as const),
] as const satisfies readonly LeftOutReason[];

/** Of contacts, whether they can be written depends on what they are. */
const ofReading = ['not-readable', 'unsendable'] as const satisfies readonly LeftOutReason[];

const statedReason = z.enum([...shownReasons, ...ofReading] satisfies LeftOutReason[]);
type StatedReason = z.output<typeof statedReason>;

export const reviewShown = z.object({
  id: batch.shape.id,
  ready: count,
  excluded: count,
  excludedFor: z.partialRecord(statedReason, count),
  rows: z.array(z.object({ domain: fullName, is: z.enum(['ready', 'excluded']) })),
});

const reviewRow = z.object({
  domain: z.string(),
  excluded: z.string().nullable(),
  /** Given where the account's portfolio does not have the domain, whatever else excludes it. */
  heldBy: z.string().nullable().optional(),
});
const review = z.object({ id: z.string(), rows: z.array(reviewRow) });

function statedFor({ excluded, heldBy }: z.output<typeof reviewRow>, kind: string): StatedReason | null {
  if (heldBy !== undefined) return 'not-in-portfolio';
  const stated: readonly StatedReason[] =
    kind === 'contacts' ? shownReasons : [...shownReasons, ...ofReading];
  return stated.find((reason) => reason === excluded) ?? null;
}

/** A review as an assistant gets it: each domain with *ready* or *excluded*, and how many are excluded for which reason. */
export function reviewOf(printed: unknown, kind: string): z.output<typeof reviewShown> {
  const { id, rows } = review.parse(printed);
  const reasons = new Map(rows.map((row) => [row.domain, statedFor(row, kind)]));
  const excludedFor: Partial<Record<StatedReason, number>> = {};
  for (const reason of reasons.values())
    if (reason !== null) excludedFor[reason] = (excludedFor[reason] ?? 0) + 1;
  const shown = [...reasons].map(([domain, reason]) => ({
    domain,
    is: reason === null ? ('ready' as const) : ('excluded' as const),
  }));
  const excluded = shown.filter(({ is }) => is === 'excluded').length;
  return { id, ready: shown.length - excluded, excluded, excludedFor, rows: shown };
}

const outcomes = z.object({
  outcomes: z.array(z.object({ domain: fullName, state: change.shape.state.nullable() })),
});
export const batchShown = shownBatch.extend(reviewShown.shape).extend(outcomes.partial().shape);

/** What a batch is. Of contacts, what became of it says which of them had other values: that is left out. */
export function batchOf(printed: unknown): z.output<typeof batchShown> {
  const about = shownBatch.parse(printed);
  const sent = about.kind === 'contacts' ? {} : outcomes.parse(printed);
  return { ...about, ...reviewOf(printed, about.kind), ...sent };
}
