import { z } from 'zod';
import { mostActivityLines, mostUnfolded } from '../domain/bounds.ts';
import * as b from './batches.ts';
import * as c from './change-schemas.ts';
import { accountId, count, domainText, instant, text } from './common-schemas.ts';

/** What a change cost. `price`: as it was given. `measured`: what the credit fell by. */
export const paid = z.object({
  by: z.enum(['price', 'measured', 'not-given']),
  /** A plain decimal; null where it is not given. */
  amount: text(64).nullable(),
  /** Null where the amount names none: the account's holds. */
  currency: text(16).nullable(),
});

export const paidSum = z.object({
  /** The amounts' own, or else their accounts'; null is none. */
  currency: text(16).nullable(),
  /** Whose money it is, where it has no currency: that of two accounts is never added up. Null where it has one. */
  account: z
    .object({
      /** Null where only a colleague has the account. */
      id: accountId.nullable(),
      label: text(2_400),
    })
    .nullable(),
  /** What was paid. */
  sum: text(64),
  /** What of that was measured; null where nothing was. */
  measured: text(64).nullable(),
  /** What is uncertain, and in no other sum; null where nothing is. */
  perhaps: text(64).nullable(),
});

export const paidSums = z.object({
  /** Changes that were paid, and those that may have been. */
  paid: count,
  perhaps: count,
  /** Of both, those without an amount. */
  notGiven: count,
  sums: z.array(paidSum).max(1_000),
});

/** A batch as a row: what of its changes matches the filter, and the record as a whole. */
export const activityBatch = z.object({
  id: b.batchId,
  /** Null where only a colleague has the account. */
  accountId: accountId.nullable(),
  /** A newer version may have more kinds. */
  kind: text(41),
  /** Whose it is, and the login that it is sent with: of a colleague. */
  team: z.object({ by: text(63), service: text(2_400) }).nullable(),
  /** Null where its record was deleted, or is a colleague's: its changes stay. */
  record: b.batch
    .pick({ ask: true, state: true, createdAt: true, stoppedBy: true })
    .extend({
      /** As a batch's counts have it. */
      domains: count,
      /** Domains that were excluded. */
      leftOut: count,
      /** Of these, those that were not read. */
      notRead: count,
      /** Where no person here made it: words of an assistant or a colleague. */
      proposal: b.proposal.nullable(),
    })
    .nullable(),
  firstDomains: b.batch.shape.firstDomains,
  /** Changes that match: all, and by what became of them. The rest is under way. */
  changes: z.object({
    all: count,
    confirmed: count,
    refused: count,
    uncertain: count,
    withdrawn: count,
  }),
  sums: paidSums,
});

/** A change of a colleague, as the team's journal has it; of this workspace's own journal there is nothing in it. */
export const teamChange = z.object({
  id: z.uuid(),
  by: text(63),
  /** When it was sent, or claimed where it was not. */
  at: instant,
  domain: domainText,
  /** A newer version may have more kinds. */
  kind: text(41),
  state: c.changeState,
  /** Where a person has said whether it was done; else null. */
  settledAs: z.enum(['applied', 'not-applied']).nullable(),
  batchId: b.batchId.nullable(),
  /** The login that it was sent with: user and address. */
  service: text(2_400),
  paid: paid.nullable(),
});

/** A line of the list. */
export const activityLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    /** One of an unfolded batch, under it. */
    isOfBatch: z.boolean(),
    change: c.change,
    /** Whose its domain is, or will be; empty where that is nobody's. */
    client: text(255),
  }),
  z.object({
    kind: z.literal('batch'),
    batch: activityBatch,
    /** When it sent its last change, or was created. */
    at: instant,
  }),
  z.object({
    kind: z.literal('team'),
    isOfBatch: z.boolean(),
    change: teamChange,
    /** That of this workspace with the same login; null where it has none. */
    accountId: accountId.nullable(),
    client: text(255),
  }),
]);

/** What of the list is asked for. */
export const activityListing = z.object({
  filter: c.changeFilter,
  /** The batches that are unfolded: their changes follow them. */
  unfolded: z.array(b.batchId).max(mostUnfolded),
  offset: count,
  limit: z.number().int().min(1).max(mostActivityLines),
});
