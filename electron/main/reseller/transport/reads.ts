import { Agent, buildConnector } from 'undici';
import type { Limits } from './limits.ts';
import type { AnswerHeaders, Outcome, Request } from './outcome.ts';
import { reachFailureOf } from './reach-failure.ts';
import type { Trust } from './trust.ts';

/** As many as an account may be set to; the throttle above keeps below it. */
const maxConnections = 64;

/** Sends reads over pooled connections. `Agent` follows no redirect: the token would go wherever it points (C3). */
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
  return {
    send: (request: Request): Promise<Outcome> => read(agent, request),
    close: (): Promise<void> => agent.destroy(),
  };
}

/** The roots are parsed only when the first https connection needs them. */
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

async function read(agent: Agent, request: Request): Promise<Outcome> {
  const { signal, timeoutMs } = request;
  if (isAborted(signal)) return { kind: 'cancelled' };
  const abort = new AbortController();
  const giveUp = (): void => abort.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    giveUp();
  }, timeoutMs);
  signal?.addEventListener('abort', giveUp);
  let status = 0;
  try {
    const url = new URL(request.url);
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname,
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: abort.signal,
    });
    status = response.statusCode;
    const text = await response.body.text();
    return { kind: 'answered', status, headers: firstOfEach(response.headers), text };
  } catch (thrown) {
    return failed(thrown, { status, timedOut, cancelled: isAborted(signal) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

interface Progress {
  readonly status: number;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
}

function failed(thrown: unknown, { status, timedOut, cancelled }: Progress): Outcome {
  const stage = status === 0 ? 'sending' : 'headers';
  if (timedOut) return { kind: 'lost', stage, status, why: 'no-answer-in-time' };
  if (cancelled) return { kind: 'cancelled' };
  const why = isOverLimit(thrown) ? 'too-large' : reachFailureOf(thrown, 'connection-lost');
  return { kind: 'lost', stage, status, why };
}

const isOverLimit = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  (thrown.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || thrown.code === 'UND_ERR_HEADERS_OVERFLOW');

function firstOfEach(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  return Object.fromEntries(entries) as AnswerHeaders; // Each entry is a name and the text of its first value.
}
