import { TextDecoder } from 'node:util';
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
      /** Set where the body is not surely what the service meant: see {@link withText}. */
      readonly isDoubtful?: true;
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

export type Answered<O> = Extract<O, { readonly kind: 'answered' }>;

/**
 * The answer with its body as text, without byte order marks. JSON is UTF-8 (RFC 8259, section 8.1), and is read so unless the
 * answer names another charset that the bytes fit.
 *
 * Doubtful is a body that does not fit its charset, and then has U+FFFD in places, and one that fits two: ours and theirs.
 */
export function withText({ bytes, ...answered }: Answered<BytesOutcome>): Answered<Outcome> {
  const { text, isDoubtful } = textIn(bytes, charsetIn(answered.headers));
  return { ...answered, text: text.replace(/^\uFEFF+/, ''), ...(isDoubtful && { isDoubtful }) };
}

/** Whether nothing is said against UTF-8. */
export const isNamedUtf8 = (headers: AnswerHeaders): boolean => /^(utf-?8)?$/.test(charsetIn(headers));

/** The charset that the answer names, in lower case; the empty text where it names none. */
const charsetIn = ({ 'content-type': type = '' }: AnswerHeaders): string =>
  /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(type)?.[1]?.toLowerCase() ?? '';

function textIn(bytes: Uint8Array, charset: string): Pick<Answered<Outcome>, 'text' | 'isDoubtful'> {
  const utf8 = decoded(bytes, decoderOf('utf-8'));
  const other = decoderOf(charset);
  if (other === null || other.encoding === 'utf-8') return utf8 === null ? inDoubt(bytes) : { text: utf8 };
  const text = decoded(bytes, other);
  // What is valid UTF-8 beyond ASCII is hardly ever anything else, but may be.
  const fitsBoth = utf8 !== null && utf8 !== text && /[^\0-\x7f]/.test(utf8);
  return text === null || fitsBoth ? inDoubt(bytes) : { text };
}

const inDoubt = (bytes: Uint8Array): Pick<Answered<Outcome>, 'text' | 'isDoubtful'> => ({
  text: new TextDecoder().decode(bytes),
  isDoubtful: true,
});

/** Null where the bytes are not valid in the charset. */
function decoded(bytes: Uint8Array, decoder: TextDecoder | null): string | null {
  try {
    return decoder?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

/** Null where nobody knows the charset. Source: WHATWG Encoding Standard, "Names and labels". */
function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return null;
  }
}

/**
 * Collects a whole body. `done` is called once, with null if the body is larger than `maxBytes`. It is not called if the
 * body ends before it is complete.
 */
export function collect(
  response: IncomingMessage,
  maxBytes: number,
  done: (bytes: Uint8Array<ArrayBuffer> | null) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) done(null);
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (response.complete && size <= maxBytes) done(new Uint8Array(Buffer.concat(chunks)));
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
