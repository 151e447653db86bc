import type { OpenedCodeWindow, ShownCode } from './code-window.ts';

/** How long a code stays on the screen. */
export const shownForMs = 20_000;

/** Whose code is on the screen. */
export interface Shown {
  readonly domain: string;
  readonly hidesAt: string;
}

export interface ShownCodes {
  /** Shows it; null where the window had gone meanwhile. */
  readonly show: (window: OpenedCodeWindow, code: Omit<ShownCode, 'forMs'>) => Promise<Shown | null>;
  readonly now: () => Shown | null;
}

interface ShownDeps {
  readonly now: () => Date;
  readonly onChange: () => void;
  readonly onBug: (thrown: unknown) => void;
}

/** Knows which code is on the screen, without the code. */
export function createShownCodes({ now, onChange, onBug }: ShownDeps): ShownCodes {
  let current: Shown | null = null;

  function set(next: Shown | null): void {
    current = next;
    onChange();
  }

  return {
    async show(window, code) {
      const shown = { domain: code.domain, hidesAt: new Date(now().getTime() + shownForMs).toISOString() };
      const gone = window.show({ ...code, forMs: shownForMs });
      if (await isGoneAtOnce(gone)) return null;
      set(shown);
      const hide = (): void => {
        if (current === shown) set(null);
      };
      gone.then(hide, (thrown: unknown) => {
        hide();
        onBug(thrown);
      });
      return shown;
    },
    now: () => current,
  };
}

/** Closed while the service was asked: then nothing is shown, and nothing is said to be. */
const isGoneAtOnce = (gone: Promise<void>): Promise<boolean> =>
  Promise.race([gone.then(() => true), new Promise<false>((resolve) => void setImmediate(resolve, false))]);
