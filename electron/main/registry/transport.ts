import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { isSafeAddress } from '#shared/domain/registry-names.ts';

/** Where a registry may be asked, and for how long. */
export interface TransportLimits {
  /** From connecting to the last byte of the last redirect. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export const defaultLimits: TransportLimits = { timeoutMs: 15_000, maxBytes: 1024 * 1024 };

/** A whole answer, whatever its status; or none. */
export type Fetched =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** `Retry-After` as it came. */
      readonly retryAfter: string | null;
      /** The server's clock. */
      readonly date: string | null;
      readonly text: string;
    }
  /** `elsewhere`: it redirects to a host that is not listed, or too often; `garbled`: in a coding that nobody asked for, and not readable. */
  | { readonly kind: 'failed'; readonly why: 'unreachable' | 'too-large' | 'elsewhere' | 'garbled' };

export type RegistryTransport = ReturnType<typeof createTransport>;

const mostRedirects = 3;

/**
 * The second way to a network (C1), for registries alone. It shares nothing with that to a reseller service: no account, no key, and no
 * headers but what is accepted, so that a registry learns a name, and from which address it was asked. HTTPS, or plain http on this computer.
 */
export function createTransport(limits: TransportLimits = defaultLimits) {
  return {
    /** @param mayAsk Whether a host may be asked: each redirect has to lead to such a one. */
    async get(url: string, mayAsk: (host: string) => boolean, signal?: AbortSignal): Promise<Fetched> {
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
      try {
        let target = askable(url, mayAsk);
        for (let redirects = 0; target !== null && redirects <= mostRedirects; redirects += 1) {
          const answer = await send(target, limits, ended);
          if (answer.location === null) return answer.fetched;
          target = askable(URL.parse(answer.location, target.href)?.href ?? '', mayAsk);
        }
        return { kind: 'failed', why: 'elsewhere' };
      } catch {
        return { kind: 'failed', why: 'unreachable' };
      }
    },
  };
}

function askable(text: string, mayAsk: (host: string) => boolean): URL | null {
  const url = URL.parse(text);
  return url !== null && isSafeAddress(text) && mayAsk(url.host) ? url : null;
}

interface Answer {
  readonly fetched: Fetched;
  /** Of a redirect. */
  readonly location: string | null;
}

/** Over a connection of its own: registries are asked seldom, and seldom twice. */
function send(url: URL, { maxBytes }: TransportLimits, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const common = {
    signal,
    // Some servers send another coding all the same: without this header, RFC 9110 allows them any.
    headers: { accept: 'application/rdap+json', 'accept-encoding': 'identity' },
    maxHeaderSize: 32 * 1024,
    insecureHTTPParser: false,
  };
  const asked =
    url.protocol === 'https:'
      ? requestSecure(url, {
          ...common,
          agent: new SecureAgent({ keepAlive: false, minVersion: 'TLSv1.2', rejectUnauthorized: true }),
        })
      : requestPlain(url, { ...common, agent: new PlainAgent({ keepAlive: false }) });
  asked.on('error', reject);
  asked.on('response', (response) => void received(response, maxBytes).then(resolve, reject));
  asked.end();
  return promise.finally(() => asked.destroy());
}

async function received(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (isRedirect && headers.location !== undefined)
    return { location: headers.location, fetched: { kind: 'failed', why: 'elsewhere' } };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return { location: null, fetched: { kind: 'failed', why: 'too-large' } };
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('The answer broke off');
  const body = plainBody(Buffer.concat(chunks), headers['content-encoding'], maxBytes);
  if (body === null) return { location: null, fetched: { kind: 'failed', why: 'garbled' } };
  const fetched = {
    kind: 'answered',
    status,
    retryAfter: headers['retry-after'] ?? null,
    date: headers.date ?? null,
    text: body.toString('utf8').replace(/^\uFEFF/, ''),
  } as const;
  return { location: null, fetched };
}

/** The body without its coding; null where that is not known, is not what it is called, or is larger than `maxBytes` without it. */
function plainBody(body: Buffer, coding: string | undefined, maxBytes: number): Buffer | null {
  const inflate = inflaters[coding?.trim().toLowerCase() ?? 'identity'];
  try {
    // A refusal may have none.
    return body.length === 0 ? body : (inflate?.(body, maxBytes) ?? null);
  } catch {
    return null;
  }
}

const gunzip = (body: Buffer, maxOutputLength: number): Buffer => gunzipSync(body, { maxOutputLength });

/** Source: RFC 9110, section 8.4.1. What is called deflate is so with a head, as it is meant there, or without one. */
const inflaters: Readonly<Record<string, (body: Buffer, maxBytes: number) => Buffer>> = {
  identity: (body) => body,
  '': (body) => body,
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (body, maxOutputLength) =>
    ((body[0] ?? 0) & 0xf) === 8
      ? inflateSync(body, { maxOutputLength })
      : inflateRawSync(body, { maxOutputLength }),
};
