import { fail, mapOk, type Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import type { Codes } from '../codes/create-codes.ts';
import { type KeyDeps, type KeyTaken, takeKey } from '../connections/connection-test.ts';
import type { Clipboard } from '../platform/desktop.ts';
import { Secret } from '../system/secret.ts';
import type { KeyPlace, KeyState } from './account.ts';
import type { Accounts } from './accounts.ts';
import { flatResultOf } from '../workspace/sqlite.ts';

interface KeyEntryDeps extends KeyDeps {
  readonly accounts: Pick<Accounts, 'find' | 'keyState' | 'saveKey' | 'forgetKey'>;
  readonly codes: Pick<Codes, 'isCopied'>;
  readonly clipboard: Pick<Clipboard, 'readText' | 'clear'>;
  /** Shows the key window; null if it was closed without a key. */
  readonly askForKey: (accountLabel: string) => Promise<Secret | null>;
  readonly announce: Emit;
}

interface ForAccount {
  readonly accountId: string;
  readonly place: KeyPlace;
}

/** A key that could not be tried: in memory until a person has decided on it, or gives another one. */
interface Untried extends ForAccount {
  readonly key: Secret;
}

/** How a person gives an account its key. */
export type KeyEntry = ReturnType<typeof createKeyEntry>;

export function createKeyEntry(deps: KeyEntryDeps) {
  const { accounts, connections, codes, clipboard, askForKey, announce } = deps;
  let untried: Untried | null = null;

  async function take(given: Untried, isUntested: boolean): Promise<Result<KeyTaken>> {
    const taken = await flatResultOf(() => takeKey(deps, { ...given, isUntested }));
    // Where it is to be used untested and the keychain fails, it is not lost.
    const isOpen = taken.ok ? taken.value.tried?.isRefused === false : isUntested;
    untried = isOpen ? given : null;
    if (taken.ok && taken.value.tried === null) announce('accounts.changed', {});
    return taken;
  }

  const asItIs = (accountId: string): Result<KeyTaken> =>
    mapOk(accounts.keyState(accountId), (key) => ({ key, tried: null }));

  return {
    async enter({ accountId, place }: ForAccount): Promise<Result<KeyTaken>> {
      const account = accounts.find(accountId);
      if (!account.ok) return account;
      const key = await askForKey(account.value.label);
      if (key !== null) return take({ accountId, key, place }, false);
      untried = null;
      return asItIs(accountId);
    },
    async fromClipboard({ accountId, place }: ForAccount): Promise<Result<KeyTaken>> {
      const copied = await clipboard.readText();
      const text = copied.trim();
      if (text === '') return fail(emptyClipboard);
      if (codes.isCopied(copied)) return fail(transferCode);
      if (/\s/u.test(text)) return fail(severalWords);
      const taken = await take({ accountId, key: new Secret(text), place }, false);
      if (taken.ok && taken.value.tried === null) await clipboard.clear();
      return taken;
    },
    async decide({
      accountId,
      isUsed,
    }: {
      readonly accountId: string;
      readonly isUsed: boolean;
    }): Promise<Result<KeyTaken>> {
      const given = untried?.accountId === accountId ? untried : null;
      untried = null;
      if (given === null || !isUsed) return asItIs(accountId);
      const taken = await take(given, true);
      if (taken.ok && given.key.is((await clipboard.readText()).trim())) await clipboard.clear();
      return taken;
    },
    async forget(accountId: string): Promise<Result<KeyState>> {
      untried = null;
      const forgotten = await accounts.forgetKey(accountId);
      if (!forgotten.ok) return forgotten;
      await connections.drop(accountId);
      announce('accounts.changed', {});
      return forgotten;
    },
  };
}

const emptyClipboard = {
  kind: 'invalid-input',
  field: 'key',
  reason: 'There is no text in the clipboard. Copy the key first',
} as const;

/** A keychain keeps what it gets, and a key goes to the address of its account: neither is a place for a code. */
const transferCode = {
  kind: 'invalid-input',
  field: 'key',
  reason: 'A transfer code is in the clipboard, not a key. Copy the key first',
} as const;

/** Text that is no key stays in the clipboard: the user may still want it. */
const severalWords = {
  kind: 'invalid-input',
  field: 'key',
  reason: 'The clipboard has spaces or several lines, so this is not a key. It was left there',
} as const;
