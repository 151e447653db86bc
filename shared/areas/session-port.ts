import type { Pace } from '../domain/session.ts';

/**
 * What travels over a session's MessagePort, after `sessions.open`: packed typed arrays, at most one frame in 50 ms,
 * never a message for each cell. The port reaches the page as a window message of the kind `namedesk:session-port`.
 */
export const sessionPortMessage = 'namedesk:session-port';

/** How the port itself arrives, by `window.postMessage` from the preload; the port is the first of `ports`. */
export interface SessionPortArrival {
  readonly kind: typeof sessionPortMessage;
  readonly viewId: string;
}

/** The first message: everything that is known. */
export interface SessionOpening {
  readonly kind: 'opening';
  readonly sessionId: string;
  /** A-labels, joined by line feeds: one text is cheaper to send than 100,000. */
  readonly names: string;
  readonly tlds: readonly string[];
  /** As in `SessionMatrix`, with the shortlist's bit. */
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
}

/** Cells that changed since the message before. What is reported here is on disk. */
export interface SessionFrame {
  readonly kind: 'frame';
  /** `row * tlds + column`. */
  readonly cells: Uint32Array;
  /** For each of `cells`, with the shortlist's bit. */
  readonly codes: Uint8Array;
  /** Unix seconds, for each of `cells`. */
  readonly checkedAt: Uint32Array;
  readonly left: number;
  readonly pace: Pace | null;
}

export type SessionPortMessage = SessionOpening | SessionFrame;
