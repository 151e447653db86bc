import type { Handlers } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AccountRemoval } from '../../account-removal.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { testConnection } from '../../accounts/connection-test.ts';
import type { Connections } from '../../connections/connections.ts';
import type { PracticeHost } from '../../connections/practice-host.ts';
import { probedClient } from '../../connections/probed-client.ts';
import { exportDomains } from '../../portfolio/export-domains.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { Announce } from '../announce.ts';

export interface AccountsHandlersDeps {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly practice: PracticeHost;
  readonly removal: AccountRemoval;
  readonly portfolio: Pick<Portfolio, 'list'>;
  /** Asks the user where a file is to be put; its path, or null where there is none. */
  readonly askWhereTo: (suggestedName: string, ending: string) => Promise<string | null>;
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
    ...removing(deps, announced),
    select: async ({ id }) => announced(await accounts.select(id)),
    async test({ id }) {
      const connection = await connections.of(id);
      return connection.ok
        ? ok(await testConnection(probedClient(connection.value.client), now))
        : connection;
    },
  };
}

const removing = (
  { accounts, removal, portfolio, askWhereTo }: AccountsHandlersDeps,
  announced: <T>(result: Result<T>) => Result<T>,
): Pick<Handlers['accounts'], 'contents' | 'remove' | 'removed' | 'restore' | 'exportDomains'> => ({
  contents: ({ id }) => accounts.contents(id),
  remove: async ({ id, typedLabel }) => announced(await removal.remove(id, typedLabel)),
  async removed() {
    const removed = await accounts.removed();
    return removed.ok ? ok({ accounts: [...removed.value] }) : removed;
  },
  restore: async ({ id }) => announced(await removal.restore(id)),
  async exportDomains({ id }) {
    const account = await accounts.find(id);
    if (!account.ok) return account;
    const path = await askWhereTo('domains', 'csv');
    if (path === null) return ok({ path, domains: 0 });
    const written = await exportDomains(portfolio, id, path);
    return written.ok ? ok({ path, domains: written.value.domains }) : written;
  },
});
