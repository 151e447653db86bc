import { hardCeilings } from '#shared/domain/bounds.ts';
import type { Cutting, Overload } from './service-measures.ts';

/** What a service is begun with of which nothing is known. */
const first = { perSecond: 5, places: 4 } as const;

/** Exponents of growth in one second: after a refusal, after other trouble, and beyond what is known. */
const growth = { restored: 0.7, troubled: 0.1, probed: 0.02 } as const;

/** How many requests may run at once. */
export type ObservedPlaces = ReturnType<typeof createObservedPlaces>;

/** What is left after trouble that is no refusal. */
const leftAfter: Readonly<Record<Overload, { readonly places: number; readonly rate: number }>> = {
  server: { places: 0.5, rate: 0.5 },
  timeouts: { places: 0.5, rate: 0.7 },
  latency: { places: 0.75, rate: 0.85 },
};
/** What is left of the rate where a service refused before it ever accepted anything. */
const leftUnaccepted = 0.5;

/** Of many, one may have been overtaken on its way: then there was one more than are too many. */
const evenAtOnce = 15 / 16;
const forgottenMs = 60_000;

/**
 * @param ceiling The user's; null where it is automatic, Infinity where there is none.
 * @param before Null where nothing is known.
 * @param rateCeiling As `ceiling`, of the rate.
 */
export function createObservedPlaces(
  ceiling: number | null,
  before: number | null,
  rateCeiling: number | null,
) {
  const most = Math.min(ceiling ?? hardCeilings.concurrency, hardCeilings.concurrency);
  let limit = Math.max(1, Math.min(most, before ?? most));
  /** Below the limit after trouble, and at first where no rate keeps it careful. */
  let room =
    ceiling === null && rateCeiling === Number.POSITIVE_INFINITY ? Math.min(limit, first.places) : limit;
  let exponent: number = growth.restored;
  let isReduced = false;
  let borne = limit;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  let neededAtMs = Number.NEGATIVE_INFINITY;
  let isProbing = false;

  return {
    /** No more than the rate needs, so that requests do not pile up at a service that has become slow. */
    value(perSecond: number, latencyMs: number): number {
      const needed = ceiling === null ? Math.ceil((1.5 * perSecond * latencyMs) / 1_000) + 2 : most;
      return Math.floor(Math.min(room, Math.max(first.places, needed)));
    },
    isSlow: (): boolean => (isReduced && room < limit) || (ceiling !== null && room < most),
    isProbing: () => isProbing,
    /** What was found to be the most; null where nothing was. */
    limit: (): number | null => (limit < most ? Math.floor(limit) : null),
    /**
     * A refusal beside so many others, of which their number may be the cause. False where it is not: with fewer than were
     * accepted before.
     */
    suspect(others: number, atMs: number): boolean {
      neededAtMs = atMs;
      const isSuspect = limit >= most && others > 0;
      limit = borne = isSuspect ? Math.min(Math.ceil(evenAtOnce * others), most) : most;
      room = isSuspect ? Math.min(room, limit) : limit;
      isProbing = false;
      return isSuspect;
    },
    restore(seconds: number) {
      room = Math.min(limit, room * Math.exp(exponent * seconds));
    },
    /** The rate is used up, and places are not: a limit that did not matter for long is forgotten. */
    spare(atMs: number) {
      if (limit < most && atMs - neededAtMs > forgottenMs) limit = room = borne = most;
    },
    /** All places are in use: tries one more where that is due. */
    grow(mayProbe: boolean, latencyMs: number, atMs: number) {
      neededAtMs = atMs;
      // The answers to the last one more have to come first.
      if (room < limit || limit >= most || atMs - probedAtMs < 2 * latencyMs + 500) return;
      if (isProbing) borne = limit;
      isProbing = mayProbe;
      if (!mayProbe) return;
      limit = room = Math.min(most, Math.floor(limit + Math.max(1, limit / 8)));
      probedAtMs = atMs;
    },
    /** Ends a probe. */
    withdraw() {
      if (!isProbing) return;
      limit = borne;
      room = Math.min(room, limit);
      isProbing = false;
    },
    reduce(trouble: Overload) {
      const fewest = trouble === 'latency' ? Math.max(1, most / 4) : 1;
      room = Math.max(Math.min(room, fewest), room * leftAfter[trouble].places);
      exponent = growth.troubled;
      isReduced = true;
    },
  };
}

