import { z } from 'zod';
import {
  type CodeAccess,
  codeActions,
  type CodeExport,
  codeExportFiles,
  type CodeExportRow,
  codeOutcomes,
  type CodesNow,
  type CodeTaken,
} from '../domain/code.ts';
import { fullName } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { request, type Same } from './startup-schemas.ts';

const count = z.int().min(0);

export const codeAccess = z.object({
  seq: z.int().min(1),
  at: s.instant,
  accountId: s.accountId,
  accountLabel: z.string().max(80),
  domain: fullName,
  deed: z.enum(codeActions),
  outcome: z.enum(codeOutcomes).nullable(),
});

const codeTaken = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copied'), retrievedAt: s.instant, clearsAt: s.instant }),
  z.object({ kind: z.literal('revealed'), retrievedAt: s.instant, hidesAt: s.instant }),
  z.object({ kind: z.literal('emailed'), retrievedAt: s.instant }),
  z.object({
    kind: z.literal('unclear'),
    retrievedAt: s.instant,
    status: z.int(),
    answer: z.string().max(70_000),
  }),
  z.object({ kind: z.literal('declined'), why: z.enum(['closed', 'busy']) }),
]);

const codesNow = z.object({
  clipboard: z.object({ domain: fullName, clearsAt: s.instant }).nullable(),
  shown: z.object({ domain: fullName, hidesAt: s.instant }).nullable(),
  canHint: z.boolean(),
});

const codeExport = z.object({
  id: z.uuid(),
  accountId: s.accountId,
  accountLabel: z.string().max(80),
  path: z.string().max(4_096),
  file: z.enum(codeExportFiles),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  total: count,
  asked: count,
  outcomes: z.record(z.enum(codeOutcomes), count),
  startedAt: s.instant,
  endedAt: s.instant.nullable(),
  error: appError.nullable(),
  waitsFor: appError.nullable(),
});

const codeExportRow = z.object({
  index: count,
  domain: fullName,
  outcome: z.enum(codeOutcomes).nullable(),
  error: appError.nullable(),
});

const ofCodeExport = z.object({ id: z.uuid() });

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
      z.object({ accountId: s.accountId, domains: z.array(fullName).min(1).max(20_000) }),
      z.object({ saving: codeExport.nullable() }),
    ),
    /** The code exports of this run of the program, newest first. */
    savings: request(s.nothing, z.object({ savings: z.array(codeExport).max(100) })),
    savingRows: request(
      ofCodeExport.extend({
        which: z.enum(['all', 'failed']),
        offset: count,
        limit: z.int().min(1).max(500),
      }),
      z.object({ rows: z.array(codeExportRow).max(500), total: count }),
    ),
    /** Requests no further codes; the file is completed with those already fetched. */
    stopSaving: request(ofCodeExport, s.nothing),
  },
} as const;

export const codeEvents = {
  'codes.changed': codesNow,
  'codes.saving': codeExport,
} as const;

/** Does not compile unless the schemas match the domain's types. */
export const codeSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof codeAccess>, CodeAccess>,
  Same<z.output<typeof codeTaken>, CodeTaken>,
  Same<z.output<typeof codesNow>, CodesNow>,
  Same<z.output<typeof codeExport>, CodeExport>,
  Same<z.output<typeof codeExportRow>, CodeExportRow>,
] = [true, true, true, true, true];
