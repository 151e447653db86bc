import { createHash } from 'node:crypto';
import { isSameLogin, serviceKey, type ServiceIdentity } from '#shared/domain/account.ts';
import { longestKey } from '#shared/areas/secret-windows.ts';
import type { KeychainFault } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { createMutex } from '../system/queue.ts';
import { Secret } from '../system/secret.ts';
import { invalidInput } from '../system/texts.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { keyOnDisk, noKeyKept, type KeyPlace, type KeyState, type PracticeCredentials } from './account.ts';
import type { AccountRecord } from '../workspace/repositories/accounts.ts';

/**
 * The operating system's keychain as the vault uses it. Each call ends within a few seconds, with an answer or with the
 * fault that prevented one.
 */
export interface Keychain {
  /** The secret of an entry; null where there is certainly none: a locked keychain is a fault, never a null (B5). */
  readonly get: (entry: string) => Promise<Result<Secret | null, KeychainFault>>;
  readonly set: (entry: string, secret: Secret) => Promise<Result<null, KeychainFault>>;
  /** Also succeeds where there was no entry. */
  readonly delete: (entry: string) => Promise<Result<null, KeychainFault>>;
}

/** Where API keys are stored: the operating system's keychain and nothing else (B4). */
export interface Vault {
  /**
   * The account's key; null where the keychain certainly has none.
   *
   * Fails with: `keychain`.
   */
  readonly read: (accountId: string) => Promise<Result<Secret | null>>;
  /**
   * Stores the key in place of the former one. When the keychain does not return what it was given, the former key is
   * restored.
   *
   * @param login Given for an account's key: the entry names the login that it belongs to (G7), and is read with that name.
   * Fails with: `keychain`, `invalid-input`.
   */
  readonly write: (accountId: string, key: Secret, login?: ServiceIdentity) => Promise<Result<null>>;
  /** Fails with: `keychain`; then the key may still be stored. */
  readonly remove: (accountId: string) => Promise<Result<null>>;
  /** A text that is no key, asked of the keychain each time: another process may have written it. Fails with: `keychain`. */
  readonly readNote: (entry: string) => Promise<Result<string | null>>;
  /** Fails with: `keychain`. */
  readonly writeNote: (entry: string, text: string) => Promise<Result<null>>;
}

interface CachingVault extends Vault {
  /** Drops every key from memory: on lock, idle and suspend. The next read asks the keychain again. */
  readonly forgetCached: () => void;
}

/** The vault over a keychain: one call at a time, concurrent reads of one entry shared, results cached (B2). */
export function createVault(keychain: Keychain): CachingVault {
  const inTurn = createMutex();
  const cached = new Map<string, Secret>();
  const reading = new Map<string, Promise<Result<Secret | null>>>();

  /** Drops the cached key and pending reads of an account, so that a late answer is not cached. */
  function forget(accountId: string): void {
    cached.delete(accountId);
    reading.delete(accountId);
  }

  function readOnce(accountId: string): Promise<Result<Secret | null>> {
    const read = inTurn(() => keychain.get(accountId)).then((got) => {
      if (reading.get(accountId) === read) {
        reading.delete(accountId);
        if (got.ok && got.value !== null) cached.set(accountId, got.value);
      }
      return orFault(got);
    });
    reading.set(accountId, read);
    return read;
  }

  return {
    read(accountId) {
      const known = cached.get(accountId);
      if (known !== undefined) return Promise.resolve(ok(known));
      return reading.get(accountId) ?? readOnce(accountId);
    },
    async write(accountId, key, login) {
      const problem = problemOf(key);
      if (problem !== null) return invalidInput('key', problem);
      forget(accountId);
      const entry = login === undefined ? key : bound(key, login);
      const written = await inTurn(() => replace(keychain, accountId, entry));
      forget(accountId);
      if (written.ok) cached.set(accountId, entry);
      return written;
    },
    async remove(accountId) {
      forget(accountId);
      const removed = await inTurn(() => keychain.delete(accountId));
      forget(accountId);
      return orFault(removed);
    },
    readNote: async (entry) =>
      mapOk(orFault(await inTurn(() => keychain.get(entry))), (found) => found?.reveal() ?? null),
    writeNote: async (entry, text) => orFault(await inTurn(() => keychain.set(entry, new Secret(text)))),
    forgetCached() {
      cached.clear();
      reading.clear();
    },
  };
}

