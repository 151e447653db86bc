import type {
  CodeQuestion,
  PassphraseQuestion,
  ShownCopy,
  UnlockQuestion,
} from '#shared/areas/secret-windows.ts';
import type {
  CodeAccess,
  CodeExport,
  CodeExportRow,
  CodesNow,
  CodeTaken,
  OpenedCodeFile,
  TakeAction,
} from '#shared/domain/code.ts';
import type { Result } from '#shared/result.ts';
import type { Secret } from '../system/secret.ts';

/** Transfer codes of one domain at a time. No result contains a code. */
export interface Codes {
  /**
   * Requests a code from the service once, after the user has confirmed this request in the code window; then copies it or shows it
   * there. While it is shown it can be copied there, without another request.
   *
   * Fails with: `no-account`, `no-key`, `keychain`, `storage` (the journal could not be written: nothing was requested), and what
   * the client's `readEppCode` fails with.
   */
  readonly take: (accountId: string, domain: string, deed: TakeAction) => Promise<Result<CodeTaken>>;
  /** Newest first, at most 200. */
  readonly accesses: (accountId: string, domain: string) => Promise<Result<readonly CodeAccess[]>>;
  readonly now: () => CodesNow;
  readonly clearClipboard: () => Promise<CodesNow>;
  /** Whether a text from the clipboard is the code that was copied: it is to be read as nothing else. */
  readonly isCopied: (text: string) => boolean;
  /**
   * Asks for the passphrase of a file in the code window, until one opens it, and holds its codes in memory: of one file at a time,
   * until it is closed, the user leaves, or shows none for five minutes. Null where the user cancelled.
   *
   * Fails with: `no-account`, `invalid-input` (`file`: a sentence), `cancelled`.
   */
  readonly openFile: (path: string) => Promise<Result<OpenedCodeFile | null>>;
  /**
   * Shows one code of the opened file in the code window, without a request. The access is recorded first.
   *
   * Fails with: `invalid-input` (`file`: it is not open any more), `no-account`, `storage`, `journal-broken`, `cancelled`.
   */
  readonly showFromFile: (id: string, index: number) => Promise<Result<{ readonly isShown: boolean }>>;
  /** Forgets the codes of the opened file. @param id Null: whichever is open. */
  readonly closeFile: (id: string | null) => void;
  /** The user left (for example by locking the screen): closes the window and the file, and clears the clipboard. */
  readonly leave: () => Promise<void>;
  /** As `leave`, before the application ends. */
  readonly close: () => Promise<void>;
}

export interface CodeExportAsk {
  readonly accountId: string;
  /** As A-labels; requested in this order, each once. */
  readonly domains: readonly string[];
  /** An existing file is replaced when the new one is complete. */
  readonly path: string;
  readonly passphrase: Secret;
}

/** Exports many codes to one file that is encrypted with a passphrase, in the age format. */
export interface CodeExports {
  /** Starts an export; progress is announced. Fails with: `no-account`, `invalid-input`, `storage` (the file cannot be created). */
  readonly start: (ask: CodeExportAsk) => Promise<Result<CodeExport>>;
  /** Newest first. */
  readonly list: () => readonly CodeExport[];
  /** As `list`, after checking whether each finished file still exists. */
  readonly listWithFiles: () => Promise<readonly CodeExport[]>;
  readonly rows: (
    id: string,
    which: 'all' | 'failed' | 'not-read',
    offset: number,
    limit: number,
  ) => { readonly rows: readonly CodeExportRow[]; readonly total: number };
  /** Requests no more codes; the file is finished with those that were fetched. */
  readonly stop: (id: string) => void;
  /** Resolves when the export has ended. */
  readonly ended: (id: string) => Promise<CodeExport>;
  /** As `stop` for each running export, then waits for the files. */
  readonly close: () => Promise<void>;
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
