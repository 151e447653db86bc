import type { Change, ChangeAsk, ContactFields } from '#shared/domain/change.ts';
import type { JournalEntry, JournalHealth } from '#shared/domain/change-entry.ts';
import type { Output, Parsed } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

export type Review = Output<'changes', 'prepare'>;
export type ChangeFilter = Parsed<'changes', 'list'>['filter'];
export type ChangePage = Output<'changes', 'list'>;

/** What a person gave along when sending. */
export interface Consent {
  readonly typedName: string | null;
  readonly premiumAccepted: boolean;
}

/**
 * Everything that alters a domain. A change is written down before it is sent, sent once, and read back; what is not known is
 * `uncertain`, never guessed.
 */
export interface Changes {
  /**
   * Reads what is there now and says what would be sent. Writes nothing.
   *
   * Fails with: `invalid-input`, `open-change`, `journal-broken`, `no-account`, `no-key`, `keychain`, `unreachable`, `storage`.
   * What the service refuses or answers unreadably is no failure where the change can be sent without it: it is a warning.
   */
  readonly prepare: (accountId: string, domain: string, ask: ChangeAsk) => Promise<Result<Review>>;
  /**
   * Writes the change down and begins to send it, once for each review. Resolves when it is written down.
   *
   * Fails with: `changed-since`, `invalid-input` (`typedName`, `premiumAccepted`), `open-change`, `journal-broken`, `storage`.
   */
  readonly apply: (reviewId: string, consent: Consent) => Promise<Result<Change>>;
  /**
   * As `prepare` and `apply` in one, for plans: `expected` is compared with what is read just before. Resolves when it is
   * over: never `planned`, never `sending`.
   *
   * Fails with: `changed-since`, `cancelled`, `not-sent`, and what `prepare` fails with. Then nothing was sent, no change is
   * left open, and the row can be performed again.
   */
  readonly perform: (order: PlannedOrder) => Promise<Result<Change>>;
  readonly list: (filter: ChangeFilter, offset: number, limit: number) => Promise<Result<ChangePage>>;
  readonly find: (
    id: string,
  ) => Promise<Result<{ readonly change: Change; readonly entries: readonly JournalEntry[] }>>;
  readonly lastOf: (accountId: string, domain: string) => Promise<Result<readonly Change[]>>;
  /** Of a `planned` change. Resolves when it is on its way. Fails with: `invalid-input`, `changed-since`, and what reading fails with. */
  readonly send: (id: string) => Promise<Result<Change>>;
  /** Fails with: `invalid-input` (nothing to read back), `storage`. That the service cannot be read is the entry's, not a failure. */
  readonly readBack: (id: string) => Promise<Result<Change>>;
  readonly settle: (
    id: string,
    settledAs: 'applied' | 'not-applied',
    note: string,
  ) => Promise<Result<Change>>;
  readonly withdraw: (id: string) => Promise<Result<Change>>;
  readonly personal: (id: string) => Promise<Result<readonly ContactFields[] | null>>;
  readonly health: (check: boolean) => Promise<Result<JournalHealth>>;
  /**
   * Writes the entries of the changes that fit, hash chain included, to a file that is there whole or not at all.
   *
   * Fails with: `storage`, `invalid-input` (the file cannot be written).
   */
  readonly exportJournal: (
    format: 'csv' | 'json',
    filter: ChangeFilter,
    path: string,
  ) => Promise<Result<{ readonly entries: number }>>;
  /** At the start: what was on its way when the program ended becomes uncertain, and is read back (C7). */
  readonly recover: () => Promise<void>;
  /** The account can be reached again: what could not be read back is. */
  readonly wake: (accountId: string) => void;
  /** Waits a while for what is on its way; what is not over then is recovered at the next start. */
  readonly close: () => Promise<void>;
}

export interface PlannedOrder {
  readonly accountId: string;
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly planId: string;
  /** What the plan saw, as `presentText` of `describe.ts` writes it. */
  readonly expected: string;
  readonly signal: AbortSignal;
}
