import {
  Agent as PlainAgent,
  type ClientRequest,
  type IncomingMessage,
  request as requestPlain,
} from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { ReachFailure } from '#shared/errors.ts';
import { canHaveLeft, type Stage, stages } from '../classify.ts';
import { uncoded } from './codings.ts';
import {
  type AnswerHeaders,
  collect,
  type Limits,
  type Outcome,
  reachFailureOf,
  type Request,
  withText,
} from './outcome.ts';
import type { Trust } from './trust.ts';

/**
 * Sends exactly once: a new connection for each request (a reused one may be closed unnoticed just before), HTTP/1.1,
 * the body built in advance, no redirects, no retries. The outcome is derived from the stage that the connection
 * reached.
 *
 * Source: C2, C4; docs/decisions/0010-what-reading-back-proves.md.
 */
export function createOnce(limits: Limits, trust: () => Trust) {
  const underWay = new Set<ClientRequest>();

  function send(request: Request): Promise<Outcome> {
    if (request.signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
    const sent = open(request, limits, trust);
    underWay.add(sent);
    sent.once('close', () => underWay.delete(sent));
    return outcomeOf(sent, request, limits);
  }

  return { send, close: (): void => underWay.forEach((sent) => sent.destroy()) };
}

function open(request: Request, limits: Limits, trust: () => Trust): ClientRequest {
  const url = new URL(request.url);
  const common = {
    method: request.method,
    headers: { ...request.headers, connection: 'close' },
    maxHeaderSize: limits.maxHeaderBytes,
    insecureHTTPParser: false,
  };
  return url.protocol === 'https:'
    ? requestSecure(url, {
        ...common,
        agent: new SecureAgent({ keepAlive: false, secureContext: trust(), rejectUnauthorized: true }),
      })
    : requestPlain(url, { ...common, agent: new PlainAgent({ keepAlive: false }) });
}

function outcomeOf(sent: ClientRequest, request: Request, limits: Limits): Promise<Outcome> {
  return new Promise((resolve) => {
    let status = 0;
    const stage = watchStage(sent);
    const settle = (outcome: Outcome): void => {
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      request.signal?.removeEventListener('abort', cancel);
      resolve(outcome);
      sent.destroy();
    };
    const lose = (why: ReachFailure | 'too-large'): void => settle(lostAt(stage(), status, why));
    const cancel = (): void => {
      if (canHaveLeft(stage())) lose('connection-lost');
      else settle({ kind: 'cancelled' });
    };
    const connectTimer = setTimeout(() => {
      if (!canHaveLeft(stage())) lose('connect-timeout');
    }, limits.connectTimeoutMs);
    const totalTimer = setTimeout(() => lose('no-answer-in-time'), request.timeoutMs);
    request.signal?.addEventListener('abort', cancel);

    sent.on('error', (thrown) => lose(whyOf(thrown, stage())));
    sent.on('close', () => lose('connection-lost'));
    sent.on('response', (response) => {
      status = response.statusCode ?? 0;
      collect(response, limits.maxBodyBytes, (bytes) => {
        if (bytes === null) {
          lose('too-large');
          return;
        }
        const answer = { kind: 'answered', status, headers: headersOf(response), bytes } as const;
        const outcome = uncoded(answer, limits.maxBodyBytes);
        settle(outcome.kind === 'answered' ? withText(outcome) : outcome);
      });
    });
    sent.end(request.body ?? undefined);
  });
}

/** `not-sent` if no byte can have left; everything else is `lost`, whatever the error was. */
function lostAt(stage: Stage, status: number, why: ReachFailure | 'too-large'): Outcome {
  if (!canHaveLeft(stage) && why !== 'too-large') return { kind: 'not-sent', why };
  return { kind: 'lost', stage, status, why };
}

/**
 * Why it failed. Once bytes can have left, a socket's ETIMEDOUT or EHOSTUNREACH counts as a lost connection. If it
 * counted as "unreachable", a caller might request a transfer code again, and that is requested only once.
 */
export function whyOf(thrown: Error, stage: Stage): ReachFailure | 'too-large' {
  if ('code' in thrown && thrown.code === 'HPE_HEADER_OVERFLOW') return 'too-large';
  if (canHaveLeft(stage)) return 'connection-lost';
  return reachFailureOf(thrown, otherwiseAt[stage]);
}

const otherwiseAt: Readonly<Record<Stage, ReachFailure>> = {
  created: 'name-not-resolved',
  dns: 'connection-refused',
  tcp: 'connection-refused',
  tls: 'tls-failed',
  sending: 'connection-lost',
  flushed: 'connection-lost',
  headers: 'connection-lost',
  complete: 'connection-lost',
};

function headersOf(response: IncomingMessage): AnswerHeaders {
  const entries = Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.[0]]);
  return Object.fromEntries(entries) as AnswerHeaders; // Each entry is a name and the text of its first value.
}

/** Tracks the stage that `sent` reaches; call it before anything is sent. The stage only ever advances. */
function watchStage(sent: ClientRequest): () => Stage {
  let reached: Stage = 'created';
  const reach = (stage: Stage): void => {
    if (stages.indexOf(stage) > stages.indexOf(reached)) reached = stage;
  };
  sent.once('socket', (socket) => {
    reach('dns');
    socket.once('lookup', () => reach('tcp'));
    socket.once('connect', () => reach(socket instanceof TLSSocket ? 'tls' : 'sending'));
    socket.once('secureConnect', () => reach('sending'));
  });
  sent.once('finish', () => reach('flushed'));
  sent.once('response', (response) => {
    reach('headers');
    response.once('end', () => {
      if (response.complete) reach('complete');
    });
  });
  return () => reached;
}
