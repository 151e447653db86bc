import type {
  CodeQuestion,
  PassphraseQuestion,
  ShownCopy,
  UnlockQuestion,
} from '#shared/areas/secret-windows.ts';
import type { Result } from '#shared/result.ts';
import type { Secret } from '../system/secret.ts';

export interface CodeExportAsk {
  readonly accountId: string;
  /** As A-labels; requested in this order, each once. */
  readonly domains: readonly string[];
  /** An existing file is replaced when the new one is complete. */
  readonly path: string;
  readonly passphrase: Secret;
}

/** The domains of a file of codes, each with its code; null where none came. */
export type CodesInFile = readonly {
  readonly domain: string;
  readonly code: Secret | null;
  /** When it was requested. */
  readonly at: string;
}[];

/**
 * Decrypts a file of codes. Null where the passphrase does not open it; without a passphrase, where one is needed.
 *
 * Fails with: `invalid-input` (`file`: a sentence), `cancelled`.
 */
export type OpenCodeFile = (
  path: string,
  passphrase: Secret | null,
  signal: AbortSignal,
) => Promise<Result<CodesInFile | null>>;

/** A code on the screen. */
export interface ShownCode {
  /** As A-labels. */
  readonly domain: string;
  readonly code: Secret;
  readonly forMs: number;
  readonly canHint: boolean;
  readonly clearClipboardAfterS: number;
  /** Copies this code to the clipboard without a request. Null where the user has left. Never rejects. */
  readonly copy: () => Promise<ShownCopy | null>;
}

/**
 * The window in which codes are confirmed and shown: a process, a session and a page of its own. It asks one question, then it may
 * show a code; the code disappears on blur, lock, suspend, navigation and after its time.
 */
export interface OpenedCodeWindow {
  /** Asks the question; false where the user cancelled or the window was closed. */
  readonly confirmed: (question: CodeQuestion) => Promise<boolean>;
  /** Null where the user cancelled or the window was closed. */
  readonly passphrase: (question: PassphraseQuestion) => Promise<Secret | null>;
  /** Asks for the passphrase of an existing file. Null where the user cancelled or the window was closed. */
  readonly unlock: (question: UnlockQuestion) => Promise<Secret | null>;
  /** Shows the code at once; resolves when it is hidden and its process has ended. */
  readonly show: (shown: ShownCode) => Promise<void>;
  /** False from the moment the window closes, whatever the reason. */
  readonly isOpen: () => boolean;
  /** Aborted at that moment. */
  readonly ended: AbortSignal;
  /** Closes the window and ends its process; no effect where it is closed. */
  readonly close: () => void;
}

/** Opens the window; null where it is open already, which then comes to the front. */
export type OpenCodeWindow = () => OpenedCodeWindow | null;

/** The system's clipboard, for text that must not stay there. */
export interface SecretClipboard {
  /** Whether a write can ask clipboard histories to leave the text out. */
  readonly canHint: boolean;
  readonly write: (secret: Secret) => Promise<void>;
  readonly readText: () => Promise<string>;
  readonly clear: () => Promise<void>;
}
