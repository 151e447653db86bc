import type { ReachFailure } from '#shared/app-error.ts';
import type { Stage } from '../classify.ts';

/** What happened to the bytes of one request. What the answer *means* is not decided here. */
export type Outcome =
  /** Not a byte of the request has left. */
  | { readonly kind: 'not-sent'; readonly why: ReachFailure }
  /** A complete answer. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly text: string;
    }
  /** Sent or maybe sent, and no complete answer. */
  | {
      readonly kind: 'lost';
      readonly stage: Stage;
      readonly why: ReachFailure | 'too-large';
      /** 0 where not even the head of an answer came. */
      readonly status: number;
    }
  /** Given up by the caller: a read at any time, a single sending before a byte left (afterwards it is `lost`). */
  | { readonly kind: 'cancelled' };

/** The same with the answer's body as it came. The bytes are in memory that holds little else. */
export type BytesOutcome =
  | Exclude<Outcome, { readonly kind: 'answered' }>
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** Lower-case names; of a header that came twice, the first. */
export type AnswerHeaders = Readonly<Partial<Record<string, string>>>;

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Built whole before anything connects; null for a GET. */
  readonly body: string | null;
  /** Connect to last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface Transport {
  /** Over pooled connections. Never follows a redirect, never sends again by itself. */
  readonly read: (request: Request) => Promise<Outcome>;
  /** As `read`, the body undecoded. */
  readonly bytes: (request: Request) => Promise<BytesOutcome>;
  /** Over a connection of its own, exactly once, with the stage recorded. */
  readonly once: (request: Request) => Promise<Outcome>;
  /** Ends what is under way and closes all connections. */
  readonly close: () => Promise<void>;
}
