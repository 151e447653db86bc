import { ok, type Result } from '#shared/result.ts';
import type { AccountRecord } from '../workspace/first-records.ts';
import type {
  Account,
  AccountContents,
  AccountDraft,
  AccountEdit,
  KeyPlace,
  KeyState,
  PracticeSeat,
  RemovedAccount,
} from './account.ts';
import {
  addAccount,
  addPracticeAccount,
  type ChangeDeps,
  deleteAccount,
  editAccount,
  inUseError,
  removeAccount,
  restoreAccount,
} from './account-changes.ts';
import { recordOf } from './account-store.ts';
import { type AccountList, listAccounts } from './list-accounts.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Secret } from './secret.ts';

export interface AccountsDeps extends ChangeDeps {
  /** Null while the practice service does not run. */
  readonly practice: () => PracticeSeat | null;
}

/** The user's accounts and their keys. Every method fails with `storage` too; all that take an id, with `no-account`. */
export interface Accounts {
  readonly list: () => Promise<Result<AccountList>>;
  readonly find: (id: string) => Promise<Result<Account>>;
  /** The first account that is added becomes the active one. Fails with: `invalid-input`. */
  readonly add: (draft: AccountDraft) => Promise<Result<Account>>;
  /** The practice account; the one that is there already, if there is one. */
  readonly addPractice: () => Promise<Result<Account>>;
  /**
   * Changes an account. Another server or another user is another login: its key is not the one that was given, so
   * that one is forgotten and a key has to be entered again. Of a practice account, label, colour and options
   * alone change.
   *
   * Fails with: `invalid-input`, `keychain` (the old key could not be removed, and nothing was changed), `account-in-use` (its
   * address or user would be another while something of it is open).
   */
  readonly edit: (edit: AccountEdit) => Promise<Result<Account>>;
  /** What would go with it, and what keeps it from being removed now. */
  readonly contents: (id: string) => Promise<Result<AccountContents>>;
  /**
   * Hides the account and all that is its own until it is deleted for good or restored: nothing can be asked or sent with it, and its
   * label is free. Its key stays where it is. If it was the active one, none is active then: the next call must not go
   * to another account unasked.
   *
   * Fails with: `account-in-use`.
   */
  readonly remove: (id: string) => Promise<Result<unknown>>;
  /** Undoes a removal. Where another account has its label by now, it gets a number. */
  readonly restore: (id: string) => Promise<Result<Account>>;
  /** Those that are removed and not deleted, the last one first. */
  readonly removed: () => Promise<Result<readonly RemovedAccount[]>>;
  /**
   * Deletes a removed account, its key, and all that was found with it. It cannot be undone.
   *
   * Fails with: `keychain` (the key could not be removed, and nothing was), `account-in-use`.
   */
  readonly delete: (id: string) => Promise<Result<unknown>>;
  readonly select: (id: string) => Promise<Result<Account>>;
  readonly keyState: (id: string) => Promise<Result<KeyState>>;
  /** Fails with: `keychain`, `invalid-input`; then the key before is still there. */
  readonly saveKey: (id: string, key: Secret, place: KeyPlace) => Promise<Result<KeyState>>;
  /** Fails with: `keychain`; then the key may still be there. */
  readonly forgetKey: (id: string) => Promise<Result<KeyState>>;
  /** A key for this account until it is taken back: for one run of the command line. It is stored nowhere. */
  readonly lendKey: (id: string, key: Secret) => () => void;
  /** For the API client alone. Fails with: `no-key`, `keychain`. */
  readonly keyFor: (id: string) => Promise<Result<Secret>>;
}

/** The accounts service. Changes are made one after the other, so that none decides on what another is changing. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, keys } = deps;
  const inTurn = oneAtATime();

  const seen = (record: AccountRecord): Account => {
    const seat = record.kind === 'practice' ? deps.practice() : null;
    const address = seat === null ? {} : { baseUrl: seat.baseUrl, username: seat.username };
    return { ...record, ...address, key: keys.stateOf(record) };
  };
  const withRecord = async <T>(
    id: string,
    work: (record: AccountRecord) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const record = await recordOf(store, id);
    return record.ok ? work(record.value) : record;
  };
  const find = (id: string): Promise<Result<Account>> => withRecord(id, (record) => ok(seen(record)));
  const keyState = (id: string): Promise<Result<KeyState>> =>
    withRecord(id, (record) => ok(keys.stateOf(record)));

  /** Makes a change in its turn; answers with the account as it is afterwards. */
  const change = (work: () => Promise<Result<string>>): Promise<Result<Account>> =>
    inTurn(async () => {
      const id = await work();
      return id.ok ? find(id.value) : id;
    });
  const changeKey = (
    id: string,
    work: (record: AccountRecord) => Promise<Result<unknown>>,
  ): Promise<Result<KeyState>> =>
    inTurn(async () => {
      const done = await withRecord(id, work);
      return done.ok ? keyState(id) : done;
    });

  return {
    list: () => listAccounts(store, seen),
    find,
    add: (draft) => change(() => addAccount(deps, draft)),
    addPractice: () => change(() => addPracticeAccount(deps)),
    edit: (edit) => change(() => editAccount(deps, edit)),
    async contents(id) {
      const contents = await withRecord(id, () => store.contents({ id }));
      if (!contents.ok) return contents;
      const { inUse, ...counts } = contents.value;
      return ok({ ...counts, inUse: inUse === null ? null : inUseError(inUse) });
    },
    remove: (id) => inTurn(() => removeAccount(deps, id)),
    restore: (id) => change(() => restoreAccount(deps, id)),
    async removed() {
      const hidden = await store.hidden({});
      if (!hidden.ok) return hidden;
      return ok(
        hidden.value.map(({ label, colour, removedAt, ...account }) => ({
          id: account.id,
          label,
          colour,
          removedAt,
        })),
      );
    },
    delete: (id) => inTurn(() => deleteAccount(deps, id)),
    select: (id) =>
      change(() =>
        withRecord(id, async () => {
          const selected = await store.select({ id });
          return selected.ok ? ok(id) : selected;
        }),
      ),
    keyState,
    saveKey: (id, key, place) => changeKey(id, (record) => keys.save(record, key, place)),
    forgetKey: (id) => changeKey(id, keys.forget),
    lendKey: keys.lend,
    keyFor: (id) => withRecord(id, keys.keyFor),
  };
}