/** Writes, reads back and compares (B6). Nothing is written where the former entry could not be read (B5). */
async function replace(keychain: Keychain, accountId: string, key: Secret): Promise<Result<null>> {
  const before = await keychain.get(accountId);
  if (!before.ok) return orFault(before);
  const set = await keychain.set(accountId, key);
  const after = set.ok ? await keychain.get(accountId) : set;
  if (after.ok && after.value?.reveal() === key.reveal()) return ok(null);
  await putBack(keychain, accountId, before.value);
  return after.ok
    ? invalidInput(
        'key',
        'The keychain did not return the key as it was saved, so the previous key was put back',
      )
    : orFault(after);
}

const putBack = (keychain: Keychain, accountId: string, before: Secret | null): Promise<unknown> =>
  before === null ? keychain.delete(accountId) : keychain.set(accountId, before);

/**
 * The entry of a key: the login's SHA-256 before it, which fits where the whole address would not (a credential on Windows has
 * 1,280 characters). Nothing else in the keychain begins so.
 */
const bound = (key: Secret, login: ServiceIdentity): Secret =>
  new Secret(`namedesk:${digestOf(login)}:${key.reveal()}`);

const boundEntry = /^namedesk:([\w-]{43}):(.*)$/s;

const digestOf = (login: ServiceIdentity): string =>
  createHash('sha256').update(serviceKey(login)).digest('base64url');

function problemOf(key: Secret): string | null {
  const { length } = key.reveal();
  if (length === 0) return 'The key is empty';
  if (length > longestKey) return `The key is longer than ${longestKey} characters`;
  return null;
}

const orFault = <T>(result: Result<T, KeychainFault>): Result<T> =>
  result.ok ? result : fail({ kind: 'keychain', fault: result.error });

interface AccountKeysDeps {
  readonly vault: Vault;
  readonly store: Pick<Workspace['accounts'], 'noteKey' | 'noteTrouble'>;
  /** Null while the practice service does not run. */
  readonly practice: () => PracticeCredentials | null;
  readonly now: () => Date;
}

/** The accounts' keys: in the vault, in memory by the user's choice, or generated for the practice account. */
export type AccountKeys = ReturnType<typeof createAccountKeys>;

/** A key of an account, valid for the login that the account had when the key was given. */
interface InMemory {
  readonly key: Secret;
  readonly savedAt: string;
  readonly login: ServiceIdentity;
}

/** A key for one run; of the login that the account has when it is first used. */
interface Lent {
  readonly id: string;
  readonly key: Secret;
  login: ServiceIdentity | null;
}

/** Keys for one run. */
function createLoans() {
  const lent: Lent[] = [];
  let times = 0;
  return {
    useTemporary(id: string, key: Secret) {
      const loan: Lent = { id, key, login: null };
      lent.push(loan);
      times += 1;
      return () => {
        const at = lent.indexOf(loan);
        if (at !== -1) lent.splice(at, 1);
        times += 1;
      };
    },
    times: () => times,
    find(account: AccountRecord): Lent | undefined {
      const loan = lent.findLast(({ id }) => id === account.id);
      if (loan === undefined) return undefined;
      loan.login ??= account;
      return isSameLogin(loan.login, account) ? loan : undefined;
    },
  };
}

/**
 * The entries of accounts, each of one login; never given to another one, as after an edit, or a restore of the account as it
 * was (G7).
 */
function createEntries(vault: Vault) {
  /** The logins for which an account's entry turned out to be another one's: they have no key. */
  const without = new Map<string, ServiceIdentity>();
  /** The key in each entry that the vault keeps: what is made of a key is kept with the same object. */
  const keys = new WeakMap<Secret, Secret>();
  return {
    isOfAnother(account: AccountRecord): boolean {
      const login = without.get(account.id);
      return login !== undefined && isSameLogin(login, account);
    },
    async write(id: string, key: Secret, login: ServiceIdentity): Promise<Result<null>> {
      const written = await vault.write(id, key, login);
      if (written.ok) without.delete(id);
      return written;
    },
    /** An entry that names another login, or none, is no key of this one. */
    async read(account: AccountRecord): Promise<Result<Secret>> {
      const read = await vault.read(account.id);
      if (!read.ok) return read;
      if (read.value === null) return noKey;
      const [, login, key] = boundEntry.exec(read.value.reveal()) ?? [];
      if (key !== undefined && login === digestOf(account)) {
        const kept = keys.get(read.value) ?? new Secret(key);
        keys.set(read.value, kept);
        return ok(kept);
      }
      without.set(account.id, account);
      return noKey;
    },
  };
}