/** One request in ten seconds still detects the end of the trouble. */
const lowest = 0.1;
/** Slow answers alone do not reduce the rate below this share: a lower rate does not make every service faster. */
const latencyFloor = 0.25;
/** Without a ceiling, the limit is lifted at this multiple of the rate at which there was trouble. */
const freeAt = 1.5;
/** So much below a limit that arrivals which are not quite even keep it. */
const margin = 0.97;
/** A probe that got so far beyond the limit has shown that it is none any more. */
const disproved = 1.5;
/** A limit of an earlier run may be lower by now: so much of it is begun with. */
const ofEarlierRun = 0.5;
/** A probe raises the limit by so much at most where it was refused: a bucket may have held what was accepted. */
const mostByProbe = 1.1;
/** What is left of a limit that was nearly right, after a refusal and after one more: arrivals are uneven, or a bucket is empty by now. */
const nearlyRight = { once: margin, again: 0.9 } as const;
const beforeLastAnswers = 0.75;

/** How many requests a second may start. */
export class ObservedRate {
  readonly #ceiling: number | null;
  readonly #most: number;
  #limit: number | null;
  #rate: number;
  /** What is restored after trouble. */
  #aim: number;
  #exponent: number = growth.restored;
  #isProbing = false;
  /** The rate at the last trouble. */
  #peak = Number.POSITIVE_INFINITY;

