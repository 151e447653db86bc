import type { KeychainFault } from '#shared/app-error.ts';
import { longestKey } from '#shared/ipc/key-channel.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Keychain } from './keychain.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Secret } from './secret.ts';

/** Where API keys are kept: the operating system's keychain and nothing else, ever (B4). */
export interface Vault {
  /**
   * The account's key; null where the keychain certainly has none.
   *
   * Fails with: `keychain`.
   */
  readonly read: (accountId: string) => Promise<Result<Secret | null>>;
  /**
   * Keeps the key in place of the one before. When the keychain does not give back what it was given, the key before
   * is put back.
   *
   * Fails with: `keychain`, `invalid-input`.
   */
  readonly write: (accountId: string, key: Secret) => Promise<Result<null>>;
  /** Fails with: `keychain`; then the key may still be there. */
  readonly remove: (accountId: string) => Promise<Result<null>>;
}

export interface CachingVault extends Vault {
  /** Drops every key from memory: on lock, idle and suspend. The next read asks the keychain again. */
  readonly forgetCached: () => void;
}

/** The vault over a keychain: one call at a time, equal reads made once, what was read remembered (B2). */
export function createVault(keychain: Keychain): CachingVault {
  const inTurn = oneAtATime();
  const cached = new Map<string, Secret>();
  const reading = new Map<string, Promise<Result<Secret | null>>>();

  /** Forgets what is known or being read of an account, so that no late answer brings it back. */
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
    async write(accountId, key) {
      const problem = problemOf(key);
      if (problem !== null) return invalidKey(problem);
      forget(accountId);
      const written = await inTurn(() => replace(keychain, accountId, key));
      forget(accountId);
      if (written.ok) cached.set(accountId, key);
      return written;
    },
    async remove(accountId) {
      forget(accountId);
      const removed = await inTurn(() => keychain.delete(accountId));
      forget(accountId);
      return orFault(removed);
    },
    forgetCached() {
      cached.clear();
      reading.clear();
    },
  };
}

/** Writes, reads back and compares (B6). Nothing is written where the entry before could not be read (B5). */
async function replace(keychain: Keychain, accountId: string, key: Secret): Promise<Result<null>> {
  const before = await keychain.get(accountId);
  if (!before.ok) return orFault(before);
  const set = await keychain.set(accountId, key);
  const after = set.ok ? await keychain.get(accountId) : set;
  if (after.ok && after.value?.reveal() === key.reveal()) return ok(null);
  await putBack(keychain, accountId, before.value);
  return after.ok
    ? invalidKey('The keychain does not give this key back as it was given; the key before was put back')
    : orFault(after);
}

const putBack = (keychain: Keychain, accountId: string, before: Secret | null): Promise<unknown> =>
  before === null ? keychain.delete(accountId) : keychain.set(accountId, before);

function problemOf(key: Secret): string | null {
  const { length } = key.reveal();
  if (length === 0) return 'The key is empty';
  if (length > longestKey) return `The key is longer than ${longestKey} characters`;
  return null;
}

const invalidKey = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'key', reason });

const orFault = <T>(result: Result<T, KeychainFault>): Result<T> =>
  result.ok ? result : fail({ kind: 'keychain', fault: result.error });
