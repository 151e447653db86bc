import type { ReachFailure, RefusalReason } from '#shared/app-error.ts';
import { refusalReason } from './refusal-reason.ts';
import { type BulkReply, isRefusal, refusalWords } from './reply.ts';
import { retryAfterMs } from './retry.ts';

/** One request and what came back, as whoever paces the requests wants to know it. Says nothing of the content. */
export interface Exchange {
  /** Of a bulk session: one of many alike, so that its duration can be compared. */
  readonly isBulk: boolean;
  /** 0 where no answer came. */
  readonly status: number;
  /** Null where the answer does not refuse, or none came. */
  readonly refusal: RefusalReason | null;
  /** Why no complete answer came; null where one did, or where the caller gave up. */
  readonly failure: ReachFailure | 'too-large' | null;
  /** What the service asks to be left alone for; 0 where it does not. */
  readonly retryAfterMs: number;
  readonly durationMs: number;
}

export function exchangeOf(reply: BulkReply, isBulk: boolean, durationMs: number, now: Date): Exchange {
  const nothing = { isBulk, status: 0, refusal: null, failure: null, retryAfterMs: 0, durationMs };
  switch (reply.kind) {
    case 'list':
      return { ...nothing, status: reply.status };
    case 'answered':
      return {
        ...nothing,
        status: reply.status,
        refusal: isRefusal(reply) ? refusalReason('lookup', reply.status, refusalWords(reply)) : null,
        retryAfterMs: retryAfterMs(reply.headers['retry-after'], now),
      };
    case 'not-sent':
    case 'lost':
      return { ...nothing, failure: reply.why };
    case 'cancelled':
      return nothing;
  }
}
