import type { CodeQuestion, PassphraseQuestion, ShownCopy } from '#shared/ipc/code-channel.ts';
import type { Secret } from '../accounts/secret.ts';

/** A code on the screen. */
export interface ShownCode {
  /** As A-labels. */
  readonly domain: string;
  readonly code: Secret;
  readonly forMs: number;
  readonly canHint: boolean;
  readonly clearClipboardAfterS: number;
  /** Puts this code into the clipboard; the service is not asked. Null where the user has gone. Never rejects. */
  readonly copy: () => Promise<ShownCopy | null>;
}

/**
 * The window in which codes are asked for and shown: a process, a session and a page of its own. One question is asked in
 * it, then a code may be shown; it goes on blur, on lock, on suspend, on navigation and at the end of its time.
 */
export interface OpenedCodeWindow {
  /** Asks; false where the user turned back, or the window was closed. */
  readonly confirmed: (question: CodeQuestion) => Promise<boolean>;
  /** Null where the user turned back, or the window was closed. */
  readonly passphrase: (question: PassphraseQuestion) => Promise<Secret | null>;
  /** Shows the code at once; the promise ends when it is gone, and its process with it. */
  readonly show: (shown: ShownCode) => Promise<void>;
  /** False from the moment in which it goes, whatever the reason. */
  readonly isOpen: () => boolean;
  /** Ends the window and its process; without effect where it is gone. */
  readonly close: () => void;
}

/** Opens it; null where it is open already, which then comes to the front. */
export type OpenCodeWindow = () => OpenedCodeWindow | null;
