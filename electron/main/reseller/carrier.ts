import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { ServiceClock } from './clock.ts';
import { concludeRead } from './conclude.ts';
import { hourForWrite, readAtHour } from './hours.ts';
import type { Call, Effect } from './operation.ts';
import { readCredits } from './operations/credits-tlds-version.ts';
import type { BulkReply, Reply } from './reply.ts';
import { type RetryDeps, retrying } from './retry.ts';
import type { TokenHour } from './sign.ts';
import type { Wire } from './wire.ts';

type Send<R> = (call: Call, signal: AbortSignal | undefined) => Promise<Result<R>>;

/** One way of sending for each effect: reads until answered, everything else once. */
export interface Carrier extends Readonly<Record<Effect, Send<Reply>>> {
  /** A read whose answer, where it is a list, stays undecoded. @param tries At most so many. */
  readonly bulk: (
    call: Call,
    signal: AbortSignal | undefined,
    tries: number | undefined,
  ) => Promise<Result<BulkReply>>;
}

export function createCarrier(wire: Wire, clock: ServiceClock, deps: RetryDeps): Carrier {
  const untilAnswered = <R extends BulkReply>(
    send: (hour: TokenHour) => Promise<Result<R>>,
    signal: AbortSignal | undefined,
    tries?: number,
  ): Promise<Result<R>> =>
    retrying(
      async () => {
        const sent = await readAtHour(send, clock);
        return sent.ok ? ok(sent.value.reply) : sent;
      },
      deps,
      signal,
      tries,
    );

  const once: Send<Reply> = async (call, signal) => {
    const hour = await hourForWrite(clock, () => provenHour(wire, clock, signal));
    return hour.ok ? wire.once(call, hour.value, signal) : hour;
  };

  return {
    read: (call, signal) => untilAnswered((hour) => wire.read(call, hour, signal), signal),
    'read-once': once,
    write: once,
    bulk: (call, signal, tries) => untilAnswered((hour) => wire.bulk(call, hour, signal), signal, tries),
  };
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
  const read = await readAtHour((hour) => wire.read(creditsCall, hour, signal), clock);
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
