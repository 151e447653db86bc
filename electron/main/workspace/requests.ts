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
 * Everything that the workspace can be asked, and the only list of it: the worker's handlers and main's client follow
 * from it by types. All of it speaks in nouns; nothing says that SQLite stands behind.
 */
export const requests = {
  accounts: {
    ...startupRequests.accounts,
    /**
     * Adds the account, or replaces the one of the same id. Where its key is, is left as it was unless it is said. Another address or
     * user is refused while something of the account is open.
     */
    save: request(accountRecord.omit({ key: true }).extend({ key: storedKey.optional() }), r.unlessInUse),
    /** What would go with the account. */
    contents: request(ofAccountId, r.accountContents),
    /** Hides the account and all that is its own: it is in no list any more, and its label is free. Refused while something of it is open. */
    hide: request(ofAccountId.extend({ at: s.instant }), r.unlessInUse),
    /** Takes a hiding back, under this label. Where it was the active one and none is now, it is that again. */
    restore: request(ofAccountId.extend({ label: accountRecord.shape.label }), s.nothing),
    /** Those that are hidden, under the labels that they had, the last one first. */
    hidden: request(s.nothing, z.array(hiddenAccount)),
    /**
     * Removes the account and everything that was learned with it: findings, answers, TLDs, deviations, its domains. Refused while
     * something of it is open.
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
    /** What is known of `domains`, in no order; a name of which nothing is known is left out. */
    known: request(r.ofAccount.extend({ domains: z.array(s.domainText) }), z.array(s.finding)),
    /** The finding with the whole answer behind it; null where nothing is known. */
    details: request(
      r.ofAccount.extend({ domain: s.domainText }),
      z.object({ finding: s.finding, answer: z.string() }).nullable(),
    ),
    /**
     * Keeps the findings of one answer, all or none. A finding that is older than the stored one is passed over.
     *
     * `answer`: the whole answer as JSON text, already masked; empty where there is none.
     */
    save: request(r.ofAccount.extend({ findings: z.array(r.checkedFinding), answer: z.string() }), s.nothing),
    /** Forgets what was found before an instant, answers too; says how many findings that were. */
    purge: request(z.object({ before: s.instant }), z.object({ removed: z.number() })),
  },
  sessions: {
    list: request(s.nothing, z.array(n.sessionRecord)),
    find: request(ofSession, n.sessionRecord.nullable()),
    /** `names`: A-labels, joined by line feeds, in order. */
    create: request(z.object({ session: n.newSession, names: z.string() }), n.sessionRecord),
    /** A new session over the names of another one. */
    copy: request(z.object({ fromId: z.string(), session: n.newSession }), n.sessionRecord),
    update: request(ofSession.extend({ changes: n.sessionChanges }), n.sessionRecord),
    /** The session, its findings and answers. */
    remove: request(ofSession, s.nothing),
    names: request(ofSession, z.string()),
    cells: request(ofSession, n.sessionCells),
    /**
     * Reads the answers, keeps them and what they say, all or none. Answers when all of it outlives the end of the
     * process; it outlives a power cut after the next `seal`.
     *
     * Output: one code for each column of each request, in their order, without the shortlist's bit.
     */
    record: {
      ...request(ofSession.extend({ requests: z.array(n.recordedRequest) }), z.object({ codes: n.bytes })),
      wire: recordWire,
    },
    /** Makes everything that was recorded so far outlive a power cut. */
    seal: request(s.nothing, s.nothing),
    /** Which cells are to be asked again, one bit each as in `sessionCells.pending`; takes the place of the ones before. */
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
    /** One cell with the whole answer behind it (empty where there is none). */
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
     * What needs a look after a restore: what entries of the journal after `after` and up to `upTo` tell of, what is uncertain,
     * and rows of the batches `planIds` that have no change.
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
     * Copies the whole file into the one at `path`, which is there and empty; other calls are done meanwhile, and what they
     * write is in the copy too. Output: how many pages that were; null where it was stopped.
     */
    make: {
      ...request(z.object({ path: z.string() }), z.object({ pages: z.int().nullable() })),
      inPieces: true,
    },
    /** A copy that is under way, if there is one. */
    stop: request(s.nothing, s.nothing),
  },
  paces: {
    /** What the throttle learned of an account; null where nothing. */
    read: request(r.ofAccount, n.learnedPace.nullable()),
    save: request(r.ofAccount.extend({ pace: n.learnedPace }), s.nothing),
  },
  deviations: {
    list: request(r.ofAccount, z.array(r.deviation)),
    /** Counts each of them once more. */
    note: request(r.ofAccount.extend({ seen: z.array(r.seenDeviation), at: s.instant }), s.nothing),
  },
} as const;

type Requests = typeof requests;
/** What is done in pieces lets other calls be done in between. */
type Done<R> = R extends { readonly inPieces: boolean } ? Output<R> | Promise<Output<R>> : Output<R>;

/** What the worker implements: on its own thread, at once unless it is done in pieces; throws where SQLite does. */
export type Repositories = {
  readonly [A in keyof Requests]: {
    readonly [M in keyof Requests[A]]: (input: Input<Requests[A][M]>) => Done<Requests[A][M]>;
  };
};

/** One noun's share of {@link Repositories}. */
export type Repository<A extends keyof Requests> = Repositories[A];

/** What main sees of it. */
export type WorkspaceClient<E> = ClientOf<Requests, E>;
