/** What a user does with a page; a click also stands for what a script or an assistive technology does in their place. */
const touches = ['keydown', 'click', 'wheel'] as const;

const restMs = 3_000;

interface WhenCalmDeps {
  readonly page: Pick<EventTarget, 'addEventListener'>;
  /** Calls once, so much later; answers with what prevents it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
}

/** Calls when nobody has touched the page for three seconds: once for the first such rest and once for each after a touch. */
export function whenCalm(call: () => void, { page, later }: WhenCalmDeps): void {
  let prevent = later(call, restMs);
  const putOff = (): void => {
    prevent();
    prevent = later(call, restMs);
  };
  for (const touch of touches) page.addEventListener(touch, putOff, { capture: true, passive: true });
}
