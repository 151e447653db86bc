import type { ChildNameserver, Domain, DomainPart, KnownSource, Reading } from '#shared/domain/portfolio.ts';
import type { LockState, SyncTold } from '#shared/domain/change.ts';
import type { Output } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

export type Added = Output<'domains', 'add'>;
export type ContactsNow = Output<'domains', 'readContacts'>;

/** The names that are looked after, and what is known of each, with its age and source. */
export interface Portfolio {
  readonly list: (accountId: string) => Promise<Result<readonly Domain[]>>;
  /** Fails with: `invalid-input` where it is not in the portfolio. */
  readonly find: (accountId: string, name: string) => Promise<Result<Domain>>;
  /**
   * Adds the names in a text; nothing is asked of the service. What was there already is left as it is.
   *
   * Fails with: `invalid-input` (there would be more than an account can have), `storage`.
   */
  readonly add: (
    accountId: string,
    text: string,
    tags: readonly string[],
    addedBy: Domain['addedBy'],
  ) => Promise<Result<Added>>;
  /** Fails with: `invalid-input` where a domain would have too many. */
  readonly tag: (
    accountId: string,
    names: readonly string[],
    add: readonly string[],
    remove: readonly string[],
  ) => Promise<Result<unknown>>;
  readonly note: (accountId: string, name: string, note: string) => Promise<Result<Domain>>;
  /** @param expiresOn Null takes a person's word back; what a sync told stays. */
  readonly tellExpiry: (accountId: string, name: string, expiresOn: string | null) => Promise<Result<Domain>>;
  readonly archive: (
    accountId: string,
    names: readonly string[],
    isArchived: boolean,
  ) => Promise<Result<unknown>>;
  readonly remove: (accountId: string, names: readonly string[]) => Promise<Result<unknown>>;
  /**
   * Begins to read; names that are not in the portfolio are passed over. What two readings want is asked once.
   *
   * Fails with: `invalid-input` (none of them is in it), `no-account`, `storage`. What fails later, the reading tells.
   */
  readonly readAgain: (
    accountId: string,
    names: readonly string[],
    parts: readonly DomainPart[],
  ) => Promise<Result<Reading>>;
  readonly cancelReading: (id: string) => void;
  /** In clear, for the page alone. Fails with: what the client's reads fail with. */
  readonly readContacts: (accountId: string, name: string) => Promise<Result<ContactsNow>>;
  readonly children: (accountId: string, name: string) => Promise<Result<readonly ChildNameserver[]>>;
  readonly tellChild: (
    accountId: string,
    name: string,
    host: string,
    addresses: readonly string[],
  ) => Promise<Result<readonly ChildNameserver[]>>;
  readonly forgetChild: (
    accountId: string,
    name: string,
    host: string,
  ) => Promise<Result<readonly ChildNameserver[]>>;
  readonly usersOf: (accountId: string, host: string) => Promise<Result<readonly string[]>>;
  /** What somebody else of the program has learned of a name: a change that was read back, a look before it. Unknown names are passed over. */
  readonly learn: (accountId: string, name: string, learned: Learned) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Learned {
  readonly at: string;
  readonly source: KnownSource;
  readonly lock?: LockState;
  readonly nameservers?: readonly string[];
  readonly told?: SyncTold;
  /** The name was registered here: it is added where it is not there. */
  readonly isRegistered?: boolean;
  /** It was renewed here: an expiry that was known before is expected to be so many years later. */
  readonly renewal?: { readonly years: number; readonly sentAt: string };
  readonly child?:
    | { readonly host: string; readonly addresses: readonly string[] }
    | { readonly host: string; readonly isGone: true };
}
