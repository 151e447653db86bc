import type {
  CodeAccess,
  CodeSaving,
  CodeSavingRow,
  CodesNow,
  CodeTaken,
  TakeDeed,
} from '#shared/domain/code.ts';
import type { Result } from '#shared/result.ts';
import type { Secret } from '../accounts/secret.ts';

/** Transfer codes of one domain at a time. No answer of it holds a code. */
export interface Codes {
  /**
   * Asks the service once, after the user has confirmed this very request in the code window; copies what comes, or shows it
   * there. While it is shown it can be copied there, without another request.
   *
   * Fails with: `no-account`, `no-key`, `keychain`, `storage` (the journal could not be written: nothing was asked), and what
   * the client's `readEppCode` fails with.
   */
  readonly take: (accountId: string, domain: string, deed: TakeDeed) => Promise<Result<CodeTaken>>;
  /** The newest first, 200 at most. */
  readonly accesses: (accountId: string, domain: string) => Promise<Result<readonly CodeAccess[]>>;
  readonly now: () => CodesNow;
  readonly clearClipboard: () => Promise<CodesNow>;
  /** The user went away: the window closes, and the clipboard is cleared. */
  readonly leave: () => Promise<void>;
  /** As `leave`, before the application ends. */
  readonly close: () => Promise<void>;
}

export interface SavingAsk {
  readonly accountId: string;
  /** As A-labels; asked in this order, each once. */
  readonly domains: readonly string[];
  /** An existing file is replaced when the new one is complete. */
  readonly path: string;
  readonly passphrase: Secret;
}

/** Many codes into one file that is encrypted with a passphrase, in the age format. */
export interface CodeSavings {
  /** Begins; how it goes is announced. Fails with: `no-account`, `invalid-input`, `storage` (no file can be made there). */
  readonly start: (ask: SavingAsk) => Promise<Result<CodeSaving>>;
  /** The newest first. */
  readonly list: () => readonly CodeSaving[];
  /** As `list`, after looking whether each file that was put in its place still stands there. */
  readonly listWithFiles: () => Promise<readonly CodeSaving[]>;
  readonly rows: (
    id: string,
    which: 'all' | 'failed',
    offset: number,
    limit: number,
  ) => { readonly rows: readonly CodeSavingRow[]; readonly total: number };
  /** Asks for no more; the file is finished with what was fetched. */
  readonly stop: (id: string) => void;
  /** Ends when the saving has. */
  readonly ended: (id: string) => Promise<CodeSaving>;
  /** As `stop` for each that runs, then waits for the files. */
  readonly close: () => Promise<void>;
}
