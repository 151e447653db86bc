import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Connections } from '../../connections/connections.ts';
import type { StatusBoard } from '../../connections/status-board.ts';

export interface StatusHandlersDeps {
  readonly active: ActiveAccount;
  readonly connections: Pick<Connections, 'of'>;
  readonly board: StatusBoard;
  readonly now: () => Date;
}

export function createStatusHandlers({
  active,
  connections,
  board,
  now,
}: StatusHandlersDeps): Handlers['status'] {
  return {
    async read({ accountId }) {
      const id = accountId === null ? await active.id() : ok(accountId);
      return id.ok ? ok(board.of(id.value)) : id;
    },
    /** What went wrong is part of the status; only a workspace that cannot be read is a failure of this request. */
    async refresh({ accountId }) {
      const connection = await (accountId === null ? active.connection() : connections.of(accountId));
      if (!connection.ok) return connection.error.kind === 'no-account' ? ok(board.of(null)) : connection;
      const { account, client } = connection.value;
      const credits = await client.readCredits();
      if (credits.ok) board.credited(account.id, credits.value.amount, now());
      return ok(board.of(account.id));
    },
  };
}
