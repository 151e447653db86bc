import type { Handlers } from '#shared/ipc/types.ts';
import { fail, type Result } from '#shared/result.ts';
import type { KeyPlace, KeyState } from '../../accounts/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { Secret } from '../../accounts/secret.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Clipboard } from '../../platform/clipboard.ts';
import type { Announce } from '../announce.ts';

export interface KeysHandlersDeps {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly clipboard: Clipboard;
  /** Shows the key window; null when it was closed without a key. */
  readonly askForKey: (accountLabel: string) => Promise<Secret | null>;
  readonly announce: Announce;
}

export function createKeysHandlers(deps: KeysHandlersDeps): Handlers['keys'] {
  const { accounts, connections, clipboard, askForKey, announce } = deps;

  /** Another key is another way to the service: what was known of the way before is forgotten. */
  async function changed(accountId: string, state: Result<KeyState>): Promise<Result<KeyState>> {
    if (!state.ok) return state;
    await connections.drop(accountId);
    announce('accounts.changed', {});
    return state;
  }

  const save = async (accountId: string, key: Secret, place: KeyPlace): Promise<Result<KeyState>> =>
    changed(accountId, await accounts.saveKey(accountId, key, place));

  return {
    async enter({ accountId, place }) {
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const key = await askForKey(account.value.label);
      return key === null ? accounts.keyState(accountId) : save(accountId, key, place);
    },
    async fromClipboard({ accountId, place }) {
      const text = (await clipboard.readText()).trim();
      if (text === '') return fail(emptyClipboard);
      if (/\s/u.test(text)) return fail(severalWords);
      const saved = await save(accountId, new Secret(text), place);
      if (saved.ok) await clipboard.clear();
      return saved;
    },
    forget: async ({ accountId }) => changed(accountId, await accounts.forgetKey(accountId)),
  };
}

const emptyClipboard = {
  kind: 'invalid-input',
  field: 'key',
  reason: 'There is no text in the clipboard. Copy the key first',
} as const;

/** What is not a key is left in the clipboard: it may be something that the user still wants. */
const severalWords = {
  kind: 'invalid-input',
  field: 'key',
  reason: 'What is in the clipboard has spaces or several lines: this is not a key. It was left there',
} as const;
