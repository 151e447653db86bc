import { z } from 'zod';
import { findingKinds } from '../domain/finding.ts';
import { limitSpans } from '../domain/limits.ts';
import {
  type AppError,
  breakableJournals,
  changedParts,
  doubts,
  keychainFaults,
  reachFailures,
  refusalReasons,
  storageFaults,
  unreadableReasons,
} from '../errors.ts';
import type { Same } from './startup-schemas.ts';

export const overLimit = z.object({
  span: z.enum(limitSpans),
  scope: z.enum(['workspace', 'account']),
  measure: z.enum(['sum', 'count']),
  currency: z.string().max(16).nullable(),
  allowed: z.string().max(40),
  wouldBe: z.string().max(40),
});

/**
 * One for each span, scope, measure and currency. Entries stored while there was only a single limit are read as none.
 */
export const overLimits = z.array(overLimit).max(1_000).readonly();

/** What prevents an account from being removed, or from getting another login. */
export const accountInUse = z.object({
  why: z.enum(['change', 'batch']),
  id: z.string().max(64),
  number: z.number().int().nullable(),
  domain: z.string().max(255).nullable(),
});

/** A failure as it is sent to the page: exactly these fields, so that no other data is sent with it. */
export const appError = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invalid-input'),
    field: z.string().max(200),
    reason: z.string().max(1_000),
    at: z.number().int().exactOptional(),
  }),
  z.object({ kind: z.literal('no-account') }),
  z.object({ kind: z.literal('no-key') }),
  z.object({ kind: z.literal('keychain'), fault: z.enum(keychainFaults) }),
  z.object({
    kind: z.literal('refused'),
    why: z.enum(refusalReasons),
    status: z.number().int(),
    said: z.string().max(1_000),
  }),
  z.object({ kind: z.literal('unreachable'), why: z.enum(reachFailures) }),
  z.object({ kind: z.literal('unreadable'), status: z.number().int(), why: z.enum(unreadableReasons) }),
  z.object({ kind: z.literal('not-sent'), why: z.enum(reachFailures) }),
  z.object({
    kind: z.literal('uncertain'),
    why: z.enum(doubts),
    said: z.string().max(1_000).exactOptional(),
  }),
  z.object({ kind: z.literal('open-change'), changeId: z.string().max(64), number: z.number().int() }),
  z.object({
    kind: z.literal('changed-since'),
    what: z.enum(changedParts),
    number: z.number().int().exactOptional(),
  }),
  z.object({ kind: z.literal('over-limit'), limits: overLimits.default([]) }),
  z.object({ kind: z.literal('rate-limited'), retryAfterS: z.number().int().nullable() }),
  z.object({ kind: z.literal('account-in-use'), ...accountInUse.shape }),
  z.object({ kind: z.literal('not-available'), finding: z.enum(findingKinds) }),
  z.object({
    kind: z.literal('journal-broken'),
    // Entries stored before there were two journals refer to that of changes.
    journal: z.enum(breakableJournals).default('changes'),
    seq: z.number().int(),
  }),
  z.object({ kind: z.literal('restore-unacknowledged') }),
  z.object({ kind: z.literal('from-backup'), mayBeDone: z.boolean() }),
  z.object({ kind: z.literal('storage'), fault: z.enum(storageFaults) }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('bug'), incidentId: z.string().max(64) }),
]);

/** Does not compile unless the schema matches the union. */
export const schemaSaysWhatTheUnionSays: Same<z.output<typeof appError>, AppError> = true;
