import { fail, ok, type Result } from '#shared/result.ts';
import { type AccountRecord } from '../workspace/records.ts';
import { type Workspace } from '../workspace/workspace.ts';
import { type Connection, type Connections } from './connections.ts';

/** The account that the page works with. Everything fails with `no-account` while there is none. */
export interface ActiveAccount {
  readonly id: () => Promise<Result<string | null>>;
  readonly account: () => Promise<Result<AccountRecord>>;
  readonly connection: () => Promise<Result<Connection>>;
}

export function createActiveAccount(
  accounts: Pick<Workspace['accounts'], 'active' | 'list'>,
  connections: Connections,
): ActiveAccount {
  const id = () => accounts.active({});
  return {
    id,
    async account() {
      const [active, all] = await Promise.all([id(), accounts.list({})]);
      if (!active.ok) return active;
      if (!all.ok) return all;
      const account = all.value.find((one) => one.id === active.value);
      return account === undefined ? fail({ kind: 'no-account' }) : ok(account);
    },
    async connection() {
      const active = await id();
      if (!active.ok) return active;
      return active.value === null ? fail({ kind: 'no-account' }) : await connections.of(active.value);
    },
  };
}
