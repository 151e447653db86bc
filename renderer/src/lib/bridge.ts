import type { Bridge } from '#shared/ipc/types.ts';

declare global {
  interface Window {
    /** Put there by the preload; frozen. */
    readonly namedesk: Bridge;
  }
}

/** The way to main: all that the page can ask, and all that it is told unasked. */
export const bridgeOf = (window: Window): Bridge => window.namedesk;
