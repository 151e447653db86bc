import type { Pace } from '../domain/session.ts';

/**
 * The messages on a session's MessagePort, after `sessions.open`: packed typed arrays, at most one frame every 50 ms,
 * never one message for each cell. The port reaches the page as a window message of the kind `namedesk:session-port`.
 */
export const sessionPortMessage = 'namedesk:session-port';

/**
 * The window message that delivers the port: `window.postMessage` from the preload, with the port as the first of
 * `ports`.
 */
export interface SessionPortArrival {
  readonly kind: typeof sessionPortMessage;
  readonly viewId: string;
}

/** The first message: all present findings. */
export interface SessionOpening {
  readonly kind: 'opening';
  readonly sessionId: string;
  /** A-labels, joined by line feeds: one string is cheaper to send than 100,000. */
  readonly names: string;
  readonly tlds: readonly string[];
  /** As in `SessionMatrix`, with the shortlist bit. */
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
}

/** Cells that changed since the previous message. Changes reported here are already on disk. */
export interface SessionFrame {
  readonly kind: 'frame';
  /** `row * tlds + column`. */
  readonly cells: Uint32Array;
  /** For each of `cells`, with the shortlist bit. */
  readonly codes: Uint8Array;
  /** Unix seconds, for each of `cells`. */
  readonly checkedAt: Uint32Array;
  readonly left: number;
  readonly pace: Pace | null;
}

export type SessionPortMessage = SessionOpening | SessionFrame;
