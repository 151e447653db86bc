import { useEffect } from 'react';

/** What had the focus on the screen last: a button that is disabled while its dialog is prepared has lost it by then. */
let lastOnScreen: Element | null = null;

/** Follows the focus, for {@link partsAround}. */
export function useFollowedFocus(): void {
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('[role=dialog]') === null) lastOnScreen = target;
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);
}

const focusedLast = (): Element | null =>
  document.activeElement === document.body ? lastOnScreen : document.activeElement;

/** What can have the focus, from an element outwards: itself, the parts around it that take it, and the screen. */
export function partsAround(element: Element | null = focusedLast()): readonly HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element; part !== null && part !== document.body; part = part.parentElement)
    if (part instanceof HTMLElement && (part === element || part.hasAttribute('tabindex'))) parts.push(part);
  const main = document.querySelector<HTMLElement>('main');
  return main === null ? parts : [...parts, main];
}

/** Gives the focus to the first of these that is still there and takes it, where nothing has it. */
export function giveFocus(parts: readonly HTMLElement[]): void {
  for (const part of parts) {
    if (document.activeElement !== document.body) return;
    if (part.isConnected) part.focus({ preventScroll: true });
  }
}
