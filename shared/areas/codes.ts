import { z } from 'zod';
import { fullName } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { count, request } from './startup-schemas.ts';
import { codeActions, codeOutcomes } from '../domain/code-actions.ts';
import { mostCodesInFile } from '../domain/bounds.ts';

/** One line of the journal of accesses: never contains the code or anything derived from it. */
export const codeAccess = z.object({
  /** From 1, without gaps. */
  seq: z.int().min(1),
  at: s.instant,
  accountId: s.accountId,
  accountLabel: z.string().max(80),
  /** As A-labels. */
  domain: fullName,
  deed: z.enum(codeActions),
  /**
   * Null on the line that is flushed to disk before the request is sent. Without a request it is `code` from the start.
   */
  outcome: z.enum(codeOutcomes).nullable(),
});

/** The result of one request. The code itself is in the clipboard or in its window; the page never receives it. */
export const codeTaken = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copied'), retrievedAt: s.instant, clearsAt: s.instant }),
  z.object({ kind: z.literal('revealed'), retrievedAt: s.instant, hidesAt: s.instant }),
  z.object({ kind: z.literal('emailed'), retrievedAt: s.instant }),
  /** `answer`: only the structure, with every value masked. */
  z.object({
    kind: z.literal('unclear'),
    retrievedAt: s.instant,
    status: z.int(),
    answer: z.string().max(70_000),
  }),
  /** Nothing was sent to the service: the user closed the confirmation, or another one is still open. */
  z.object({ kind: z.literal('declined'), why: z.enum(['closed', 'busy']) }),
]);

/** Where codes are at present. */
export const codesNow = z.object({
  /** The domain whose code is in the clipboard, and when it is removed from there. */
  clipboard: z.object({ domain: fullName, clearsAt: s.instant }).nullable(),
  /** The domain whose code is on the screen. */
  shown: z.object({ domain: fullName, hidesAt: s.instant }).nullable(),
  /** Whether clipboard histories can be told to omit a code. If not, the user is warned before copying. */
  canHint: z.boolean(),
});

/**
 * The state of the export's file. `none`: none was written, and an existing file at that path is unchanged. `there`: it
 * was written, and existed at the last check. `gone`: it was written, and was moved, renamed or removed since.
 */
const codeExportFile = z.enum(['none', 'there', 'gone']);

/** An export of many codes into one encrypted file. It ends with this run of the program. */
export const codeExport = z.object({
  id: z.uuid(),
  accountId: s.accountId,
  accountLabel: z.string().max(80),
  path: z.string().max(4_096),
  file: codeExportFile,
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  total: count,
  asked: count,
  /** The number of requested codes by outcome. */
  outcomes: z.record(z.enum(codeOutcomes), count),
  /** How many of them were not read (`not-read.ts`), and why, in a sentence; empty where all were. */
  notRead: z.string().max(4_000),
  startedAt: s.instant,
  endedAt: s.instant.nullable(),
  /** Why the export as a whole failed. `file` says whether the codes fetched by then are in the file nevertheless. */
  error: appError.nullable(),
  /** Why it waits: offline, or the service asks for a pause. Null if it does not wait. */
  waitsFor: appError.nullable(),
});

export const codeExportRow = z.object({
  index: count,
  domain: fullName,
  /** Null until the code was requested. */
  outcome: z.enum(codeOutcomes).nullable(),
  error: appError.nullable(),
});

const ofCodeExport = z.object({ id: z.uuid() });

/** An encrypted file whose codes main holds until it is closed: the domains, without the codes. */
export const openedCodeFile = z.object({
  id: z.uuid(),
  /** Without its folder. */
  fileName: z.string().max(1_000),
  /** When the last of its codes was requested; null if it has no row. */
  requestedAt: s.instant.nullable(),
  rows: z.array(z.object({ domain: fullName, hasCode: z.boolean() })).max(mostCodesInFile),
});

const ofOpenedFile = z.object({ id: z.uuid() });

/** Requests for transfer codes; part of the contract. No answer contains a code. */
export const codeRequests = {
  codes: {
    /**
     * Requests a code from the service once, after the user has confirmed it in the code window. That window is not
     * part of the page, so the answer comes when the user has decided there.
     */
    take: request(
      z.object({ accountId: s.accountId, domain: fullName, deed: z.enum(['copy', 'reveal']) }),
      codeTaken,
    ),
    /** Newest first. */
    accesses: request(
      z.object({ accountId: s.accountId, domain: fullName }),
      z.object({ accesses: z.array(codeAccess).max(200) }),
    ),
    now: request(s.nothing, codesNow),
    /** Removes the code from the clipboard early, if it is still the one that we copied. */
    clearClipboard: request(s.nothing, codesNow),
    /** Asks for a file, and for the passphrase in the code window; null if the user cancelled. */
    saveMany: request(
      z.object({ accountId: s.accountId, domains: z.array(fullName).min(1).max(mostCodesInFile) }),
      z.object({ codeExport: codeExport.nullable() }),
    ),
    /** The code exports of this run of the program, newest first. */
    codeExports: request(s.nothing, z.object({ codeExports: z.array(codeExport).max(100) })),
    exportRows: request(
      ofCodeExport.extend({
        which: z.enum(['all', 'failed', 'not-read']),
        offset: count,
        limit: z.int().min(1).max(500),
      }),
      z.object({ rows: z.array(codeExportRow).max(500), total: count }),
    ),
    /** Requests no further codes; the file is completed with those already fetched. */
    stopExport: request(ofCodeExport, s.nothing),
    /**
     * Asks for a file, or takes the one that was handed over, and asks for its passphrase in the code window; null if the user
     * cancelled, or none waits.
     */
    openFile: request(z.object({ isHanded: z.boolean() }), z.object({ file: openedCodeFile.nullable() })),
    /** Shows one code of the opened file in the code window. False if that window was open already, or was closed. */
    showFromFile: request(ofOpenedFile.extend({ index: count }), z.object({ isShown: z.boolean() })),
    /** Forgets the codes of the file. */
    closeFile: request(ofOpenedFile, s.nothing),
  },
} as const;

export const codeEvents = {
  'codes.changed': codesNow,
  'codes.exportChanged': codeExport,
  /** Main has forgotten the codes of a file by itself: the user went away, or showed none for a while. */
  'codes.fileClosed': ofOpenedFile,
} as const;
