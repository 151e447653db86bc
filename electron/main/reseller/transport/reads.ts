// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an `import` would make its declarations augmentations of modules that have none
/// <reference path="./undici-parts.d.ts" />

import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { uncoded } from './codings.ts';
import {
  type AnswerHeaders,
  type BytesOutcome,
  type Limits,
  type Outcome,
  reachFailureOf,
  type Request,
  withText,
} from './outcome.ts';
import type { Trust } from './trust.ts';

/** The highest concurrency that an account can be set to; the throttle above keeps below it. */
const maxConnections = 64;

/** Sends reads over pooled connections. `Agent` follows no redirects: they would send the token elsewhere (C3). */
export function createReads(limits: Limits, trust: () => Trust) {
  const agent = new Agent({
    connect: connector(limits, trust),
    connections: maxConnections,
    allowH2: false,
    maxHeaderSize: limits.maxHeaderBytes,
    maxResponseSize: limits.maxBodyBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const placeOf = createPlaces();

  function bytes(request: Request): Promise<BytesOutcome> {
    const { signal, timeoutMs, method, headers, body } = request;
    if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const reading = createReading({ timeoutMs, signal, maxBytes: limits.maxBodyBytes, settle: resolve });
      agent.dispatch({ ...placeOf(request.url), method, headers, body }, reading);
    });
  }

  async function send(request: Request): Promise<Outcome> {
    const outcome = await bytes(request);
    return outcome.kind === 'answered' ? withText(outcome) : outcome;
  }

  return { send, bytes, close: (): Promise<void> => agent.destroy() };
}

interface Place {
  readonly origin: string;
  readonly path: string;
}

/** Caches the last parsed URL: thousands of consecutive requests go to the same one. */
function createPlaces(): (url: string) => Place {
  let last: (Place & { readonly url: string }) | null = null;
  return (url) => {
    if (last?.url !== url) {
      const { origin, pathname } = new URL(url);
      last = { url, origin, path: pathname };
    }
    return { origin: last.origin, path: last.path };
  };
}

/** Creates connections. The root certificates are parsed only when the first https connection needs them. */
function connector(limits: Limits, trust: () => Trust): buildConnector.connector {
  const plain = buildConnector({ timeout: limits.connectTimeoutMs });
  let secure: buildConnector.connector | null = null;
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      plain(options, callback);
      return;
    }
    secure ??= buildConnector({
      timeout: limits.connectTimeoutMs,
      secureContext: trust(),
      rejectUnauthorized: true,
      allowH2: false,
    });
    secure(options, callback);
  };
}

interface ReadingDeps {
  /** From connecting to the last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Of the body, as it comes and decoded. */
  readonly maxBytes: number;
  /** Called once. */
  readonly settle: (outcome: BytesOutcome) => void;
}

/**
 * Handles one read from its dispatch to its last byte. Implements undici's handler interface directly: a stream, a
 * promise and an abort signal for each request cost more than all other work of a lookup on this thread.
 */
function createReading({ timeoutMs, signal, maxBytes, settle }: ReadingDeps): Dispatcher.DispatchHandler {
  let status = 0;
  let headers: AnswerHeaders = {};
  let chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | null = null;
  let isSettled = false;

  function end(outcome: BytesOutcome): void {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    chunks = [];
    settle(outcome);
  }
  /** A request that still waits for its connection has no controller yet: it is aborted when it gets one. */
  function giveUp(outcome: BytesOutcome): void {
    end(outcome);
    controller?.abort(givenUp);
  }
  const cancel = (): void => giveUp({ kind: 'cancelled' });
  const timer = setTimeout(() => giveUp(lost(status, 'no-answer-in-time')), timeoutMs);
  signal?.addEventListener('abort', cancel);

  return {
    onRequestStart(started) {
      controller = started;
      if (isSettled) started.abort(givenUp);
    },
    onResponseStart(_controller, statusCode, given) {
      if (statusCode < 200) return;
      status = statusCode;
      headers = firstOfEach(given);
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      end(uncoded({ kind: 'answered', status, headers, bytes: joined(chunks) }, maxBytes));
    },
    onResponseError(_controller, thrown) {
      end(lost(status, isOverLimit(thrown) ? 'too-large' : reachFailureOf(thrown, 'connection-lost')));
    },
  };
}

const givenUp = new Error('The read was given up');

type Lost = Extract<BytesOutcome, { readonly kind: 'lost' }>;

const lost = (status: number, why: Lost['why']): Lost => ({
  kind: 'lost',
  stage: status === 0 ? 'sending' : 'headers',
  status,
  why,
});

/**
 * The body in one buffer of its own: a view into a large buffer of the socket would keep all of that in memory. A body
 * that came in one chunk, as nearly all do, is not copied.
 */
function joined(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1 && first.buffer instanceof ArrayBuffer) {
    const { buffer, byteOffset, byteLength } = first;
    if (buffer.byteLength <= 2 * byteLength) return new Uint8Array(buffer, byteOffset, byteLength);
  }
  let size = 0;
  for (const chunk of chunks) size += chunk.length;
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const isOverLimit = (thrown: Error): boolean =>
  'code' in thrown &&
  (thrown.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || thrown.code === 'UND_ERR_HEADERS_OVERFLOW');

function firstOfEach(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const first: Partial<Record<string, string>> = {};
  for (const name in headers) {
    const value = headers[name];
    const text = typeof value === 'object' ? value[0] : value;
    if (text !== undefined) first[name] = text;
  }
  return first;
}
