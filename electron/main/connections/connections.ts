import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Secret } from '../accounts/secret.ts';
import { createThrottle, type Throttle, type Timer } from './throttle.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../reseller/client.ts';
import type { Deviation } from '../reseller/deviations.ts';
import type { StatusBoard } from './status-board.ts';

/** An account that can be talked to: one client and one throttle, shared by everything that asks for it. */
export interface Connection {
  readonly account: Account;
  readonly client: ResellerClient;
  readonly throttle: Throttle;
}

export interface ConnectionsDeps {
  /** The account as it is now, its base URL filled in. Fails with: `no-account`, `storage`. */
  readonly account: (accountId: string) => Promise<Result<Account>>;
  readonly keyFor: (accountId: string) => Promise<Result<Secret>>;
  readonly board: StatusBoard;
  readonly onDeviation: (accountId: string, deviation: Deviation) => void;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly random: () => number;
}

export interface Connections {
  /** Fails with: `no-account`, `storage`, `invalid-input`. */
  readonly of: (accountId: string) => Promise<Result<Connection>>;
  /** Ends a connection, because its account was changed or removed; the next call begins a new one. */
  readonly drop: (accountId: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

/** Keeps one connection for each account that was asked for, until it is dropped. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const open = new Map<string, Promise<Result<Connection>>>();

  async function close(connecting: Promise<Result<Connection>>): Promise<void> {
    const connection = await connecting;
    if (connection.ok) await connection.value.client.close();
  }

  return {
    async of(accountId) {
      const connecting = open.get(accountId) ?? connect(deps, accountId);
      open.set(accountId, connecting);
      const connection = await connecting;
      if (!connection.ok && open.get(accountId) === connecting) open.delete(accountId);
      return connection;
    },
    async drop(accountId) {
      const connecting = open.get(accountId);
      open.delete(accountId);
      deps.board.forget(accountId);
      if (connecting !== undefined) await close(connecting);
    },
    async closeAll() {
      await Promise.all([...open.values()].map(close));
      open.clear();
    },
  };
}

async function connect(deps: ConnectionsDeps, accountId: string): Promise<Result<Connection>> {
  const found = await deps.account(accountId);
  if (!found.ok) return found;
  const account = found.value;
  const baseUrl = parseBaseUrl(account.baseUrl);
  if (!baseUrl.ok) return fail(baseUrl.error);
  const client = createResellerClient({
    service: { baseUrl: baseUrl.value, username: account.username, options: account.options },
    key: () => deps.keyFor(accountId),
    now: deps.now,
    random: deps.random,
    sleep: deps.timer.sleep,
    onDeviation: (deviation) => deps.onDeviation(accountId, deviation),
    onOutcome: (outcome) => deps.board.heard(accountId, outcome, client.clockSkewMs()),
  });
  return ok({ account, client, throttle: createThrottle(account.options, deps.timer) });
}
