import { z } from 'zod';
import { changeAsk } from '../changes/index.ts';
import { contactFields } from '../changes/kind.ts';
import * as c from './change-schemas.ts';
import * as j from './change-schemas.ts';
import { accountId, instant, text } from './common-schemas.ts';
import { request } from './startup-schemas.ts';

const ofChange = z.object({ id: c.changeId });

/** A fall of the credit, and the changes it is known of; null where it is known of none. */
const creditFall = z.object({ amount: text(64), changes: z.number().int() }).nullable();

/** What limits count of paid changes: the larger of the price and the fall of the credit. */
const sums = {
  /** One for each currency, and of prices that name none one for each account, by its label. */
  sums: z
    .array(
      z.object({
        currency: text(16).nullable(),
        account: text(80).nullable(),
        amount: text(64),
        /** How much of it is what the credit fell by, as that was more than the price; null where nothing is. */
        measured: text(64).nullable(),
      }),
    )
    .max(1_000),
  /** Changes of which nothing is in the sums. */
  unsummed: z.number().int(),
} as const;

/** Requests for changes at the service; part of the contract. */
export const changeRequests = {
  changes: {
    /**
     * Reads the present state and returns what would be sent. Writes nothing, neither locally nor at the service. The
     * review is held in main until it is applied, fifteen minutes have passed, or the program ends.
     */
    prepare: request(z.object({ accountId, domain: c.fullName, ask: changeAsk }), c.review),
    /** As `prepare`, for a planned change: reviews the recorded change again. `apply` then sends that same change. */
    prepareAgain: request(ofChange, c.review),
    /**
     * Records the change and sends it: only once, however often this is called with the same review. Returns as soon as
     * it is recorded; the outcome arrives as `changes.changed`.
     */
    apply: request(
      z.object({
        reviewId: z.uuid(),
        /** The domain's name as a person typed it, if the review requires it. */
        typedName: z.string().max(255).nullable(),
        premiumAccepted: z.boolean(),
        /** The amount typed to confirm exceeded limits. */
        typedLimit: z.string().max(40).nullable(),
      }),
      c.change,
    ),
    /**
     * Newest first, with uncertain ones before all others. `after`: the number of the last change that the caller
     * already has.
     */
    list: request(
      z.object({
        filter: c.changeFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
      z.object({
        changes: z.array(c.change).max(500),
        total: z.number().int(),
        /** The number of changes of the account and the domain, whatever the rest of the filter. */
        unfiltered: z.number().int(),
        ...c.changeCounts,
      }),
    ),
    find: request(ofChange, z.object({ change: c.change, entries: z.array(j.journalEntry).max(10_000) })),
    /** The last change of each family on a domain. */
    lastOf: request(
      z.object({ accountId, domain: c.fullName }),
      z.object({ changes: z.array(c.change).max(20) }),
    ),
    /** Sends a planned change as it was recorded, after reading the present state. */
    send: request(ofChange, c.change),
    /** Reads the present state and compares. Never writes to the service. */
    readBack: request(ofChange, c.change),
    /** Resolves an uncertain change manually. */
    settle: request(
      ofChange.extend({ as: z.enum(['applied', 'not-applied']), note: z.string().max(2_000) }),
      c.change,
    ),
    withdraw: request(ofChange, c.change),
    /**
     * The personal data sent with a planned or uncertain contact change or registration, for the person who has to
     * decide. Null if it was deleted.
     */
    personal: request(
      ofChange,
      z.object({
        roles: z.array(contactFields).max(16).nullable(),
      }),
    ),
    health: request(z.object({ check: z.boolean() }), j.journalHealth),
    /** Opens the system's save dialog; `path` is null if it was cancelled. */
    exportJournal: request(
      z.object({ format: z.enum(['csv', 'json']), filter: c.changeFilter }),
      z.object({ path: z.string().max(4_096).nullable(), entries: z.number().int() }),
    ),
  },
  limits: {
    /**
     * The total of paid changes since midnight in the user's time zone, for one account or for all that are counted together: what the
     * daily limits count.
     */
    used: request(
      z.object({ accountId: accountId.nullable() }),
      z.object({
        since: instant,
        ...sums,
        /** Paid changes whose price is not given or cannot be read. */
        unpriced: z.number().int(),
      }),
    ),
    /** What a batch's changes cost so far, and what the credit fell by because of them: evidence, not a price. */
    costIn: request(
      z.object({ batchId: z.uuid() }),
      z.object({
        ...sums,
        fall: creditFall,
        /** Before the first and after the last, where the credit fell by another amount than `fall`; null where by that. */
        credit: z.object({ before: text(64), after: text(64) }).nullable(),
      }),
    ),
  },
} as const;

export const changeEvents = {
  /** The new or updated changes, with their present values. */
  'changes.changed': z.object({ changes: z.array(c.change) }),
  'changes.health': j.journalHealth,
} as const;
