import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Secret } from '../accounts/secret.ts';
import { createLearnedPaces, type LearnedPaces, noPaces, type Paces } from './learned-paces.ts';
import { createRecentKey } from './recent-key.ts';
import { type AccountThrottle, createThrottle, type ThrottleLimits, type Timer } from './throttle.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../reseller/client.ts';
import type { Transport } from '../reseller/transport/outcome.ts';
import type { Deviation } from '../reseller/deviations.ts';
import type { StatusBoard } from './status-board.ts';

/** An account that can be talked to: one client and one throttle, shared by everything that asks for it. */
export interface Connection {
  readonly account: Account;
  readonly client: ResellerClient;
  readonly throttle: AccountThrottle;
  /** Aborted when the connection is dropped: what is on its way over it fails, and another one takes its place. */
  readonly ended: AbortSignal;
}

export interface ConnectionsDeps {
  /** The account as it is now, its base URL filled in. Fails with: `no-account`, `storage`. */
  readonly account: (accountId: string) => Promise<Result<Account>>;
  readonly keyFor: (accountId: string) => Promise<Result<Secret>>;
  readonly board: StatusBoard;
  readonly onDeviation: (accountId: string, deviation: Deviation) => void;
  /** Where throttles keep what they learn; nowhere unless given. */
  readonly paces?: Paces;
  /** Takes what was thrown where nobody waits for it. */
  readonly onBug?: (thrown: unknown) => void;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly random: () => number;
  /** Of the client's own making unless given. */
  readonly createTransport?: (accountId: string) => Transport;
}

export interface Connections {
  /** Fails with: `no-account`, `storage`, `invalid-input`. */
  readonly of: (accountId: string) => Promise<Result<Connection>>;
  /**
   * Other ceilings than the account's own, for one run of the command line, until what is returned is called. What is
   * left out stays as it is; null and 0 are no ceiling. Of several, the last one counts.
   */
  readonly override: (accountId: string, limits: Partial<ThrottleLimits>) => Promise<() => Promise<void>>;
  /** Ends a connection, because its account was changed or removed; the next call begins a new one. */
  readonly drop: (accountId: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

interface Open {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

/** Keeps one connection for each account that was asked for, until it is dropped. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const open = new Map<string, Promise<Result<Open>>>();
  const overrides: Override[] = [];
  const { paces = noPaces, now, onBug = noBug } = deps;
  const learned = createLearnedPaces({ paces, now, onBug });

  async function close(connecting: Promise<Result<Open>>): Promise<void> {
    const connected = await connecting;
    if (connected.ok) await connected.value.close();
  }

  async function limitAnew(accountId: string): Promise<void> {
    const connected = await open.get(accountId);
    if (connected?.ok !== true) return;
    const { account, throttle } = connected.value.connection;
    throttle.limit(limitsOf(account, overrides));
  }

  return {
    async of(accountId) {
      const connecting = open.get(accountId) ?? connect(deps, learned, accountId, overrides);
      open.set(accountId, connecting);
      const connected = await connecting;
      if (!connected.ok && open.get(accountId) === connecting) open.delete(accountId);
      return connected.ok ? ok(connected.value.connection) : connected;
    },
    async override(accountId, limits) {
      const mine: Override = { accountId, limits };
      overrides.push(mine);
      await limitAnew(accountId);
      return async () => {
        const at = overrides.indexOf(mine);
        if (at !== -1) overrides.splice(at, 1);
        await limitAnew(accountId);
      };
    },
    async drop(accountId) {
      const connecting = open.get(accountId);
      open.delete(accountId);
      deps.board.forget(accountId);
      if (connecting !== undefined) await close(connecting);
    },
    async closeAll() {
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map(close));
    },
  };
}

interface Override {
  readonly accountId: string;
  readonly limits: Partial<ThrottleLimits>;
}

const limitsOf = ({ id, options }: Account, overrides: readonly Override[]): ThrottleLimits =>
  overrides
    .filter(({ accountId }) => accountId === id)
    .reduce<ThrottleLimits>((limits, override) => ({ ...limits, ...override.limits }), {
      concurrency: options.concurrency,
      requestsPerSecond: options.requestsPerSecond,
    });

async function connect(
  deps: ConnectionsDeps,
  learned: LearnedPaces,
  accountId: string,
  overrides: readonly Override[],
): Promise<Result<Open>> {
  const found = await deps.account(accountId);
  if (!found.ok) return found;
  const account = found.value;
  const baseUrl = parseBaseUrl(account.baseUrl);
  if (!baseUrl.ok) return fail(baseUrl.error);
  const limits = limitsOf(account, overrides);
  const throttle = createThrottle(limits, deps.timer, await learned.recall(accountId, limits));
  const client = createResellerClient({
    service: { baseUrl: baseUrl.value, username: account.username, options: account.options },
    key: createRecentKey(() => deps.keyFor(accountId), deps.timer.nowMs),
    now: deps.now,
    nowMs: deps.timer.nowMs,
    random: deps.random,
    sleep: deps.timer.sleep,
    ...(deps.createTransport === undefined ? {} : { transport: deps.createTransport(accountId) }),
    onDeviation: (deviation) => deps.onDeviation(accountId, deviation),
    onOutcome: (outcome) => deps.board.heard(accountId, outcome, client.clockSkewMs()),
    onExchange(exchange) {
      throttle.heard(exchange);
      learned.noticed(accountId, throttle);
    },
  });
  const ending = new AbortController();
  return ok({
    connection: { account, client, throttle, ended: ending.signal },
    async close() {
      ending.abort();
      throttle.close();
      await client.close();
      await learned.keep(accountId, throttle);
    },
  });
}

/** Only what is kept for convenience is at stake: without anyone to tell, nothing is lost. */
const noBug = (): void => undefined;
