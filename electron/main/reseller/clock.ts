import { fail, ok, type Result } from '#shared/result.ts';
import { faultOfRead } from './read-faults.ts';
import type { BulkReply } from './reply.ts';
import { hourOf, type TokenHour } from './sign.ts';

const hourMs = 3_600_000;
/** A `Date` header has whole seconds: on average the true time is half a second later. */
const halfSecondMs = 500;

/** The service's clock, estimated from its answers. */
export type ServiceClock = ReturnType<typeof createServiceClock>;

interface DatedHeaders {
  readonly date?: string | undefined;
  readonly age?: string | undefined;
}

/** Caches the formatted hour: thousands of requests are signed in the same one. */
function createHours(): (atMs: number) => TokenHour {
  let last: { readonly number: number; readonly hour: TokenHour } | null = null;
  return (atMs) => {
    const number = Math.floor(atMs / hourMs);
    if (last?.number !== number) last = { number, hour: hourOf(new Date(atMs)) };
    return last.hour;
  };
}

export function createServiceClock(now: () => Date) {
  let skewMs: number | null = null;
  const time = (): Date => new Date(now().getTime() + (skewMs ?? 0));
  const hourNow = createHours();
  const sinceTurnMs = (): number => time().getTime() % hourMs;

  return {
    /**
     * Updates the estimate from an answer. An answer from a cache (it has an `Age`) or an unreadable date is ignored.
     *
     * @param sentAtMs When the request left; the answer's date is assumed to be half-way between then and now.
     */
    noteAnswer({ date, age }: DatedHeaders, sentAtMs: number) {
      const datedAtMs = Date.parse(date ?? '');
      if (Number.isNaN(datedAtMs) || age !== undefined) return;
      skewMs = Math.round(datedAtMs + halfSecondMs - (sentAtMs + now().getTime()) / 2);
    },
    /** The service's clock minus ours; null before the first dated answer. */
    skewMs: () => skewMs,
    /** The service's present time, or the local time while the skew is unknown. */
    time,
    /** The distance to the nearest turn of the hour, before or after it, by {@link time}. */
    toTurnMs: () => Math.min(sinceTurnMs(), hourMs - sinceTurnMs()),
    hour: () => hourNow(time().getTime()),
    /** The hour on the other side of the nearest turn. */
    neighbourHour(): TokenHour {
      const towards = sinceTurnMs() < hourMs / 2 ? -hourMs : hourMs;
      return hourOf(new Date(time().getTime() + towards));
    },
  };
}

/** Within this distance of the turn, a refused read is retried with the neighbouring hour. */
const neighbourMs = 120_000;
/** Within this distance of the turn, a write is preceded by a read that proves which hour is accepted. */
const proofMs = 20_000;
/** Within this distance of the turn, no write is sent while the service's clock is unknown. Source: C14. */
const blindMs = 5_000;

interface HourlyReply<R extends BulkReply> {
  readonly hour: TokenHour;
  readonly reply: R;
}

/**
 * Sends a read for the service's hour. Sends it once more for another hour if the credentials were refused and the hour
 * may be the reason: the answer's date showed a different one, or the turn is near.
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
 * The hour for the token of a write, proven by a read if the turn is near.
 *
 * Fails with: what the proof fails with; `not-sent` if the clock is still unknown right at the turn.
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

/** A page over such a status may be what stands for a token of another hour. */
function isCredentialsRefusal(reply: BulkReply): boolean {
  const why = reply.kind === 'answered' ? faultOfRead(reply)?.why : undefined;
  return why === 'credentials' || why === 'blocked';
}

function otherHourThan(hour: TokenHour, clock: ServiceClock): TokenHour | null {
  if (clock.hour() !== hour) return clock.hour();
  return clock.toTurnMs() <= neighbourMs ? clock.neighbourHour() : null;
}
