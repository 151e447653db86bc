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

/** What the page asks of main for transfer codes; part of the contract. No answer has a code in it. */
export const codeRequests = {
  codes: {
    /**
     * Asks the service once, after the user has confirmed this very request in the code window, which is no part of the
     * page: so the answer comes when the user has decided there.
     */
    take: request(
      z.object({ accountId: s.accountId, domain: fullName, deed: z.enum(['copy', 'reveal']) }),
      codeTaken,
    ),
    /** The newest first. */
    accesses: request(
      z.object({ accountId: s.accountId, domain: fullName }),
      z.object({ accesses: z.array(codeAccess).max(200) }),
    ),
    now: request(s.nothing, codesNow),
    /** Takes the code out of the clipboard before its time, if it is still ours. */
    clearClipboard: request(s.nothing, codesNow),
    /** Asks where to, and in the code window for the passphrase; null where the user turned back. */
    saveMany: request(
      z.object({ accountId: s.accountId, domains: z.array(fullName).min(1).max(20_000) }),
      z.object({ saving: codeExport.nullable() }),
    ),
    /** Of this run of the program, the newest first. */
    savings: request(s.nothing, z.object({ savings: z.array(codeExport).max(100) })),
    savingRows: request(
      ofCodeExport.extend({
        which: z.enum(['all', 'failed']),
        offset: count,
        limit: z.int().min(1).max(500),
      }),
      z.object({ rows: z.array(codeExportRow).max(500), total: count }),
    ),
    /** Asks for no more; the file is finished with what was fetched. */
    stopSaving: request(ofCodeExport, s.nothing),
  },
} as const;

export const codeEvents = {
  'codes.changed': codesNow,
  'codes.saving': codeExport,
} as const;

/** Do not compile unless the schemas and the domain's types say the same. */
export const codeSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof codeAccess>, CodeAccess>,
  Same<z.output<typeof codeTaken>, CodeTaken>,
  Same<z.output<typeof codesNow>, CodesNow>,
  Same<z.output<typeof codeExport>, CodeExport>,
  Same<z.output<typeof codeExportRow>, CodeExportRow>,
] = [true, true, true, true, true];
