import type { Cutting } from './trouble.ts';

/** How many requests a second are allowed now. */
export interface AdaptiveRate {
  /** Null where there is no limit. */
  readonly value: () => number | null;
  readonly isSlow: () => boolean;
  /** One step up: quickly up to the rate that was borne before, carefully above it. */
  readonly grow: () => void;
  /**
   * @param isFirst Not one of a run of cuts: the others tell nothing of what is borne, they still pay for the first.
   * @param throughput Answers a second as counted: what is cut where there was no limit.
   */
  readonly cut: (trouble: Cutting, isFirst: boolean, throughput: number) => void;
  /** The last rate that the service bore, as far as is known; null where it bears the ceiling. */
  readonly borne: () => number | null;
}

/** What is left of a rate after trouble. */
const shares: Readonly<Record<Cutting, number>> = { rate: 0.5, server: 0.5, timeouts: 0.7, latency: 0.85 };
/** A rate that was felt for step by step was nearly right: less is taken from it. */
const feltForShare = 0.8;
/** One request in ten seconds still notices that trouble is over. */
const lowest = 0.1;
/** Slow answers alone do not bring it below this share: asking less does not make every service faster. */
const latencyFloor = 0.25;
const growShare = 0.05;
/** Without a ceiling: how far over the rate at which there was trouble it is free again. */
const freeAt = 1.5;

/**
 * @param ceiling Null where there is none.
 * @param before What was borne when the program ended; null where that is not known.
 */
export function createAdaptiveRate(ceiling: number | null, before: number | null): AdaptiveRate {
  let rate = ceiling === null || before === null ? (ceiling ?? before) : Math.min(ceiling, before);
  let borne = rate;
  let peak = ceiling ?? freeAt * (rate ?? 0);

  /** As far as it had to be felt for: below that, growing is only going back. */
  const isKnown = (at: number): boolean => borne !== null && at < borne;

  return {
    value: () => rate,
    isSlow: () => rate !== null && rate !== ceiling,
    borne: () => (borne === ceiling ? null : borne),
    grow() {
      if (rate === null) return;
      const step = growShare * (isKnown(rate) ? (borne ?? rate) : rate);
      rate = Math.min(peak, rate + step);
      if (!isKnown(rate)) borne = rate;
      if (ceiling === null && rate >= peak) rate = borne = null;
    },
    cut(trouble, isFirst, throughput) {
      const present = rate ?? Math.max(1, throughput);
      if (rate === null) peak = freeAt * present;
      const wasFeltFor = trouble === 'rate' && isFirst && rate !== ceiling && !isKnown(present);
      const floor = trouble === 'latency' ? latencyFloor * peak : lowest;
      rate = Math.max(Math.min(floor, present), present * (wasFeltFor ? feltForShare : shares[trouble]));
      if (isFirst || borne === null) borne = 0.9 * present;
    },
  };
}
