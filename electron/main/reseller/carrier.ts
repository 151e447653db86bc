import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { ServiceClock } from './clock.ts';
import { concludeRead } from './conclude.ts';
import { hourForWrite, readAtHour } from './hours.ts';
import type { Call, Effect } from './operation.ts';
import { readCredits } from './operations/credits-tlds-version.ts';
import type { Reply } from './reply.ts';
import { type RetryDeps, retrying } from './retry.ts';
import type { TokenHour } from './sign.ts';
import type { Wire } from './wire.ts';

type Send = (call: Call, signal: AbortSignal | undefined) => Promise<Result<Reply>>;

/** One way of sending for each effect: reads until answered, everything else once. */
export function createCarrier(
  wire: Wire,
  clock: ServiceClock,
  deps: RetryDeps,
): Readonly<Record<Effect, Send>> {
  const read: Send = (call, signal) =>
    retrying(
      async () => {
        const sent = await readAtHour((hour) => wire(call, hour, 'read', signal), clock);
        return sent.ok ? ok(sent.value.reply) : sent;
      },
      deps,
      signal,
    );

  const once: Send = async (call, signal) => {
    const hour = await hourForWrite(clock, () => provenHour(wire, clock, signal));
    return hour.ok ? wire(call, hour.value, 'once', signal) : hour;
  };

  return { read, 'read-once': once, write: once };
}

/**
 * The hour that the service accepts now, shown by reading the credit. That the account may not read its credit is
 * proof as well: the token was looked at before the permission.
 *
 * Fails with: `refused`, `not-sent`, `cancelled`, and what the key fails with. The write has not been sent.
 */
async function provenHour(
  wire: Wire,
  clock: ServiceClock,
  signal: AbortSignal | undefined,
): Promise<Result<TokenHour>> {
  const asked = { operation: readCredits, input: null, call: creditsCall, answeredAt: '' };
  const read = await readAtHour((hour) => wire(creditsCall, hour, 'read', signal), clock);
  if (!read.ok) return read;
  const { hour, reply } = read.value;
  const concluded = concludeRead(asked, reply);
  return concluded.ok || isProof(concluded.error) ? ok(hour) : fail(unsent(concluded.error));
}

const creditsCall: Call = { path: ['billing', 'credits'], form: null };

const isProof = (error: AppError): boolean =>
  (error.kind === 'refused' && error.why === 'permission') ||
  (error.kind === 'unreadable' && error.why === 'wrong-shape');

function unsent(error: AppError): AppError {
  if (error.kind === 'unreachable') return { kind: 'not-sent', why: error.why };
  return error.kind === 'unreadable' ? { kind: 'not-sent', why: 'connection-lost' } : error;
}
