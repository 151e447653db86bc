import { useEffect } from 'react';

/** From outside of a dialog: what had the focus last, and all around it, outwards. An element that was removed has lost its parents. */
let lastOnScreen: readonly Element[] = [];

const pathOf = (element: Element | null): readonly Element[] => {
  const path: Element[] = [];
  for (let part = element; part !== null && part !== document.body; part = part.parentElement)
    path.push(part);
  return path;
};

/** Two frames. */
const frameMs = 34;

const isNowhere = (): boolean => document.activeElement === document.body;

/** What has the focus, or had it last, and the parts around it, outwards; the screen is the last. For {@link giveFocus}. */
export function partsAround(): readonly Element[] {
  const main = document.querySelector('main');
  const path = isNowhere() ? lastOnScreen : pathOf(document.activeElement);
  return main === null ? path : [...path, main];
}

/** What a part gives the focus to where it does not take it itself: what it marks, else its first heading. */
const resultOf = (part: Element): HTMLElement | null => {
  const marked = part.querySelector<HTMLElement>('[data-takes-focus]');
  const heading = marked ?? part.querySelector<HTMLElement>('h1, h2, h3');
  if (heading !== null && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
};

/** The screen, or its heading, has the focus for as long as its code, or what it shows, is still loading. */
let forNow: Element | null = null;

/**
 * Gives the focus to the first of these parts that is still there, where nothing has it: to the part itself where it takes the focus,
 * else to its result or heading. A screen is read out by its heading rather than as a whole.
 */
export function giveFocus(parts: readonly Element[]): void {
  for (const part of parts) {
    if (!isNowhere()) return;
    if (!part.isConnected) continue;
    const isScreen = part.matches('main');
    const choices = isScreen ? [resultOf(part), part] : [part, resultOf(part)];
    for (const choice of choices)
      if (isNowhere() && choice instanceof HTMLElement) choice.focus({ preventScroll: true });
    forNow = isScreen ? document.activeElement : null;
  }
}

/**
 * Wherever what had the focus is removed or disabled, and nothing else takes it, gives it to the heading or the result that stands
 * in its place: a person at the keyboard, or with a screen reader, would begin at the top of the window otherwise. A button that
 * waits for an answer gets it back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    // A screen may have given the focus before this listens.
    let path = isNowhere() ? [] : pathOf(document.activeElement);
    /** Disabled, for as long as it takes and the person stays: then it has the focus again. */
    let awaited: Element | null = null;
    /** What has the focus meanwhile. */
    let given: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | null = null;

    function onFocusIn({ target }: FocusEvent): void {
      if (!(target instanceof Element)) return;
      path = pathOf(target);
      if (target.closest('[role=dialog]') === null) lastOnScreen = path;
    }
    function onOwnWay(): void {
      forNow = null;
      awaited = null;
    }
    function keepFocus(): void {
      timer = null;
      const [last] = path;
      const main = document.querySelector<HTMLElement>('main');
      if (last === undefined || main === null) return;
      if (document.documentElement.hasAttribute('data-app-locked')) return;
      if (isNowhere() || document.activeElement === given) giveBack();
      if (forNow !== null && document.activeElement === forNow) {
        resultOf(main)?.focus({ preventScroll: true });
        forNow = document.activeElement;
      }
      if (isNowhere()) giveOn(last, main);
    }
    function giveBack(): void {
      if (!(awaited instanceof HTMLElement) || awaited.matches(':disabled')) return;
      awaited.focus({ preventScroll: true });
      awaited = null;
    }
    function giveOn(last: Element, main: Element): void {
      const isDisabled = last.isConnected && last.matches(':disabled');
      if (isDisabled) awaited = last;
      if (isDisabled ? last.hasAttribute('data-loading') : last.isConnected) return;
      giveFocus([...path, main]);
      given = document.activeElement;
    }
    const observer = new MutationObserver(() => {
      // Chromium takes the focus from a disabled element when it draws the next frame.
      timer ??= setTimeout(keepFocus, frameMs);
    });
    document.addEventListener('focusin', onFocusIn, options);
    document.addEventListener('pointerdown', onOwnWay, options);
    document.addEventListener('keydown', onOwnWay, options);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    return () => {
      end.abort();
      observer.disconnect();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
}
