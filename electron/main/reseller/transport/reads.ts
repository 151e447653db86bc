// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an `import` would make its declarations augmentations of modules that have none
/// <reference path="./undici-parts.d.ts" />
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { withText } from './body.ts';
import type { Limits } from './limits.ts';
import type { BytesOutcome, Outcome, Request } from './outcome.ts';
import { createReading } from './reading.ts';
import type { Trust } from './trust.ts';

/** As many as an account may be set to; the throttle above keeps below it. */
const maxConnections = 64;

export type Reads = ReturnType<typeof createReads>;

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
  const placeOf = createPlaces();

  function bytes(request: Request): Promise<BytesOutcome> {
    const { signal, timeoutMs, method, headers, body } = request;
    if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const reading = createReading({ timeoutMs, signal, settle: resolve });
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

/** Thousands of requests in a row go to the same URL: it is parsed once. */
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
