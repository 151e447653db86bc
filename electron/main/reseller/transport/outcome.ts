import type { IncomingMessage } from 'node:http';
import type { ReachFailure } from '#shared/errors.ts';
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

type Answered<O> = Extract<O, { readonly kind: 'answered' }>;

/** The answer with its body as text. */
export const withText = ({ bytes, ...answered }: Answered<BytesOutcome>): Answered<Outcome> => ({
  ...answered,
  text: textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
});

/** A byte order mark is no part of a text. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

/**
 * Collects a whole body as text. `done` is called once, with null when the body is larger than `maxBytes`; it is not
 * called at all when the body ends before it is complete.
 */
export function collect(
  response: IncomingMessage,
  maxBytes: number,
  done: (text: string | null) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) done(null);
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (response.complete && size <= maxBytes) done(textOf(Buffer.concat(chunks)));
  });
}

/** Source: C16. */
export const connectTimeoutMs = 10_000;
export const maxBodyBytes = 5 * 1024 * 1024;
export const maxHeaderBytes = 64 * 1024;

export interface Limits {
  /** Name resolution, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
}

export const defaultLimits: Limits = { connectTimeoutMs, maxBodyBytes, maxHeaderBytes };

const byCode: Readonly<Partial<Record<string, ReachFailure>>> = {
  ENOTFOUND: 'name-not-resolved',
  EAI_AGAIN: 'name-not-resolved',
  EAI_FAIL: 'name-not-resolved',
  ECONNREFUSED: 'connection-refused',
  ENETUNREACH: 'offline',
  EHOSTUNREACH: 'offline',
  ENETDOWN: 'offline',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
};

/**
 * The word for a failure, for people. Never the verdict: whether bytes have left is told by the stage alone.
 */
export function reachFailureOf(thrown: unknown, otherwise: ReachFailure): ReachFailure {
  const code = codeOf(thrown);
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|EPROTO)/.test(code))
    return 'tls-failed';
  return byCode[code] ?? otherwise;
}

/** Trying several addresses fails with all their errors; the first one speaks. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
