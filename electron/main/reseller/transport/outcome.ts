import type { IncomingMessage } from 'node:http';
import type { ReachFailure } from '#shared/errors.ts';
import type { Stage } from '../classify.ts';

/** What happened to the bytes of one request. The *meaning* of the answer is not interpreted here. */
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
  /** Sent or possibly sent, without a complete answer. */
  | {
      readonly kind: 'lost';
      readonly stage: Stage;
      readonly why: ReachFailure | 'too-large';
      /** 0 if not even the status line of an answer came. */
      readonly status: number;
    }
  /**
   * Cancelled by the caller: a read at any time, a single sending only before a byte left (afterwards it is `lost`).
   */
  | { readonly kind: 'cancelled' };

/** As {@link Outcome}, with the answer's body as received, in a buffer of about the same size. */
export type BytesOutcome =
  | Exclude<Outcome, { readonly kind: 'answered' }>
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** Lower-case names; the first value of a repeated header. */
export type AnswerHeaders = Readonly<Partial<Record<string, string>>>;

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Built completely before connecting; null for a GET. */
  readonly body: string | null;
  /** From connecting to the last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface Transport {
  /** Over pooled connections. Never follows a redirect, never retries by itself. */
  readonly read: (request: Request) => Promise<Outcome>;
  /** As `read`, with the body not decoded. */
  readonly bytes: (request: Request) => Promise<BytesOutcome>;
  /** Over a connection of its own, exactly once, with the stage recorded. */
  readonly once: (request: Request) => Promise<Outcome>;
  /** Aborts pending requests and closes all connections. */
  readonly close: () => Promise<void>;
}

type Answered<O> = Extract<O, { readonly kind: 'answered' }>;

/** The answer with its body as text. */
export const withText = ({ bytes, ...answered }: Answered<BytesOutcome>): Answered<Outcome> => ({
  ...answered,
  text: textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
});

/** Without a byte order mark. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

/**
 * Collects a whole body as text. `done` is called once, with null if the body is larger than `maxBytes`. It is not
 * called if the body ends before it is complete.
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

/** The kind of a failure, for the user. Never used to classify a write: only the stage says whether bytes have left. */
export function reachFailureOf(thrown: unknown, otherwise: ReachFailure): ReachFailure {
  const code = codeOf(thrown);
  if (isPlainAnswer(thrown, code)) return 'not-https';
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|EPROTO)/.test(code))
    return 'tls-failed';
  return byCode[code] ?? otherwise;
}

/** OpenSSL's word for an answer that does not begin as TLS does: a server of plain HTTP. Node names it in two ways. */
const isPlainAnswer = (thrown: unknown, code: string): boolean =>
  code === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
  (code === 'EPROTO' && thrown instanceof Error && thrown.message.includes('wrong version number'));

/** If several addresses were tried, the error contains all their errors; the first one is used. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