export function createAccountKeys({ vault, store, practice, now }: AccountKeysDeps) {
  const inMemory = new Map<string, InMemory>();
  const loans = createLoans();
  const entries = createEntries(vault);

  /**
   * Where the workspace cannot note the key, the former one is put back. Where there was none, the entry is deleted at once: one that the
   * workspace does not know of could never be removed.
   */
  async function saveInKeychain(account: AccountRecord, key: Secret): Promise<Result<unknown>> {
    const { id } = account;
    const former = account.key.place === 'none' ? noKey : await entries.read(account);
    if (!former.ok && former.error.kind !== 'no-key') return former;
    const written = await entries.write(id, key, account);
    if (!written.ok) return written;
    const noteIt = { id, key: { place: 'keychain', savedAt: now().toISOString() } } as const;
    const noted = await resultOf(() => store.noteKey(noteIt));
    if (noted.ok) inMemory.delete(id);
    else await (former.ok ? entries.write(id, former.value, account) : vault.remove(id));
    return noted;
  }

  function keptInMemory(account: AccountRecord): InMemory | undefined {
    const kept = inMemory.get(account.id);
    return kept !== undefined && isSameLogin(kept.login, account) ? kept : undefined;
  }

  return {
    stateOf(account: AccountRecord): KeyState {
      if (account.kind === 'practice' && practice() !== null)
        return { hasKey: true, place: 'memory', savedAt: null };
      const kept = keptInMemory(account);
      if (kept !== undefined) return { hasKey: true, place: 'memory', savedAt: kept.savedAt };
      return entries.isOfAnother(account) ? noKeyKept : keyOnDisk(account);
    },
    /** Fails with: `no-key`, `keychain`. */
    async keyFor(account: AccountRecord): Promise<Result<Secret>> {
      const kept = account.kind === 'practice' ? practice() : (loans.find(account) ?? keptInMemory(account));
      if (kept) return ok(kept.key);
      return account.key.place === 'none' ? noKey : entries.read(account);
    },
    /**
     * Gives the key to the login that the account is about to have. Where the program ends before the account has it, the key
     * belongs to neither, and is asked for.
     *
     * Fails with: `keychain`, `invalid-input`.
     */
    async carryOver(before: AccountRecord, after: ServiceIdentity): Promise<Result<unknown>> {
      const kept = keptInMemory(before);
      if (kept !== undefined) inMemory.set(before.id, { ...kept, login: after });
      if (before.key.place === 'none') return ok(null);
      const key = await entries.read(before);
      // There is none to be carried over.
      if (!key.ok) return key.error.kind === 'no-key' ? ok(null) : key;
      return await entries.write(before.id, key.value, after);
    },
    /** Fails with: `keychain`, `invalid-input`; and `storage`, or by a throw of the store, where it is not noted. */
    async save(account: AccountRecord, key: Secret, place: KeyPlace): Promise<Result<unknown>> {
      const { id, kind, baseUrl, username } = account;
      if (kind === 'practice') return practiceHasItsOwn;
      if (place === 'keychain') return saveInKeychain(account, key);
      inMemory.set(id, { key, savedAt: now().toISOString(), login: { baseUrl, username } });
      return ok(store.noteTrouble({ id, trouble: null }));
    },
    /**
     * Uses a temporary key for this account until the returned function is called. It is not stored, and the stored key
     * is unchanged.
     */
    useTemporary: (id: string, key: Secret) => loans.useTemporary(id, key),
    /** How often a temporary key was given or taken back. */
    lent: loans.times,
    /** Fails with: `keychain`; then the key may still be stored. */
    forget: async ({ id, key }: AccountRecord): Promise<Result<unknown>> => {
      inMemory.delete(id);
      if (key.place === 'none') return ok(null);
      const removed = await vault.remove(id);
      return mapOk(removed, () => store.noteKey({ id, key: { place: 'none', savedAt: null } }));
    },
  };
}

const noKey: Result<never> = fail({ kind: 'no-key' });

const practiceHasItsOwn: Result<never> = fail({
  kind: 'invalid-input',
  field: 'key',
  reason: 'The practice account creates its own key at each start',
});
