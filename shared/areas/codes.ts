import { z } from 'zod';
import { fullName } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { count } from './common-schemas.ts';
import { codeActions, codeOutcomes } from '../domain/code-actions.ts';

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

export const codeEvents = {
  'codes.changed': codesNow,
  'codes.exportChanged': codeExport,
  /** Main has forgotten the codes of a file by itself: the user went away, or showed none for a while. */
  'codes.fileClosed': z.object({ id: z.uuid() }),
} as const;
