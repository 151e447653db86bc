import { holdsAnything } from '#shared/domain/account.ts';
import { isTyped } from '#shared/domain/isolated.ts';
import type { Session } from '#shared/domain/session.ts';
import type { Emit } from '#shared/routes.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Account, RemovedAccount } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Connections } from '../connections/connections.ts';
import type { Sessions } from '../lookups/sessions.ts';
import { flatResultOf, resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Backups } from '../workspace/backups/backups.ts';

interface RemovalDeps {
  readonly workspace: { readonly sessions: Pick<Workspace['sessions'], 'seal'> };
  readonly accounts: Accounts;
  readonly sessions: Pick<Sessions, 'states' | 'pause' | 'accountRemoved' | 'accountRestored'>;
  readonly backups: Pick<Backups, 'make'>;
  readonly connections: Pick<Connections, 'drop'>;
  readonly emit: Emit;
}

export type AccountRemoval = ReturnType<typeof createAccountRemoval>;

/** Removes an account with all its data, and restores it (F16). */
export function createAccountRemoval(deps: RemovalDeps) {
  const { accounts, sessions, connections } = deps;

  /**
   * Makes a backup if anything would be lost, then hides the account. It is deleted for good at the next start with a
   * window.
   *
   * Fails with: `account-in-use`, `invalid-input` (`typedLabel`: data would be lost, and the label was not typed),
   * `storage` (there is no room for the backup, and nothing was removed), `no-account`.
   */
  async function remove(id: string, typedLabel: string | null): Promise<Result<RemovedAccount>> {
    const ready = await readyToRemove(deps, id, typedLabel);
    if (!ready.ok) return ready;
    const removed = await accounts.remove(id);
    if (!removed.ok) return removed;
    sessions.accountRemoved(id);
    await connections.drop(id);
    const found = accounts.removed().find((each) => each.id === id);
    return found === undefined ? fail({ kind: 'no-account' }) : ok(found);
  }

  /** The account's bulk lookups are paused afterwards. Fails with: `no-account` (it was deleted for good), `storage`. */
  async function restore(id: string): Promise<Result<Account>> {
    const restored = await accounts.restore(id);
    if (!restored.ok) return restored;
    const theirs = await sessionsOf(sessions, id);
    if (theirs.ok) {
      sessions.accountRestored(theirs.value.map((session) => session.id));
      deps.emit('sessions.changed', { sessions: theirs.value, removed: [] });
    }
    return restored;
  }

  /** Its sessions' rows are deleted bit by bit, by their thread: that looks for such rows after each call. */
  async function deleteForGood(id: string): Promise<Result<unknown>> {
    const deleted = await flatResultOf(() => accounts.delete(id));
    // A thread that has died looks at the next start.
    if (deleted.ok) await deps.workspace.sessions.seal().catch(() => undefined);
    return deleted;
  }

  return {
    remove,
    /** As `remove`, but deletes at once: it cannot be undone. Fails with `keychain` too: then nothing was removed. */
    async removeForGood(id: string, typedLabel: string | null): Promise<Result<RemovedAccount>> {
      const removed = await remove(id, typedLabel);
      if (!removed.ok) return removed;
      const deleted = await deleteForGood(id);
      if (deleted.ok) return removed;
      await restore(id);
      return deleted;
    },
    restore,
    /**
     * Deletes the accounts that an earlier run removed. An account whose key cannot be deleted now is tried again at the
     * next start.
     */
    async deleteRemoved(): Promise<void> {
      const removed = await resultOf(accounts.removed);
      for (const { id } of removed.ok ? removed.value : []) await deleteForGood(id);
    },
  };
}

async function readyToRemove(
  { accounts, sessions, backups }: RemovalDeps,
  id: string,
  typedLabel: string | null,
): Promise<Result<null>> {
  const [account, contents] = [accounts.find(id), accounts.contents(id)];
  if (!account.ok) return account;
  if (!contents.ok) return contents;
  if (contents.value.inUse !== null) return fail(contents.value.inUse);
  if (holdsAnything(contents.value)) {
    if (!isTyped(typedLabel, account.value.label)) return notTyped(account.value.label);
    const made = await backups.make('removal');
    if (!made.ok) return made;
  }
  const theirs = await sessionsOf(sessions, id);
  if (!theirs.ok) return theirs;
  for (const session of theirs.value) {
    if (session.state !== 'running' && session.state !== 'waiting') continue;
    const paused = await sessions.pause(session.id);
    if (!paused.ok) return paused;
  }
  return ok(null);
}

const notTyped = (label: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'typedLabel', reason: `Type ${label} to remove it` });

async function sessionsOf(
  sessions: Pick<Sessions, 'states'>,
  id: string,
): Promise<Result<readonly Session[]>> {
  const all = await sessions.states();
  return all.ok ? ok(all.value.filter(({ accountId }) => accountId === id)) : all;
}
