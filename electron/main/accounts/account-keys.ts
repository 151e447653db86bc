import { fail, ok, type Result } from '#shared/result.ts';
import type { AccountRecord } from '../workspace/first-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { KeyPlace, KeyState, PracticeSeat } from './account.ts';
import { isSameLogin } from './account-draft.ts';
import { keyOnDisk } from './list-accounts.ts';
import type { Secret } from './secret.ts';
import type { Vault } from './vault.ts';

export interface AccountKeysDeps {
  readonly vault: Vault;
  readonly store: Pick<Workspace['accounts'], 'noteKey'>;
  /** Null while the practice service does not run. */
  readonly practice: () => PracticeSeat | null;
  readonly now: () => Date;
}

/** The accounts' keys: in the vault, in memory by the user's choice, or made anew for the practice account. */
export interface AccountKeys {
  readonly stateOf: (account: AccountRecord) => KeyState;
  /** Fails with: `no-key`, `keychain`. */
  readonly keyFor: (account: AccountRecord) => Promise<Result<Secret>>;
  /** Fails with: `keychain`, `invalid-input`, `storage`. */
  readonly save: (account: AccountRecord, key: Secret, place: KeyPlace) => Promise<Result<unknown>>;
  /** A key for this account until it is taken back; it is stored nowhere, and what is stored stays as it is. */
  readonly lend: (id: string, key: Secret) => () => void;
  /** Fails with: `keychain`, `storage`; then the key may still be there. */
  readonly forget: (account: AccountRecord) => Promise<Result<unknown>>;
}

/** A key of an account, for the login that the account had when it was given. */
interface InMemory {
  readonly key: Secret;
  readonly savedAt: string;
  readonly login: Pick<AccountRecord, 'baseUrl' | 'username'>;
}

export function createAccountKeys({ vault, store, practice, now }: AccountKeysDeps): AccountKeys {
  const inMemory = new Map<string, InMemory>();
  const lent: { readonly id: string; readonly key: Secret }[] = [];

  /** A key in the keychain of which the workspace does not know could never be removed again: so it goes at once. */
  async function saveInKeychain(id: string, key: Secret): Promise<Result<unknown>> {
    const written = await vault.write(id, key);
    if (!written.ok) return written;
    const noted = await store.noteKey({ id, key: { place: 'keychain', savedAt: now().toISOString() } });
    if (noted.ok) inMemory.delete(id);
    else await vault.remove(id);
    return noted;
  }

  function keptInMemory(account: AccountRecord): InMemory | undefined {
    const kept = inMemory.get(account.id);
    return kept !== undefined && isSameLogin(kept.login, account) ? kept : undefined;
  }

  async function readFromVault(id: string): Promise<Result<Secret>> {
    const read = await vault.read(id);
    if (!read.ok) return read;
    return read.value === null ? noKey : ok(read.value);
  }

  return {
    stateOf(account) {
      if (account.kind === 'practice' && practice() !== null)
        return { hasKey: true, place: 'memory', savedAt: null };
      const kept = keptInMemory(account);
      if (kept !== undefined) return { hasKey: true, place: 'memory', savedAt: kept.savedAt };
      return keyOnDisk(account);
    },
    async keyFor(account) {
      const { id, kind, key } = account;
      const kept =
        kind === 'practice' ? practice() : (lent.findLast((loan) => loan.id === id) ?? keptInMemory(account));
      if (kept) return ok(kept.key);
      return key.place === 'none' ? noKey : readFromVault(id);
    },
    async save({ id, kind, baseUrl, username }, key, place) {
      if (kind === 'practice') return practiceHasItsOwn;
      if (place === 'keychain') return saveInKeychain(id, key);
      inMemory.set(id, { key, savedAt: now().toISOString(), login: { baseUrl, username } });
      return ok(null);
    },
    lend(id, key) {
      const loan = { id, key };
      lent.push(loan);
      return () => {
        const at = lent.indexOf(loan);
        if (at !== -1) lent.splice(at, 1);
      };
    },
    async forget({ id, key }) {
      inMemory.delete(id);
      if (key.place === 'none') return ok(null);
      const removed = await vault.remove(id);
      return removed.ok ? store.noteKey({ id, key: { place: 'none', savedAt: null } }) : removed;
    },
  };
}

const noKey: Result<never> = fail({ kind: 'no-key' });

const practiceHasItsOwn: Result<never> = fail({
  kind: 'invalid-input',
  field: 'key',
  reason: 'The practice account makes its own key at each start',
});
