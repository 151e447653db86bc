import { z } from 'zod';
import { attentionKinds, attentionSteps, mostRowNames, severities } from '../domain/attention-kinds.ts';
import { longestOwnTexts } from '../domain/domain-parts.ts';
import { accountId, count, instant, nothing, text } from './common-schemas.ts';
import { day } from './portfolio.ts';

/** What renewals cost, as far as a price of that very name is known; `unpriced` of them have none. */
export const renewalCost = z.object({
  /** One for each currency, and of prices that name none one for each account, by its label; both null: of the one that it is about. */
  sums: z
    .array(z.object({ currency: text(16).nullable(), account: text(80).nullable(), amount: text(64) }))
    .max(1_000),
  unpriced: count,
});

export const credit = z.object({ amount: text(64), readAt: instant }).nullable();
/** Whether the credit is enough; null where that is not known. */
const coverage = z.enum(['enough', 'not-enough', 'perhaps-not']).nullable();

/** Something that needs a person, or that he may want to know. */
export const attentionRow = z.object({
  id: text(400),
  kind: z.enum(attentionKinds),
  severity: z.enum(severities),
  accountId,
  accountLabel: text(80),
  isPractice: z.boolean(),
  /** How many domains, changes or pieces of work it is about. */
  count,
  /** The domains concerned, as A-labels: the first of them. */
  names: z.array(text(255)).max(mostRowNames),
  /** The change, batch or session that the step leads to, where it is a single one. */
  subject: text(64).nullable(),
  /** Of a batch or a session: what it is called. */
  title: text(300),
  /**
   * Whose the domains are, where rows are grouped by client; empty: nobody's. Null where they are not, and of what is about no
   * client's domains: an account's credit, a batch, a lookup.
   */
  client: text(longestOwnTexts.client).nullable(),
  /** The first day that counts: of an expiry. */
  firstOn: day.nullable(),
  cost: renewalCost.nullable(),
  coverage,
  /** Why it is listed: whole sentences. Dates are `YYYY-MM-DD`. */
  why: text(4_000),
  step: z.enum(attentionSteps),
  /** The day on which it is listed again; null where it is listed. */
  snoozedUntil: day.nullable(),
});

/** Renewals of one calendar month. */
const month = z.object({ month: z.string().regex(/^\d{4}-\d\d$/), count, cost: renewalCost });

/** The credit of an account against what is due in it. */
export const accountCredit = z.object({
  accountId,
  label: text(80),
  isPractice: z.boolean(),
  /** What the user gave the account: that of the credit. */
  currency: text(16).nullable(),
  credit,
  /** Expired, or expiring within 30 days. */
  due: count,
  cost: renewalCost,
  coverage,
});

/** A list of work: what is the same of each, whatever it does. */
export const work = z.object({
  kind: z.enum(['session', 'batch', 'codes', 'reading', 'import', 'export']),
  id: text(64),
  /** Null: of several accounts. */
  accountId: accountId.nullable(),
  /** What it is called. */
  title: text(300),
  /**
   * `waiting`: for what comes by itself. `needs-somebody`: it waits for a person. `halted`: it does not go on, and a person should look.
   * `ended`: by itself. `idle`: by a person.
   */
  phase: z.enum(['running', 'waiting', 'needs-somebody', 'halted', 'ended', 'idle']),
  done: count,
  total: count,
  /** Of a notification about its phase: counts, and no name, account or code. */
  notice: z.object({ title: text(80), body: text(300) }),
});

export const attention = z.object({
  /** The user's day. */
  today: day,
  /** In order: first what is most urgent. Snoozed ones are at the end. */
  rows: z.array(attentionRow).max(10_000),
  /** How many of the rows need a person. */
  toDo: count,
  months: z.array(month).max(24),
  credits: z.array(accountCredit).max(1_000),
  /** Domains that are not archived, of all accounts. */
  domains: count,
  /** One of these has a client. */
  hasClients: z.boolean(),
  /** Of these, the ones whose expiry is not known: they are in no row and no month. */
  withoutExpiry: count,
});

export const todayEvents = {
  /** What needs a person may have changed: read it again. Sent seldom, however much happens. */
  'today.changed': nothing,
  /** A list of work has begun, gone on or ended. */
  'work.changed': work,
} as const;
