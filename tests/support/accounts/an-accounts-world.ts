import type { DatabaseSync } from 'node:sqlite';
import type { PracticeCredentials } from '../../../electron/main/accounts/account.ts';
import { type Accounts, createAccounts } from '../../../electron/main/accounts/accounts.ts';
import { createAccountKeys, createVault } from '../../../electron/main/accounts/vault.ts';
import { parseBaseUrl } from '../../../electron/main/reseller/base-url.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import type { KeychainFault, StorageFault } from '../../../shared/errors.ts';
import { aKeychain, type KeychainInMemory } from '../keychain/a-keychain.ts';
import { valueOf } from '../workspace/a-workspace.ts';
import { aDatabase, clientHere } from '../workspace/stores-here.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/accounts.ts';

interface AStore {
  /** For what other parts of the workspace would have written. */
  readonly database: DatabaseSync;
  readonly store: Workspace['accounts'];
  /** From now on the named method fails so. */
  readonly failAt: (method: keyof Workspace['accounts'], fault: StorageFault) => void;
}

/** The workspace's accounts, kept in memory. */
function aStore(): AStore {
  const database = aDatabase();
  const faults = new Map<string, StorageFault>();
  const accounts = createAccountsRepository(database);
  return {
    database,
    store: clientHere({ accounts }, ({ method }) => faults.get(method)).accounts,
    failAt: (method, fault) => faults.set(method, fault),
  };
}

export const draft = {
  label: 'Acme',
  colour: 'blue',
  baseUrl: 'https://reseller.example/api/index.php',
  username: 'reseller@example.com',
} as const;
export const key = new Secret('api-key-1234');
export const noKey = { hasKey: false, place: 'none', savedAt: null };
export const savedAt = '2026-02-21T14:05:06.007Z';

/** One machine: its store and its keychain outlive the restarts of the accounts service. */
export class AccountsWorld {
  readonly stored: AStore = aStore();
  /** The fault of every call to the keychain from now on. */
  fault: KeychainFault | undefined = undefined;
  /** What a test looks at while the keychain is asked: `get`, `set` or `delete`. */
  onKeychainCall: (call: string) => Promise<void> = () => Promise.resolve();
  readonly keychain: KeychainInMemory = aKeychain({
    faultOf: () => this.fault,
    before: (call) => this.onKeychainCall(call),
  });
  credentials: PracticeCredentials | null = {
    baseUrl: 'http://127.0.0.1:4000',
    username: 'practice@example.com',
    key: new Secret('made-anew'),
  };
  accounts: Accounts = this.#accounts();

  /** Memory is empty afterwards; store and keychain are as they were. */
  restart(): void {
    this.accounts = this.#accounts();
  }

  async addOne() {
    return valueOf(await this.accounts.add(draft));
  }

  /** The account's key, or the kind of failure. */
  async revealed(id: string): Promise<string> {
    const account = this.accounts.find(id);
    const found = account.ok ? await this.accounts.keyFor(id, account.value) : account;
    return found.ok ? found.value.reveal() : found.error.kind;
  }

  #accounts(): Accounts {
    const { store } = this.stored;
    const practice = () => this.credentials;
    const vault = createVault(this.keychain);
    const now = () => new Date(savedAt);
    const keys = createAccountKeys({ vault, store, practice, now });
    return createAccounts({ store, keys, practice, parseBaseUrl, newId: () => crypto.randomUUID(), now });
  }
}
