/** How long the window has to be in sight before a press counts. */
const lookMs = 400;

export interface MeantDeps {
  readonly page: Document;
  /** Calls once, so much later; answers with what prevents it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
}

/**
 * Keeps the buttons that do something shut until the window has been in sight, and has had the focus, for a moment: the
 * second half of a double click, or a key that was pressed in another window, confirms nothing here. Nor does a key that is
 * held down.
 *
 * @returns To be called when another view is shown: its buttons stay shut for a moment too.
 */
export function openWhenLookedAt(
  buttons: readonly HTMLButtonElement[],
  { page, later }: MeantDeps,
): () => void {
  let prevent = (): void => undefined;
  const open = (): void => {
    for (const button of buttons) button.disabled = false;
    if (page.activeElement === page.body) buttons.find(isInSight)?.focus();
  };
  const shut = (): void => {
    prevent();
    for (const button of buttons) button.disabled = true;
    prevent = page.hidden ? () => undefined : later(open, lookMs);
  };
  page.defaultView?.addEventListener('focus', shut);
  page.addEventListener('visibilitychange', shut);
  page.addEventListener('keydown', (event) => {
    const presses = event.key === 'Enter' || (event.key === ' ' && event.target instanceof HTMLButtonElement);
    if (event.repeat && presses) event.preventDefault();
  });
  shut();
  return shut;
}

const isInSight = (button: HTMLButtonElement): boolean => button.closest('[hidden]') === null;
