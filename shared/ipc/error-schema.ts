import { z } from 'zod';
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
} from '../app-error.ts';
import { findingKinds } from '../domain/finding.ts';
import type { Same } from './same.ts';

/** A failure as it crosses to the page: exactly these fields, so that nothing rides along in it. */
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
  z.object({ kind: z.literal('uncertain'), why: z.enum(doubts) }),
  z.object({ kind: z.literal('open-change'), changeId: z.string().max(64), number: z.number().int() }),
  z.object({ kind: z.literal('changed-since'), what: z.enum(changedParts) }),
  z.object({ kind: z.literal('not-available'), finding: z.enum(findingKinds) }),
  z.object({
    kind: z.literal('journal-broken'),
    // Those kept from before there were two are of changes.
    journal: z.enum(breakableJournals).default('changes'),
    seq: z.number().int(),
  }),
  z.object({ kind: z.literal('storage'), fault: z.enum(storageFaults) }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('bug'), incidentId: z.string().max(64) }),
]);

/** Do not compile unless the schema and the union say the same. */
export const schemaSaysWhatTheUnionSays: Same<z.output<typeof appError>, AppError> = true;
