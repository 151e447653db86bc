import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { KeyPlace } from '../../accounts/account.ts';
import { readCredits } from '../../reseller/operations/credits-tlds-version.ts';
import { type KeyTaken, takeKey, testAccount } from '../../connections/connection-test.ts';
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
      const report = await testAccount(deps, id);
      if (!report.ok) return report;
      const credit = report.value.probes.find(({ operation }) => operation === 'credits');
      // The header shows the credit that the test has just read.
      if (credit?.verdict === 'answered') board.credited(id, credit.answer, now());
      return report;
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
  'accounts' | 'connections' | 'codes' | 'clipboard' | 'askForKey' | 'announce' | 'now'
>;

/** A key that could not be tried: in memory until a person has decided on it, or gives another one. */
interface Untried {
  readonly accountId: string;
  readonly key: Secret;
  readonly place: KeyPlace;
}

export function createKeysHandlers(deps: KeysHandlersDeps): Handlers['keys'] {
  const { accounts, connections, codes, clipboard, askForKey, announce } = deps;
  let untried: Untried | null = null;

  async function take(given: Untried, isUntested: boolean): Promise<Result<KeyTaken>> {
    const taken = await takeKey(deps, { ...given, isUntested });
    // Where it is to be used untested and the keychain fails, it is not lost.
    const isOpen = taken.ok ? taken.value.tried?.isRefused === false : isUntested;
    untried = isOpen ? given : null;
    if (taken.ok && taken.value.tried === null) announce('accounts.changed', {});
    return taken;
  }

  const asItIs = async (accountId: string): Promise<Result<KeyTaken>> =>
    mapOk(await accounts.keyState(accountId), (key) => ({ key, tried: null }));

  return {
    async enter({ accountId, place }) {
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const key = await askForKey(account.value.label);
      if (key !== null) return take({ accountId, key, place }, false);
      untried = null;
      return asItIs(accountId);
    },
    async fromClipboard({ accountId, place }) {
      const copied = await clipboard.readText();
      const text = copied.trim();
      if (text === '') return fail(emptyClipboard);
      if (codes.isCopied(copied)) return fail(transferCode);
      if (/\s/u.test(text)) return fail(severalWords);
      const taken = await take({ accountId, key: new Secret(text), place }, false);
      if (taken.ok && taken.value.tried === null) await clipboard.clear();
      return taken;
    },
    async decide({ accountId, isUsed }) {
      const given = untried?.accountId === accountId ? untried : null;
      untried = null;
      if (given === null || !isUsed) return asItIs(accountId);
      const taken = await take(given, true);
      if (taken.ok && given.key.is((await clipboard.readText()).trim())) await clipboard.clear();
      return taken;
    },
    async forget({ accountId }) {
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
