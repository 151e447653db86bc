/** The user's input events; a click also covers what a script or an assistive technology triggers. */
const touches = ['keydown', 'click', 'wheel'] as const;

const restMs = 3_000;

interface WhenCalmDeps {
  readonly page: Pick<EventTarget, 'addEventListener'>;
  /** Calls once after the given time; returns a function that cancels it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
}

/**
 * Calls when the page has had no input for three seconds: once for the first such pause and once for each after an
 * input.
 */
export function whenCalm(call: () => void, { page, later }: WhenCalmDeps): void {
  let prevent = later(call, restMs);
  const putOff = (): void => {
    prevent();
    prevent = later(call, restMs);
  };
  for (const touch of touches) page.addEventListener(touch, putOff, { capture: true, passive: true });
}
