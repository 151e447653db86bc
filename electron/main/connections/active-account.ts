import { fail, type Result } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Connection, Connections } from './connections.ts';

/** The account that the page works with. What needs one fails with `no-account` while there is none. */
export interface ActiveAccount {
  readonly id: () => Promise<Result<string | null>>;
  readonly account: () => Promise<Result<Account>>;
  readonly connection: () => Promise<Result<Connection>>;
}

export function createActiveAccount(
  store: Pick<Workspace['accounts'], 'active'>,
  accounts: Pick<Accounts, 'find'>,
  connections: Connections,
): ActiveAccount {
  async function withId<T>(use: (id: string) => Promise<Result<T>>): Promise<Result<T>> {
    const active = await store.active({});
    if (!active.ok) return active;
    return active.value === null ? fail({ kind: 'no-account' }) : await use(active.value);
  }

  return {
    id: () => store.active({}),
    account: () => withId(accounts.find),
    connection: () => withId(connections.of),
  };
}
