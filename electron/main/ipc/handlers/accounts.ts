import type { Handlers } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { testConnection } from '../../accounts/connection-test.ts';
import type { Connections } from '../../connections/connections.ts';
import type { PracticeHost } from '../../connections/practice-host.ts';
import { probedClient } from '../../connections/probed-client.ts';
import type { Announce } from '../announce.ts';

export interface AccountsHandlersDeps {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly practice: PracticeHost;
  readonly announce: Announce;
  readonly now: () => Date;
}

export function createAccountsHandlers(deps: AccountsHandlersDeps): Handlers['accounts'] {
  const { accounts, connections, practice, announce, now } = deps;

  /** The header, the palette and every open list show accounts: they hear of each change. */
  function announced<T>(result: Result<T>): Result<T> {
    if (result.ok) announce('accounts.changed', {});
    return result;
  }

  return {
    list: () => accounts.list(),
    add: async (draft) => announced(await accounts.add(draft)),
    async addPractice() {
      await practice.start();
      return announced(await accounts.addPractice());
    },
    async edit(edit) {
      const edited = await accounts.edit(edit);
      if (edited.ok) await connections.drop(edit.id);
      return announced(edited);
    },
    async remove({ id }) {
      const removed = await accounts.remove(id);
      if (!removed.ok) return removed;
      await connections.drop(id);
      return announced(ok({}));
    },
    select: async ({ id }) => announced(await accounts.select(id)),
    async test({ id }) {
      const connection = await connections.of(id);
      return connection.ok
        ? ok(await testConnection(probedClient(connection.value.client), now))
        : connection;
    },
  };
}
