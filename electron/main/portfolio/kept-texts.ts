import type { DraftKind, Template } from '#shared/domain/portfolio.ts';
import type { Parsed } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

/** Contacts and sets of nameservers that are used again. Of the workspace, not of an account. */
export interface Templates {
  /**
   * By their names. One that cannot be opened any more has no content: it can only be removed.
   *
   * Fails with: `keychain` (there are contacts, and they cannot be opened now), `storage`.
   */
  readonly list: () => Promise<Result<readonly Template[]>>;
  /** Fails with: `keychain` (a contact cannot be sealed), `invalid-input`, `storage`. */
  readonly save: (template: Parsed<'templates', 'save'>) => Promise<Result<Template>>;
  readonly remove: (id: string) => Promise<Result<unknown>>;
}

/** What was typed into an editor and not sent. Where nothing can be sealed, it is kept until the program ends. */
export interface Drafts {
  /** Null where there is none, or where it cannot be opened any more. Fails with: `keychain`, `storage`. */
  readonly read: (
    accountId: string,
    domain: string,
    kind: DraftKind,
  ) => Promise<Result<{ readonly body: string | null; readonly savedAt: string | null }>>;
  readonly save: (
    accountId: string,
    domain: string,
    kind: DraftKind,
    body: string,
  ) => Promise<Result<unknown>>;
  readonly remove: (accountId: string, domain: string, kind: DraftKind) => Promise<Result<unknown>>;
  readonly list: (
    accountId: string,
  ) => Promise<
    Result<readonly { readonly domain: string; readonly kind: DraftKind; readonly savedAt: string }[]>
  >;
  /** Ends when every draft that was handed over is on the disk, or cannot be. The workspace has to be open until then. */
  readonly close: () => Promise<void>;
}
