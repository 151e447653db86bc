/** Numbers that look random and are the same for the same seed, so that a run can be repeated. */
export type Random = ReturnType<typeof createRandom>;

/** Source: mulberry32, public domain. Not for secrets. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    /** A whole number from 0 to `below` (exclusive). */
    int,
    chance: (probability: number) => next() < probability,
    pick<T>(from: readonly T[]): T {
      const picked = from[int(from.length)];
      if (picked === undefined && from.length === 0) throw new Error('Nothing to pick from');
      return picked as T; // The index lies within the array; T itself may include undefined.
    },
  };
}
