import type { AppError } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Logger } from '../system/log.ts';

/** The part of Electron's `WebFrameMain` that the check uses. */
interface Frame {
  readonly origin: string;
  readonly url: string;
}

/** The part of Electron's `IpcMainInvokeEvent` that the check uses. */
export interface Caller {
  readonly sender: { readonly id: number; readonly mainFrame: Frame };
  /** Null if the frame navigated away or crashed while its message was in transit. */
  readonly senderFrame: Frame | null;
}

export type SenderVerdict =
  | { readonly trusted: true }
  | {
      readonly trusted: false;
      readonly why: 'other-window' | 'frame-gone' | 'not-top-frame' | 'other-origin';
    };

/**
 * A check that accepts only the top frame of one window, at one exact origin; it returns why it refused.
 *
 * The threat: a frame, a second window or a page that was navigated elsewhere inherits the preload, and with it all our
 * requests. The platform delivers all of them on the same channel. There is no exception for an empty address or
 * `about:blank`: our window is never there, and such a document inherits its opener's origin.
 *
 * @param contentsId The window's webContents id; null while there is no window.
 * @param origin As a browser writes it, without a trailing slash.
 */
export const trustOnly =
  (contentsId: () => number | null, origin: string) =>
  ({ sender, senderFrame }: Caller): SenderVerdict => {
    if (sender.id !== contentsId()) return { trusted: false, why: 'other-window' };
    if (senderFrame === null) return { trusted: false, why: 'frame-gone' };
    if (senderFrame !== sender.mainFrame) return { trusted: false, why: 'not-top-frame' };
    if (senderFrame.origin !== origin || !senderFrame.url.startsWith(`${origin}/`))
      return { trusted: false, why: 'other-origin' };
    return { trusted: true };
  };

/** Answers one call of a page. Never rejects: Electron re-creates an error in the page from its text only. */
export type AnswerTo = (caller: Caller, payload: unknown) => Promise<Result<unknown>>;

interface Passed {
  /** For the log. */
  readonly name: string;
  readonly isTrusted: (caller: Caller) => SenderVerdict;
  readonly log: Logger;
}

/** Passes on what a trusted page asks. Another caller, and what throws, are bugs: logged, and answered with the incident's id. */
export const fromTrusted =
  ({ name, isTrusted, log }: Passed, pass: (payload: unknown) => Promise<Result<unknown>>): AnswerTo =>
  async (caller, payload) => {
    try {
      const verdict = isTrusted(caller);
      if (verdict.trusted) return await pass(payload);
      log.note('ipc.refused', { guard: 'sender' });
      throw new Error(`${name} was called by a stranger: ${verdict.why}`);
    } catch (thrown) {
      return fail<AppError>({ kind: 'bug', incidentId: log.bug(thrown) });
    }
  };
