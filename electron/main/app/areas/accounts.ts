import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { KeyPlace, KeyState } from '../../accounts/account.ts';
import { readCredits } from '../../reseller/operations/credits-tlds-version.ts';
import { testConnection } from '../../connections/connection-test.ts';
import { exportDomains } from '../../export/exports.ts';
import { Secret } from '../../system/secret.ts';
import type { HandlerDeps } from '../handler-deps.ts';
import { addPracticeAccount, resetPractice } from '../../services/practice-account.ts';

type AccountsHandlersDeps = Pick<
  HandlerDeps,
  | 'accounts'
  | 'connections'
  | 'board'
  | 'practice'
  | 'removal'
  | 'portfolio'
  | 'batches'
  | 'askWhereTo'
  | 'announce'
  | 'now'
>;

export function createAccountsHandlers(deps: AccountsHandlersDeps): Handlers['accounts'] {
  const { accounts, connections, batches, board, announce, now } = deps;

  /** Emits `accounts.changed` after each change, for the header, the command palette and every open list. */
  function announced<T>(result: Result<T>): Result<T> {
    if (result.ok) announce('accounts.changed', {});
    return result;
  }

  /** Those of an account that was given another login have ended. */
  async function tellOfBatches(accountId: string): Promise<void> {
    const listed = await batches.list(accountId);
    if (listed.ok && listed.value.length > 0)
      announce('batches.changed', { batches: listed.value, removed: [] });
  }

  return {
    list: () => accounts.list(),
    add: async (draft) => announced(await accounts.add(draft)),
    addPractice: async () => announced(await addPracticeAccount(deps)),
    resetPractice: ({ id }) => resetPractice(deps, id),
    async edit(edit) {
      const edited = await accounts.edit(edit);
      if (edited.ok) {
        await connections.drop(edit.id);
        await tellOfBatches(edit.id);
      }
      return announced(edited);
    },
    ...removing(deps, announced),
    select: async ({ id }) => announced(await accounts.select(id)),
    async test({ id }) {
      const connection = await connections.of(id);
      if (!connection.ok) return connection;
      const report = await testConnection(connection.value.client, now);
      const credit = report.probes.find(({ operation }) => operation === 'credits');
      // The header shows the credit that the test has just read.
      if (credit?.verdict === 'answered') board.credited(id, credit.answer, now());
      return ok(report);
    },
  };
}

const removing = (
  { accounts, removal, portfolio, askWhereTo }: AccountsHandlersDeps,
  announced: <T>(result: Result<T>) => Result<T>,
): Pick<Handlers['accounts'], 'contents' | 'remove' | 'removed' | 'restore' | 'exportDomains'> => ({
  contents: ({ id }) => accounts.contents(id),
  remove: async ({ id, typedLabel }) => announced(await removal.remove(id, typedLabel)),
  removed: async () => mapOk(await accounts.removed(), (removed) => ({ accounts: removed })),
  restore: async ({ id }) => announced(await removal.restore(id)),
  async exportDomains({ id }) {
    const account = await accounts.find(id);
    if (!account.ok) return account;
    const path = await askWhereTo('domains', 'csv');
    if (path === null) return ok({ path, domains: 0 });
    const order = [{ accountId: id, names: null }];
    const file = { format: 'csv', path } as const;
    return mapOk(await exportDomains({ portfolio, accounts }, order, file), ({ rows }) => ({
      path,
      domains: rows,
    }));
  },
});

type KeysHandlersDeps = Pick<
  HandlerDeps,
  'accounts' | 'connections' | 'codes' | 'clipboard' | 'askForKey' | 'announce'
>;

export function createKeysHandlers(deps: KeysHandlersDeps): Handlers['keys'] {
  const { accounts, connections, codes, clipboard, askForKey, announce } = deps;

  /** A new key is a new connection: its old status is reset. */
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
      const copied = await clipboard.readText();
      const text = copied.trim();
      if (text === '') return fail(emptyClipboard);
      if (codes.isCopied(copied)) return fail(transferCode);
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

export function createStatusHandlers({
  active,
  board,
  now,
}: Pick<HandlerDeps, 'active' | 'board' | 'now'>): Handlers['status'] {
  return {
    async read({ accountId }) {
      const id = accountId === null ? await active.id() : ok(accountId);
      return id.ok ? ok(board.of(id.value)) : id;
    },
    /** Connection failures are part of the status; this request fails only if the workspace cannot be read. */
    async refresh({ accountId }) {
      const connection = await active.connection(accountId);
      if (!connection.ok) return connection.error.kind === 'no-account' ? ok(board.of(null)) : connection;
      const { account, client } = connection.value;
      const credits = await client.read(readCredits, null);
      if (credits.ok) board.credited(account.id, credits.value.shown, now());
      return ok(board.of(account.id));
    },
  };
}
