import { hourOf, type TokenHour } from './sign.ts';

const hourMs = 3_600_000;
/** A `Date` header has whole seconds: on average the true time is half a second later. */
const halfSecondMs = 500;

/** The service's clock, as far as its answers have shown it. */
export interface ServiceClock {
  /**
   * Learns from an answer. An answer out of a cache (it has an `Age`) tells nothing, nor does an unreadable date.
   *
   * @param sentAtMs When the request left; the answer is taken to be dated half-way to now.
   */
  readonly learn: (headers: DatedHeaders, sentAtMs: number) => void;
  /** The service's clock minus ours; null before the first dated answer. */
  readonly skewMs: () => number | null;
  /** The service's time now, or ours while nothing is known. */
  readonly time: () => Date;
  /** How far the nearest turn of the hour is, before or after, by {@link time}. */
  readonly toTurnMs: () => number;
  readonly hour: () => TokenHour;
  /** The hour on the other side of the nearest turn. */
  readonly neighbourHour: () => TokenHour;
}

export interface DatedHeaders {
  readonly date?: string | undefined;
  readonly age?: string | undefined;
}

/** Thousands of requests are signed in one hour: it is spelt once. */
function createHours(): (atMs: number) => TokenHour {
  let last: { readonly number: number; readonly hour: TokenHour } | null = null;
  return (atMs) => {
    const number = Math.floor(atMs / hourMs);
    if (last?.number !== number) last = { number, hour: hourOf(new Date(atMs)) };
    return last.hour;
  };
}

export function createServiceClock(now: () => Date): ServiceClock {
  let skewMs: number | null = null;
  const time = (): Date => new Date(now().getTime() + (skewMs ?? 0));
  const hourNow = createHours();
  const sinceTurnMs = (): number => time().getTime() % hourMs;

  return {
    learn({ date, age }, sentAtMs) {
      const datedAtMs = Date.parse(date ?? '');
      if (Number.isNaN(datedAtMs) || age !== undefined) return;
      skewMs = Math.round(datedAtMs + halfSecondMs - (sentAtMs + now().getTime()) / 2);
    },
    skewMs: () => skewMs,
    time,
    toTurnMs: () => Math.min(sinceTurnMs(), hourMs - sinceTurnMs()),
    hour: () => hourNow(time().getTime()),
    neighbourHour() {
      const towards = sinceTurnMs() < hourMs / 2 ? -hourMs : hourMs;
      return hourOf(new Date(time().getTime() + towards));
    },
  };
}