  /**
   * @param ceiling The user's; null where it is automatic, Infinity where there is none.
   * @param before What was observed in the last run; null where nothing was.
   */
  constructor(ceiling: number | null, before: number | null) {
    this.#ceiling = ceiling;
    this.#most = ceiling ?? hardCeilings.requestsPerSecond;
    const known = before === null ? null : Math.min(this.#most, before);
    this.#limit = known === this.#most ? null : known;
    this.#aim = known ?? (ceiling === null ? first.perSecond : this.#most);
    this.#rate = ceiling === null && known !== null ? ofEarlierRun * known : this.#aim;
  }

  /** Infinity where there is no limit. */
  value(): number {
    return this.#rate;
  }

  isSlow(): boolean {
    return this.#ceiling === null ? this.#rate < 0.9 * this.#aim : this.#rate < this.#most;
  }

  isProbing(): boolean {
    return this.#isProbing;
  }

  /** The limit that was met; null where none was. */
  limit(): number | null {
    return this.#limit;
  }

  /** Where the next run begins; null where nothing was observed. */
  known(): number | null {
    return this.#limit ?? (this.#ceiling === null && this.#rate >= this.#most ? this.#most : null);
  }

  /** Restores what was reduced; false where nothing is left to restore. */
  restore(seconds: number): boolean {
    if (this.#rate >= this.#aim) return false;
    this.#rate = Math.min(this.#aim, this.#rate * Math.exp(this.#exponent * seconds));
    return true;
  }

  /**
   * Goes on where no limit was met, or else tries where that is due.
   *
   * @param fastest The exponent of one second at most.
   * @returns True where a limit that was met has shown to be none any more.
   */
  grow(seconds: number, fastest: number, mayProbe: boolean): boolean {
    const limit = this.#limit;
    let isOther = false;
    if (limit === null) {
      this.#accelerate(seconds, fastest);
      this.#aim = this.#rate;
    } else if (this.#isProbing || mayProbe) {
      if (!this.#isProbing) this.#exponent = growth.probed;
      this.#isProbing = true;
      this.#accelerate(seconds, fastest);
      isOther = this.#rate >= Math.min(this.#most, disproved * limit);
    }
    if (isOther) this.#isFreeAt(this.#rate);
    if (this.#most === Number.POSITIVE_INFINITY && this.#rate >= freeAt * this.#peak)
      this.#isFreeAt(this.#most);
    return isOther;
  }

  /** The places are used up, and the rate is not: where the user set no ceiling, a probe that came so far has shown that there is none. */
  lift(): void {
    if (this.#isProbing && this.#most === Number.POSITIVE_INFINITY) this.#isFreeAt(this.#most);
  }

  #isFreeAt(rate: number): void {
    this.#limit = null;
    this.#rate = this.#aim = rate;
    this.#isProbing = false;
  }

  #accelerate(seconds: number, fastest: number): void {
    this.#exponent = Math.min(fastest, this.#exponent * 2 ** seconds);
    this.#rate = Math.min(this.#most, this.#rate * Math.exp(this.#exponent * seconds));
  }

  /**
   * A refusal because of the rate.
   *
   * @param accepted How many were accepted in the second before it.
   * @param isAgain Soon after another one.
   * @returns True where the limit is lower than before by far.
   */
  meet(accepted: number, isAgain: boolean): boolean {
    const earlier = this.#limit;
    const isNear = earlier !== null && !this.#isProbing && accepted > 0.85 * earlier - 1;
    if (!isNear) this.#peak = this.#present(accepted);
    const found = margin * Math.max(1, Math.min(accepted, this.#peak));
    let next = isNear ? earlier * nearlyRight[isAgain ? 'again' : 'once'] : found;
    // What was allowed for long is not refuted by a probe beyond it.
    if (earlier !== null && this.#isProbing) next = Math.max(earlier, Math.min(found, mostByProbe * earlier));
    this.#rate = this.#aim = this.#limit = next;
    this.#exponent = growth.restored;
    this.#isProbing = false;
    return earlier !== null && next < 0.8 * earlier;
  }

  /** How many of those that are not refused may start in how long a time; any number where no limit was met, and while it is tried. */
  window(): { readonly starts: number; readonly ms: number } {
    if (this.#limit === null || this.#isProbing) return { starts: Number.POSITIVE_INFINITY, ms: 0 };
    const starts = Math.max(1, Math.floor(this.#limit / margin));
    return { starts, ms: (1_000 * starts) / this.#limit };
  }

  /** Ends a probe. What is beyond the last answers is not known to be allowed either. */
  withdraw(): void {
    if (this.#isProbing && this.#limit !== null) this.#rate = this.#limit;
    else if (this.#ceiling === null && this.#limit === null && this.#rate > first.perSecond)
      this.#rate = Math.max(first.perSecond, beforeLastAnswers * this.#rate);
    this.#isProbing = false;
  }

  /** @param throughput Measured answers a second: the basis where there was no limit. */
  reduce(trouble: Cutting, throughput: number): void {
    this.#isProbing = false;
    if (trouble === 'latency') {
      this.#slowDown(throughput);
      return;
    }
    const now = this.#present(throughput);
    if (!Number.isFinite(this.#rate)) this.#aim = this.#peak = now;
    this.#rate = Math.max(
      Math.min(lowest, now),
      now * (trouble === 'rate' ? leftUnaccepted : leftAfter[trouble].rate),
    );
    this.#exponent = growth.troubled;
  }

  /** The automatic rate keeps to what was answered; the user's ceiling is approached again. */
  #slowDown(throughput: number): void {
    const [rate, most] = [this.#rate, this.#most];
    if (!Number.isFinite(rate)) return;
    this.#exponent = growth.troubled;
    if (this.#ceiling === null) {
      this.#rate = Math.max(latencyFloor * rate, margin * Math.min(rate, throughput));
      this.#aim = this.#limit = this.#rate;
    } else this.#rate = Math.max(Math.min(rate, latencyFloor * most), rate * leftAfter.latency.rate);
  }

  #present(throughput: number): number {
    return Number.isFinite(this.#rate) ? this.#rate : Math.max(1, throughput);
  }
}
