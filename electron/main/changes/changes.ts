import type { Change, ChangeAsk, ContactFields } from '#shared/domain/change.ts';
import type { Consent, JournalEntry, JournalHealth } from '#shared/domain/change-entry.ts';
import type { Output, Parsed } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

export type Review = Output<'changes', 'prepare'>;
export type ChangeFilter = Parsed<'changes', 'list'>['filter'];
export type ChangePage = Output<'changes', 'list'>;

/** What a person typed and ticked when sending. */
export interface Confirmation {
  readonly typedName: string | null;
  readonly premiumAccepted: boolean;
  readonly typedLimit: string | null;
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
  /** As `prepare`, of a change that is written down and was not sent. Fails with: `invalid-input` too (it is not planned). */
  readonly prepareAgain: (id: string) => Promise<Result<Review>>;
  /**
   * Writes the change down, where it is not yet, and begins to send it, once for each review. Resolves when it is written down.
   *
   * Fails with: what the gate refuses with, `invalid-input` (`typedName`, `premiumAccepted`).
   */
  readonly apply: (reviewId: string, confirmation: Confirmation) => Promise<Result<Change>>;
  /**
   * One row of a batch, through the same gate: what was agreed to with the batch is compared with what is read just before.
   * Resolves when it is over: never `planned`, never `sending`.
   *
   * Fails with: what the gate refuses with, `not-sent`. Then nothing was sent, no change is left open, and the row can be
   * performed again.
   */
  readonly perform: (order: PlannedOrder) => Promise<Result<Change>>;
  readonly list: (filter: ChangeFilter, offset: number, limit: number) => Promise<Result<ChangePage>>;
  readonly find: (
    id: string,
  ) => Promise<Result<{ readonly change: Change; readonly entries: readonly JournalEntry[] }>>;
  /** The last change of each family at the account's service. Fails with: `no-account`, `storage`. */
  readonly lastOf: (accountId: string, domain: string) => Promise<Result<readonly Change[]>>;
  /**
   * Sends a `planned` change by what was agreed to before, where that holds still. Resolves when it is on its way.
   *
   * Fails with: what the gate refuses with. After `changed-since` it has to be looked at again, by `prepareAgain`.
   */
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
  readonly consent: Consent;
  readonly signal: AbortSignal;
}
