import { z } from 'zod';
import * as c from './change-schemas.ts';
import { accountId, instant, text } from './common-schemas.ts';
import * as j from './journal-schemas.ts';
import { request } from './startup-schemas.ts';

const ofChange = z.object({ id: c.changeId });

/** What the page asks of main for changes at the service; part of the contract. */
export const changeRequests = {
  changes: {
    /**
     * Reads what is there now and says what would be sent. Writes nothing, neither here nor there. The review lives in main
     * until it is applied, fifteen minutes have passed, or the program ends.
     */
    prepare: request(z.object({ accountId, domain: c.fullName, ask: c.changeAsk }), c.review),
    /** As `prepare`, of a planned change: what was written down is looked at once more. `apply` then sends that very change. */
    prepareAgain: request(ofChange, c.review),
    /**
     * Writes the change down and sends it: once, however often this is called with the same review. Answers as soon as it is
     * written down; what comes of it is told by `changes.changed`.
     */
    apply: request(
      z.object({
        reviewId: c.reviewId,
        /** The domain's name as a person typed it, where the review asks for it. */
        typedName: z.string().max(255).nullable(),
        premiumAccepted: z.boolean(),
        /** What the limits that are gone over ask to be typed. */
        typedLimit: z.string().max(40).nullable(),
      }),
      c.change,
    ),
    /** The newest first, uncertain ones before all others. `after`: the number of the last one that is there already. */
    list: request(
      z.object({
        filter: c.changeFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
      z.object({
        changes: z.array(c.change).max(500),
        total: z.number().int(),
        /** Over all that fit the filter but for its states. */
        byState: z.partialRecord(c.changeState, z.number().int()),
      }),
    ),
    find: request(ofChange, z.object({ change: c.change, entries: z.array(j.journalEntry).max(10_000) })),
    /** The last change of each family on a domain. */
    lastOf: request(
      z.object({ accountId, domain: c.fullName }),
      z.object({ changes: z.array(c.change).max(20) }),
    ),
    /** Of a planned change: sends it as it was written down, after reading what is there now. */
    send: request(ofChange, c.change),
    /** Reads what is there now and compares. Never writes to the service. */
    readBack: request(ofChange, c.change),
    /** A person says what became of an uncertain change. */
    settle: request(
      ofChange.extend({ as: z.enum(['applied', 'not-applied']), note: z.string().max(2_000) }),
      c.change,
    ),
    withdraw: request(ofChange, c.change),
    /** What was sent of a planned or uncertain contact change or registration: for the person who has to decide. Null when it is gone. */
    personal: request(
      ofChange,
      z.object({
        roles: z
          .array(z.object({ name: z.string().max(200), fields: c.namedFields }))
          .max(16)
          .nullable(),
      }),
    ),
    health: request(z.object({ check: z.boolean() }), j.journalHealth),
    /** Asks where to with the system's own dialog; `path` is null when it was closed without one. */
    exportJournal: request(
      z.object({ format: z.enum(['csv', 'json']), filter: c.changeFilter }),
      z.object({ path: z.string().max(4_096).nullable(), entries: z.number().int() }),
    ),
  },
  limits: {
    /** What paid changes came to since midnight in the user's time zone, of one account or of all: what a day's limits count. */
    used: request(
      z.object({ accountId: accountId.nullable() }),
      z.object({
        since: instant,
        /** One for each currency; null is for prices that name none. */
        sums: z.array(z.object({ currency: text(16).nullable(), amount: text(64) })).max(1_000),
        /** Paid changes whose price is not given or cannot be read. */
        unpriced: z.number().int(),
      }),
    ),
  },
} as const;

export const changeEvents = {
  /** Each change as it stands now. */
  'changes.changed': z.object({ changes: z.array(c.change) }),
  'changes.health': j.journalHealth,
} as const;
