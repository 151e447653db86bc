/** How long a session waits before it looks whether it can go on: longer each time, never over a minute. */
export interface Pauses {
  readonly nextMs: () => number;
  readonly startOver: () => void;
}

const firstMs = 2_000;
const longestMs = 60_000;

/** @param random From 0 (inclusive) to 1 (exclusive): several sessions shall not come back at one moment. */
export function createPauses(random: () => number): Pauses {
  let pauses = 0;
  return {
    nextMs() {
      const baseMs = Math.min(longestMs, firstMs * 2 ** pauses);
      pauses += 1;
      return baseMs * (0.5 + random() / 2);
    },
    startOver: () => void (pauses = 0),
  };
}
