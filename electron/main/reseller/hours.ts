import { fail, ok, type Result } from '#shared/result.ts';
import type { ServiceClock } from './clock.ts';
import { refusalReason } from './refusal-reason.ts';
import { type BulkReply, isRefusal, refusalWords } from './reply.ts';
import type { TokenHour } from './sign.ts';

/** A refused read is tried with the neighbouring hour this close to the turn. */
const neighbourMs = 120_000;
/** A write this close to the turn is preceded by a read that proves which hour is accepted. */
const proofMs = 20_000;
/** A write this close to the turn does not leave while the service's clock is unknown. Source: C14. */
const blindMs = 5_000;

export interface HourlyReply<R extends BulkReply> {
  readonly hour: TokenHour;
  readonly reply: R;
}

/**
 * Sends a read for the service's hour, and once more for another hour where the credentials were refused and the hour
 * may be why: the answer's date showed a different one, or the turn is near.
 */
export async function readAtHour<R extends BulkReply>(
  send: (hour: TokenHour) => Promise<Result<R>>,
  clock: ServiceClock,
): Promise<Result<HourlyReply<R>>> {
  const hour = clock.hour();
  const first = await send(hour);
  if (!first.ok) return first;
  const otherHour = isCredentialsRefusal(first.value) ? otherHourThan(hour, clock) : null;
  if (otherHour === null) return ok({ hour, reply: first.value });
  const second = await send(otherHour);
  const isBetter = second.ok && isAnswer(second.value) && !isCredentialsRefusal(second.value);
  return ok(isBetter ? { hour: otherHour, reply: second.value } : { hour, reply: first.value });
}

/**
 * The hour for which a write's token is made, proven by a read where the turn is near.
 *
 * Fails with: what the proof fails with; `not-sent` where the clock stays unknown at the very turn.
 */
export async function hourForWrite(
  clock: ServiceClock,
  prove: () => Promise<Result<TokenHour>>,
): Promise<Result<TokenHour>> {
  if (clock.toTurnMs() > proofMs) return ok(clock.hour());
  const expected = clock.hour();
  const proven = await prove();
  if (!proven.ok) return proven;
  if (clock.skewMs() === null && clock.toTurnMs() <= blindMs) {
    return fail({ kind: 'not-sent', why: 'clock-unknown' });
  }
  return ok(proven.value === expected ? clock.hour() : proven.value);
}

const isAnswer = ({ kind }: BulkReply): boolean => kind === 'answered' || kind === 'list';

export const isCredentialsRefusal = (reply: BulkReply): boolean =>
  reply.kind === 'answered' &&
  isRefusal(reply) &&
  refusalReason('readCredits', reply.status, refusalWords(reply)) === 'credentials';

function otherHourThan(hour: TokenHour, clock: ServiceClock): TokenHour | null {
  if (clock.hour() !== hour) return clock.hour();
  return clock.toTurnMs() <= neighbourMs ? clock.neighbourHour() : null;
}
