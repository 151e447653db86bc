import { z } from 'zod';
import * as s from '#shared/ipc/schemas.ts';
import * as b from '#shared/ipc/session-schemas.ts';

/** A session as the workspace keeps it: without what only a running program knows. */
export const sessionRecord = b.session.omit({ pace: true, waitingFor: true });
export type SessionRecord = z.output<typeof sessionRecord>;

export const newSession = sessionRecord.pick({
  id: true,
  accountId: true,
  name: true,
  state: true,
  createdAt: true,
  source: true,
  tlds: true,
  rerunOf: true,
});

export const sessionChanges = sessionRecord
  .pick({ name: true, state: true, changedAt: true, finishedAt: true, view: true })
  .partial();

export const bytes = z.instanceof(Uint8Array);

/** What came of one request of a session. */
export const recordedRequest = z.object({
  row: z.int().min(0),
  /** The columns that were asked, in the order in which they were asked. */
  columns: z.instanceof(Uint16Array),
  /** Milliseconds since 1970. */
  checkedAtMs: z.int(),
  /** The answer as it came, without the key and the token; null where no usable answer came. */
  body: bytes.nullable(),
  /** Why none came; null where one did. */
  cause: b.cause.nullable(),
  /** The service's words where it refused, made sayable; or empty. */
  message: z.string().max(1_000),
});
export type RecordedRequest = z.output<typeof recordedRequest>;

/** Everything of a session that its cells say, in typed arrays that are handed over and not copied. */
export const sessionCells = z.object({
  /** Cell codes with the shortlist's bit, see `shared/domain/cell.ts`. */
  codes: bytes,
  /** Unix seconds. */
  checkedAt: z.instanceof(Uint32Array),
  /** One bit for each cell (cell `i` is bit `i & 7` of byte `i >> 3`): to be asked again and not asked since. */
  pending: bytes,
});

/** What the throttle has learned of an account. */
export const learnedPace = z.object({
  requestsPerSecond: z.number().nullable(),
  concurrency: z.number(),
  learnedAt: s.instant,
});
