import type { AccountOptions } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../accounts/secret.ts';
import { type BaseUrl, joinPath } from './base-url.ts';
import type { ServiceClock } from './clock.ts';
import { encodeForm } from './form.ts';
import { silence } from './mask.ts';
import type { Call } from './operation.ts';
import { type Reply, readReply } from './reply.ts';
import { createSigner, type TokenHour } from './sign.ts';
import type { Request, Transport } from './transport/outcome.ts';

export interface Service {
  readonly baseUrl: BaseUrl;
  /** The account's e-mail address. */
  readonly username: string;
  readonly options: AccountOptions;
}

export interface WireDeps {
  readonly service: Service;
  readonly key: () => Promise<Result<Secret>>;
  readonly now: () => Date;
  readonly clock: ServiceClock;
  readonly transport: Transport;
}

/** Sends one call once, signed for `hour`. */
export type Wire = (
  call: Call,
  hour: TokenHour,
  way: 'read' | 'once',
  signal: AbortSignal | undefined,
) => Promise<Result<Reply>>;

/**
 * Signs and sends. The token is made at the moment of sending; the service's clock is learnt from what comes back; an
 * answer that repeats the key or the token has lost them before anything else sees it.
 *
 * Fails with: what `key` fails with, `invalid-input`, `cancelled`.
 */
export function createWire({ service, key, now, clock, transport }: WireDeps): Wire {
  const sign = createSigner(service.username);

  return async (call, hour, way, signal) => {
    if (!/^[\x21-\x7e]+$/.test(service.username)) return fail(badUsername);
    const found = await key();
    if (!found.ok) return found;
    const token = sign(found.value, hour);
    const sentAtMs = now().getTime();
    const outcome = await transport[way](requestOf(service, call, token, clock, signal));
    if (outcome.kind !== 'answered') return ok(readReply(outcome));
    clock.learn(outcome.headers, sentAtMs);
    return ok(readReply({ ...outcome, text: silence(outcome.text, [found.value, token]) }));
  };
}

function requestOf(
  { baseUrl, username, options }: Service,
  call: Call,
  token: Secret,
  clock: ServiceClock,
  signal: AbortSignal | undefined,
): Request {
  const body = call.form === null ? null : encodeForm(call.form);
  return {
    method: body === null ? 'GET' : 'POST',
    url: joinPath(baseUrl, call.path),
    headers: {
      username,
      token: token.reveal(),
      accept: 'application/json',
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
}

const badUsername = {
  kind: 'invalid-input',
  field: 'username',
  reason: 'The e-mail address holds a character that cannot stand in a request',
} as const;
