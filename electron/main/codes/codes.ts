import type { CodeQuestion, PassphraseQuestion, ShownCopy } from '#shared/areas/code-window.ts';
import type {
  CodeAccess,
  CodeExport,
  CodeExportRow,
  CodesNow,
  CodeTaken,
  TakeAction,
} from '#shared/domain/code.ts';
import type { Result } from '#shared/result.ts';
import type { Secret } from '../system/secret.ts';

/** Transfer codes of one domain at a time. No answer of it holds a code. */
export interface Codes {
  /**
   * Asks the service once, after the user has confirmed this very request in the code window; copies what comes, or shows it
   * there. While it is shown it can be copied there, without another request.
   *
   * Fails with: `no-account`, `no-key`, `keychain`, `storage` (the journal could not be written: nothing was asked), and what
   * the client's `readEppCode` fails with.
   */
  readonly take: (accountId: string, domain: string, deed: TakeAction) => Promise<Result<CodeTaken>>;
  /** The newest first, 200 at most. */
  readonly accesses: (accountId: string, domain: string) => Promise<Result<readonly CodeAccess[]>>;
  readonly now: () => CodesNow;
  readonly clearClipboard: () => Promise<CodesNow>;
  /** The user went away: the window closes, and the clipboard is cleared. */
  readonly leave: () => Promise<void>;
  /** As `leave`, before the application ends. */
  readonly close: () => Promise<void>;
}

export interface CodeExportAsk {
  readonly accountId: string;
  /** As A-labels; asked in this order, each once. */
  readonly domains: readonly string[];
  /** An existing file is replaced when the new one is complete. */
  readonly path: string;
  readonly passphrase: Secret;
}

/** Many codes into one file that is encrypted with a passphrase, in the age format. */
export interface CodeExports {
  /** Begins; how it goes is announced. Fails with: `no-account`, `invalid-input`, `storage` (no file can be made there). */
  readonly start: (ask: CodeExportAsk) => Promise<Result<CodeExport>>;
  /** The newest first. */
  readonly list: () => readonly CodeExport[];
  /** As `list`, after looking whether each file that was put in its place still stands there. */
  readonly listWithFiles: () => Promise<readonly CodeExport[]>;
  readonly rows: (
    id: string,
    which: 'all' | 'failed',
    offset: number,
    limit: number,
  ) => { readonly rows: readonly CodeExportRow[]; readonly total: number };
  /** Asks for no more; the file is finished with what was fetched. */
  readonly stop: (id: string) => void;
  /** Ends when the saving has. */
  readonly ended: (id: string) => Promise<CodeExport>;
  /** As `stop` for each that runs, then waits for the files. */
  readonly close: () => Promise<void>;
}

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

/** The system's clipboard for something that must not stay there. */
export interface SecretClipboard {
  /** Whether histories of clipboards can be asked to leave it out, in the same write. */
  readonly canHint: boolean;
  readonly write: (secret: Secret) => Promise<void>;
  readonly readText: () => Promise<string>;
  readonly clear: () => Promise<void>;
}
