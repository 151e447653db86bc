/** What of a frame the check looks at; Electron's `WebFrameMain` has it. */
interface Frame {
  readonly origin: string;
  readonly url: string;
}

/** What of a call the check looks at; Electron's `IpcMainInvokeEvent` has it. */
export interface Caller {
  readonly sender: { readonly id: number; readonly mainFrame: Frame };
  /** Null when the frame navigated away or died while its message was on the way. */
  readonly senderFrame: Frame | null;
}

export type SenderVerdict =
  | { readonly trusted: true }
  | {
      readonly trusted: false;
      readonly why: 'other-window' | 'frame-gone' | 'not-top-frame' | 'other-origin';
    };

/**
 * A check that only the top frame of one window, at one exact origin, passes; it names why it refused.
 *
 * The threat: a frame, a second window or a page that was navigated elsewhere inherits the preload, and with it every
 * request of ours. The platform delivers all of them on the same channel. There is no exception for an empty address or
 * `about:blank`: our window is never there, and such a document takes over the origin of whoever opened it.
 *
 * @param contentsId The window's webContents id; null while there is no window.
 * @param origin As a browser writes it, without a slash at its end.
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

/**
 * The caller as it is at this moment. Electron answers later questions about a frame of what has become of it, and a call
 * may have to wait for its guards: they judge the frame that called.
 */
export function callerNow({ sender, senderFrame }: Caller): Caller {
  const mainFrame = frameNow(sender.mainFrame);
  const now = { id: sender.id, mainFrame };
  if (senderFrame === null) return { sender: now, senderFrame };
  return { sender: now, senderFrame: senderFrame === sender.mainFrame ? mainFrame : frameNow(senderFrame) };
}

const frameNow = ({ origin, url }: Frame): Frame => ({ origin, url });
