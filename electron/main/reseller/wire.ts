import type { AccountOptions } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../system/secret.ts';
import { type BaseUrl, joinPath } from './base-url.ts';
import type { ServiceClock } from './clock.ts';
import {
  type BulkReply,
  readBulkReply,
  readReply,
  type Reply,
  type RequestStats,
  requestStatsOf,
} from './reply.ts';
import { encodeForm } from './form.ts';
import { redactSecretBytes, redactSpellings } from './mask.ts';
import type { Call } from './operation.ts';
import { createSigner, type TokenHour } from './sign.ts';
import {
  type BytesOutcome,
  isNamedUtf8,
  type Outcome,
  type Request,
  type Transport,
  withText,
} from './transport/outcome.ts';

export interface Service {
  readonly baseUrl: BaseUrl;
  /** The account's e-mail address. */
  readonly username: string;
  readonly options: AccountOptions;
}

interface WireDeps {
  readonly service: Service;
  readonly key: () => Promise<Result<Secret>>;
  readonly now: () => Date;
  /** Monotonic, for durations: adjusting the system clock must not look like a slow service. */
  readonly nowMs?: () => number;
  readonly clock: ServiceClock;
  readonly transport: Transport;
  /** Called for every request that was sent or attempted. */
  readonly onExchange?: (exchange: RequestStats) => void;
}

/** Sends one call once, signed for `hour`. */
type Send<R> = (call: Call, hour: TokenHour, signal: AbortSignal | undefined) => Promise<Result<R>>;

export interface Wire {
  /** Over pooled connections. */
  readonly read: Send<Reply>;
  /** As `read`; an answer that is a list is not decoded. */
  readonly bulk: Send<BulkReply>;
  /** Over a connection of its own. */
  readonly once: Send<Reply>;
}

/**
 * Signs and sends calls. The token is created at the moment of sending. The service's clock is estimated from the
 * answers. The key and the token are removed from an answer before any other code sees it.
 *
 * Fails with: what `key` fails with, `invalid-input`, `cancelled`.
 */
export function createWire(deps: WireDeps): Wire {
  const { service, key, now, nowMs = () => performance.now(), clock, transport, onExchange } = deps;
  const sign = createSigner(service.username);
  const request = createRequests(service, clock);
  const isSendable = /^[\x21-\x7e]+$/.test(service.username);

  const sending =
    <O extends Outcome | BytesOutcome, R extends BulkReply>(
      send: (request: Request) => Promise<O>,
      read: (outcome: O, secrets: readonly Secret[]) => R,
      of: RequestStats['of'],
    ): Send<R> =>
    async (call, hour, signal) => {
      if (!isSendable) return fail(badUsername);
      const found = await key();
      if (!found.ok) return found;
      const token = sign(found.value, hour);
      const [sentAtMs, startedMs] = [now().getTime(), nowMs()];
      const outcome = await send(request(call, token, signal));
      const durationMs = nowMs() - startedMs;
      if (outcome.kind === 'answered') clock.noteAnswer(outcome.headers, sentAtMs);
      const reply = read(outcome, [found.value, token]);
      onExchange?.(requestStatsOf(reply, of, durationMs, now()));
      return ok(reply);
    };

  return {
    read: sending(transport.read, readSilenced, 'read'),
    bulk: sending(transport.bytes, readSilencedBulk, 'bulk'),
    once: sending(transport.once, readSilenced, 'write'),
  };
}

const readSilenced = (outcome: Outcome, secrets: readonly Secret[]): Reply =>
  readReply(
    outcome.kind === 'answered' ? { ...outcome, text: redactSpellings(outcome.text, secrets) } : outcome,
  );

/** In another charset than UTF-8, a secret has other bytes: such an answer is decoded first. */
function readSilencedBulk(outcome: BytesOutcome, secrets: readonly Secret[]): BulkReply {
  if (outcome.kind !== 'answered') return readBulkReply(outcome);
  if (!isNamedUtf8(outcome.headers)) return readSilenced(withText(outcome), secrets);
  return readBulkReply({ ...outcome, bytes: redactSecretBytes(outcome.bytes, secrets) });
}

type ToRequest = (call: Call, token: Secret, signal: AbortSignal | undefined) => Request;

function createRequests({ baseUrl, username, options }: Service, clock: ServiceClock): ToRequest {
  const urlOf = createUrls(baseUrl);
  return (call, token, signal) => {
    const body = call.body ?? (call.form === null ? null : encodeForm(call.form));
    return {
      method: body === null ? 'GET' : 'POST',
      url: urlOf(call.path),
      headers: {
        username,
        token: token.reveal(),
        accept: 'application/json',
        // Without it any coding may be sent. Source: RFC 9110, section 12.5.3.
        'accept-encoding': 'identity',
        ...(options.sendTimestamp && { timestamp: String(Math.floor(clock.time().getTime() / 1_000)) }),
        ...(body !== null && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
      body,
      timeoutMs: options.timeoutMs,
      signal,
    };
  };
}

/** Caches the last URL: a bulk lookup uses one path thousands of times. */
function createUrls(baseUrl: BaseUrl): (path: Call['path']) => string {
  let last: { readonly path: Call['path']; readonly url: string } | null = null;
  return (path) => {
    if (last?.path !== path) last = { path, url: joinPath(baseUrl, path) };
    return last.url;
  };
}

const badUsername = {
  kind: 'invalid-input',
  field: 'username',
  reason: 'The e-mail address contains a character that isn’t allowed in a request',
} as const;
