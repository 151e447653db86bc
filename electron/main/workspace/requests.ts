import { z } from 'zod';
import * as s from '#shared/areas/common-schemas.ts';
import { restoreRow } from '#shared/areas/maintenance.ts';
import { request } from '#shared/areas/startup-schemas.ts';
import { batchesRequests, journalRequests } from './change-requests.ts';
import * as portfolio from './portfolio-requests.ts';
import * as r from './records.ts';
import { codeAccessesRequests } from './records.ts';
import type { ClientOf, Input, Output } from './rpc.ts';
import * as n from './session-records.ts';
import { cellsInParts, recordWire } from './session-records.ts';
import { accountRecord, hiddenAccount, ownTldSet, startupRequests, storedKey } from './startup-requests.ts';

const ofAccountId = z.object({ id: s.accountId });
const ofSession = z.object({ id: z.string() });

/**
 * All requests of the workspace: the worker's handlers and main's client are typed from this table. It does not depend
 * on SQLite.
 */
export const requests = {
  accounts: {
    ...startupRequests.accounts,
    /**
     * Adds the account, or replaces the one with the same id. `key` is unchanged where it is omitted. Another address
     * or user is refused while something of the account is open.
     */
    save: request(accountRecord.omit({ key: true }).extend({ key: storedKey.optional() }), r.unlessInUse),
    /** What would be deleted with the account. */
    contents: request(ofAccountId, r.accountContents),
    /**
     * Hides the account and everything that belongs to it: it is not listed, and its label is free. Refused while
     * something of it is open.
     */
    hide: request(ofAccountId.extend({ at: s.instant }), r.unlessInUse),
    /** Undoes a hiding, under this label. An account that was active becomes active again where none is now. */
    restore: request(ofAccountId.extend({ label: accountRecord.shape.label }), s.nothing),
    /** The hidden accounts under their former labels, the last hidden one first. */
    hidden: request(s.nothing, z.array(hiddenAccount)),
    /**
     * Removes the account with its findings, answers, TLDs, deviations and domains. Refused while something of it is
     * open.
     */
    remove: request(ofAccountId, r.unlessInUse),
    noteKey: request(z.object({ id: s.accountId, key: storedKey }), s.nothing),
    select: request(z.object({ id: s.accountId }), s.nothing),
  },
  settings: {
    ...startupRequests.settings,
    write: request(s.settings.partial(), s.settings),
  },
  tlds: {
    list: request(r.ofAccount, r.tldRecord),
    replace: request(r.ofAccount.extend({ tlds: s.tldList, readAt: s.instant }), s.nothing),
  },
  tldSets: {
    ...startupRequests.tldSets,
    save: request(ownTldSet, s.nothing),
    remove: request(z.object({ id: z.string() }), s.nothing),
  },
  findings: {
    /** What is known of `domains`, in no particular order; unknown names are omitted. */
    known: request(r.ofAccount.extend({ domains: z.array(s.domainText) }), z.array(s.finding)),
    /** The finding with its whole answer; null where nothing is known. */
    details: request(
      r.ofAccount.extend({ domain: s.domainText }),
      z.object({ finding: s.finding, answer: z.string() }).nullable(),
    ),
    /**
     * Stores the findings of one answer, all or none. A finding that is older than the stored one is ignored.
     *
     * `answer`: the whole answer as JSON text, already redacted; empty where there is none.
     */
    save: request(r.ofAccount.extend({ findings: z.array(r.checkedFinding), answer: z.string() }), s.nothing),
    /** Deletes findings from before an instant and their answers; returns how many findings. */
    purge: request(z.object({ before: s.instant }), z.object({ removed: z.number() })),
  },
  sessions: {
    list: request(s.nothing, z.array(n.sessionRecord)),
    find: request(ofSession, n.sessionRecord.nullable()),
    /** `names`: A-labels, joined by line feeds, in order. */
    create: request(z.object({ session: n.newSession, names: z.string() }), n.sessionRecord),
    /** Creates a session with the names of another one. */
    copy: request(z.object({ fromId: z.string(), session: n.newSession }), n.sessionRecord),
    update: request(ofSession.extend({ changes: n.sessionChanges }), n.sessionRecord),
    /** The session, its findings and answers. */
    remove: request(ofSession, s.nothing),
    names: request(ofSession, z.string()),
    cells: request(ofSession, n.sessionCells),
    /**
     * Reads the answers and stores them with their findings, all or none. Returns when all of it survives the end of
     * the process; it survives a power cut after the next `seal`.
     *
     * Output: one code for each column of each request, in their order, without the shortlist's bit.
     */
    record: {
      ...request(ofSession.extend({ requests: z.array(n.recordedRequest) }), z.object({ codes: n.bytes })),
      wire: recordWire,
    },
    /** Flushes everything recorded so far, so that it survives a power cut. */
    seal: request(s.nothing, s.nothing),
    /** Sets which cells are to be asked again, one bit each as in `sessionCells.pending`; replaces the earlier ones. */
    askAgain: request(ofSession.extend({ pending: n.bytes }), n.sessionRecord),
    shortlist: request(
      ofSession.extend({ cells: z.array(z.int()), isOn: z.boolean() }),
      z.object({ shortlisted: z.int() }),
    ),
    /** The findings of `cells` (`row * tlds + column`), in their order, with prices and messages; unchecked ones too. */
    findings: {
      ...request(ofSession.extend({ cells: z.instanceof(Uint32Array) }), z.array(s.finding)),
      inParts: cellsInParts,
    },
    /** One cell with its whole answer (empty where there is none). */
    details: request(
      ofSession.extend({ cell: z.int() }),
      z.object({ finding: s.finding, answer: z.string() }),
    ),
  },
  journal: journalRequests,
  codeAccesses: codeAccessesRequests,
  domains: portfolio.domainsRequests,
  children: portfolio.childrenRequests,
  templates: portfolio.templatesRequests,
  drafts: portfolio.draftsRequests,
  plans: batchesRequests,
  restored: {
    /**
     * What needs review after a restore: changes with journal entries after `after` and up to `upTo`, uncertain
     * changes, and rows of the batches `planIds` without a change.
     */
    rows: request(
      z.object({
        after: z.int(),
        upTo: z.int(),
        planIds: z.array(z.string()).readonly(),
        offset: z.int(),
        limit: z.int(),
      }),
      z.object({ rows: z.array(restoreRow), total: z.int() }),
    ),
  },
  copies: {
    /**
     * Copies the whole file into the one at `path`, which must exist and be empty. Other calls are handled meanwhile,
     * and their writes go into the copy too. Output: the number of pages; null where it was stopped.
     */
    make: {
      ...request(z.object({ path: z.string() }), z.object({ pages: z.int().nullable() })),
      inPieces: true,
    },
    /** Stops a pending copy, if there is one. */
    stop: request(s.nothing, s.nothing),
  },
  paces: {
    /** The learned rate of an account's throttle; null where there is none. */
    read: request(r.ofAccount, n.learnedPace.nullable()),
    save: request(r.ofAccount.extend({ pace: n.learnedPace }), s.nothing),
  },
  deviations: {
    list: request(r.ofAccount, z.array(r.deviation)),
    /** Increases the count of each by one. */
    note: request(r.ofAccount.extend({ seen: z.array(r.seenDeviation), at: s.instant }), s.nothing),
  },
} as const;

type Requests = typeof requests;
/** A request done in pieces lets other calls be handled in between. */
type Done<R> = R extends { readonly inPieces: boolean } ? Output<R> | Promise<Output<R>> : Output<R>;

/** What the worker implements, on its own thread: synchronous unless done in pieces; throws SQLite's errors. */
export type Repositories = {
  readonly [A in keyof Requests]: {
    readonly [M in keyof Requests[A]]: (input: Input<Requests[A][M]>) => Done<Requests[A][M]>;
  };
};

/** One area of {@link Repositories}. */
export type Repository<A extends keyof Requests> = Repositories[A];

/** The asynchronous client that main uses. */
export type WorkspaceClient<E> = ClientOf<Requests, E>;
