import { z } from 'zod';
import { mostCells, mostChanges } from '../domain/session.ts';
import * as s from './common-schemas.ts';
import { appError } from './error-schema.ts';
import * as b from './session-schemas.ts';
import { request } from './startup-schemas.ts';

const draftId = z.uuid();
const ofSession = z.object({ id: b.sessionId });

/** Requests for bulk lookups; part of the contract. */
export const sessionRequests = {
  /** Import of names for a session. A draft is held in main until it is discarded, used or replaced. */
  intake: {
    readText: request(
      z.object({ draftId, text: z.string().max(10_500_000), choices: b.readingChoices }),
      b.draftReport,
    ),
    /** A file that was dropped on the page: 64 MiB at most. */
    readBytes: request(
      z.object({
        draftId,
        fileName: z.string().max(260),
        bytes: z.instanceof(Uint8Array),
        choices: b.readingChoices,
      }),
      b.draftReport,
    ),
    /** Opens the system's file dialog; null if it was cancelled. */
    chooseFile: request(
      z.object({ draftId, choices: b.readingChoices }),
      z.object({ report: b.draftReport.nullable() }),
    ),
    /** Reads the same text or file again with other choices. */
    reread: request(z.object({ draftId, choices: b.readingChoices }), b.draftReport),
    /** Counts the names that the generator would create, without creating them. */
    count: request(b.recipe, b.generatedCount),
    generate: request(b.recipe.extend({ draftId }), b.draftReport),
    discard: request(z.object({ draftId }), s.nothing),
  },
  sessions: {
    list: request(s.nothing, z.object({ sessions: z.array(b.session).max(10_000) })),
    /** At the rate that the account allows now; null is the active account. */
    estimate: request(
      z.object({
        accountId: s.accountId.nullable(),
        names: z.number().int().min(0),
        tlds: z.number().int().min(0),
      }),
      z.object({ cells: z.number(), requests: z.number(), seconds: b.estimate.nullable() }),
    ),
    /** For the account named on the form, even if another one is active by now. The draft is used up. */
    create: request(
      z.object({ accountId: s.accountId, draftId, name: b.sessionName, tlds: b.columns, start: z.boolean() }),
      b.session,
    ),
    rename: request(ofSession.extend({ name: b.sessionName }), b.session),
    remove: request(ofSession, s.nothing),
    pause: request(ofSession, b.session),
    resume: request(ofSession, b.session),
    stop: request(ofSession, b.session),
    askAgain: request(ofSession.extend({ which: b.askAgain }), b.session),
    /** Creates a new session over the same names and TLDs, for the same account or another one. */
    runAgain: request(ofSession.extend({ accountId: s.accountId, start: z.boolean() }), b.session),
    compare: request(
      z.object({ beforeId: b.sessionId, afterId: b.sessionId }),
      z.object({
        /** Cells that exist in both sessions and were checked in both. */
        compared: z.number(),
        same: z.number(),
        changed: z.number(),
        /** The first changes, in order. */
        changes: z.array(b.sessionChange).max(mostChanges),
      }),
    ),
    /** A MessagePort with the session's findings follows, see `session-port.ts`. Opens one view of one session. */
    open: request(ofSession.extend({ viewId: z.uuid() }), b.session),
    close: request(z.object({ viewId: z.uuid() }), s.nothing),
    cell: request(
      ofSession.extend({ row: z.number().int().min(0), column: z.number().int().min(0) }),
      s.findingDetails,
    ),
    /** The findings of one name, in the order of the columns. */
    row: request(
      ofSession.extend({ row: z.number().int().min(0) }),
      z.object({ findings: z.array(s.finding).max(2_000) }),
    ),
    /** Adds cells to the shortlist or removes them; returns the number of cells on it. */
    shortlist: request(
      ofSession.extend({
        cells: z.array(z.number().int().min(0).max(mostCells)).max(100_000),
        isOn: z.boolean(),
      }),
      z.object({ shortlisted: z.number() }),
    ),
    saveView: request(ofSession.extend({ view: z.string().max(20_000) }), s.nothing),
  },
  exports: {
    /**
     * Opens the system's save dialog; `started` is false if it was cancelled. Progress is sent as `exports.*` events.
     */
    toFile: request(
      ofSession.extend({
        exportId: z.uuid(),
        filter: b.sessionFilter,
        sort: b.sessionSort,
        format: b.exportFormat,
      }),
      z.object({ started: z.boolean() }),
    ),
    /** Copies the view as tab-separated text; 200,000 cells at most. */
    toClipboard: request(
      ofSession.extend({ filter: b.sessionFilter, sort: b.sessionSort }),
      z.object({ rows: z.number() }),
    ),
    cancel: request(z.object({ exportId: z.uuid() }), s.nothing),
  },
} as const;

/** Events of main about bulk lookups. */
export const sessionEvents = {
  /** New and changed sessions, and the ids of removed ones; at most four times a second. */
  'sessions.changed': z.object({
    sessions: z.array(b.session).max(10_000),
    removed: z.array(b.sessionId).max(10_000),
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
