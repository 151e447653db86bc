import type { ShownWindow } from './layout.ts';

/** Something that happens at most once in a drawn frame. */
export interface Frames {
  readonly ask: () => void;
  readonly cancel: () => void;
}

/** However often it is asked for, `act` happens once, before the next drawing. */
export function oncePerFrame(act: () => void): Frames {
  let asked: number | null = null;
  return {
    ask: () => {
      asked ??= requestAnimationFrame(() => {
        asked = null;
        act();
      });
    },
    cancel: () => {
      if (asked !== null) cancelAnimationFrame(asked);
    },
  };
}

const restMs = 120;

/** Tells where the scrolling has come to rest. */
export interface Settling {
  readonly at: (shown: ShownWindow) => void;
  readonly cancel: () => void;
}

/** Tells of a window once it has stood for a moment; of the first at once, and of none twice. */
export function createSettling(onSettled: (shown: ShownWindow) => void): Settling {
  let told = '';
  let coming = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(shown: ShownWindow): void {
    told = coming;
    onSettled(shown);
  }

  return {
    at: (shown) => {
      const key = `${shown.firstRow} ${shown.endRow} ${shown.firstColumn} ${shown.endColumn}`;
      if (key === coming) return;
      coming = key;
      clearTimeout(timer);
      if (told === '') tell(shown);
      else if (key !== told) timer = setTimeout(() => tell(shown), restMs);
    },
    cancel: () => clearTimeout(timer),
  };
}
