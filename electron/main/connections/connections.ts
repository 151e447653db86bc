import { type ServiceIdentity, serviceKey, serviceOf } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { throttled } from '../jobs/waiting.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { createResellerClient, type Kept, type ResellerClient } from '../reseller/client.ts';
import type { Operation } from '../reseller/operation.ts';
import type { Deviation } from '../reseller/reply.ts';
import type { Transport } from '../reseller/transport/outcome.ts';
import type { Secret } from '../system/secret.ts';
import { invalidInput } from '../system/texts.ts';
import type { Given } from '../system/timing.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { KnownPace } from './adaptive-rate.ts';
import type { StatusBoard } from './status-board.ts';
import { type AccountThrottle, createThrottle, type ThrottleLimits } from './throttle.ts';

/** An account's client and throttle, shared by everything that uses the account. */
export interface Connection {
  readonly account: Account;
  readonly client: ResellerClient;
  /** One for all accounts of a login: the service limits them together. */
  readonly throttle: AccountThrottle;
  /** Aborted when the connection is dropped: its pending requests fail, and a new connection replaces it. */
  readonly ended: AbortSignal;
}

/**
 * Reads once what somebody waits for, at an interactive request's place in the throttle. Fails with: what the read fails with, `cancelled`
 * where the connection ended before its turn.
 */
export const readNow = <I, V extends object>(
  { client, throttle, ended }: Pick<Connection, 'client' | 'throttle' | 'ended'>,
  operation: Operation<I, V, 'read'>,
  input: NoInfer<I>,
): Promise<Result<Kept<V>>> => throttled(throttle, () => client.read(operation, input), ended);

interface ConnectionsDeps extends Given<'now' | 'timer'> {
  /** The account as it is now, its base URL filled in. Fails with: `no-account`, `storage`. */
  readonly account: (accountId: string) => Promise<Result<Account>>;
  /** The key of the account, for the login that the connection signs for. */
  readonly keyFor: (accountId: string, login: ServiceIdentity) => Promise<Result<Secret>>;
  /** Changes where a key for one run is given or taken back: what was found before is not used after. */
  readonly keysLent: () => number;
  readonly board: StatusBoard;
  readonly onDeviation: (accountId: string, deviation: Deviation) => void;
  /** Where throttles store what they learn; not stored unless given. */
  readonly paces?: Paces;
  /** Receives errors thrown where no caller waits. */
  readonly onBug?: (thrown: unknown) => void;
  readonly random: () => number;
  /** The client's default unless given. */
  readonly createTransport?: (accountId: string) => Transport;
}

export type Connections = ReturnType<typeof createConnections>;

interface Open {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

/** Keeps one connection for each account in use, until it is dropped; those of one login share a throttle. */
export function createConnections(deps: ConnectionsDeps) {
  const open = new Map<string, Promise<Result<Open>>>();
  const limits: Limits = { overrides: [], logins: new Map() };
  const { paces = noPaces, now, onBug = noBug } = deps;
  const storedPaces = createStoredPaces({ paces, now, onBug });

  async function close(connecting: Promise<Result<Open>>): Promise<void> {
    const connected = await connecting;
    if (connected.ok) await connected.value.close();
  }

  async function limitAnew(accountId: string): Promise<void> {
    const connected = await open.get(accountId);
    if (connected?.ok !== true) return;
    limitLogin(loginOf(connected.value.connection.account), limits);
  }

  return {
    /** Fails with: `no-account`, `storage`, `invalid-input`. */
    async of(accountId: string): Promise<Result<Connection>> {
      const connecting = open.get(accountId) ?? connect(deps, storedPaces, accountId, limits);
      open.set(accountId, connecting);
      const connected = await connecting;
      if (!connected.ok && open.get(accountId) === connecting) open.delete(accountId);
      return connected.ok ? ok(connected.value.connection) : connected;
    },
    /**
     * Overrides the account's ceilings, for one run of the command line, until the returned function is called. An
     * omitted limit is unchanged; null is automatic, 0 no ceiling. Of several overrides, the lowest ceiling applies: a run never
     * gets more than it asked for, whatever another one asks for beside it.
     */
    async override(accountId: string, asked: Partial<ThrottleLimits>): Promise<() => Promise<void>> {
      const mine: Override = { accountId, limits: asked };
      limits.overrides.push(mine);
      await limitAnew(accountId);
      return async () => {
        const at = limits.overrides.indexOf(mine);
        if (at !== -1) limits.overrides.splice(at, 1);
        await limitAnew(accountId);
      };
    },
    /**
     * Works with another key or other options, or at another address of the same server, than the account has: over a client of its own, of which nothing
     * is shown, noted or kept. The account's token is never sent to another server than the one that a person entered.
     *
     * Fails with: as {@link of}.
     */
    async tryOut<T>(
      accountId: string,
      other: Other,
      work: (client: ResellerClient) => Promise<T>,
    ): Promise<Result<T>> {
      const apart = await connectApart(deps, limits, accountId, other);
      if (!apart.ok) return apart;
      try {
        return ok(await work(apart.value.connection.client));
      } finally {
        await apart.value.close();
      }
    },
    /** Closes a connection because its account was changed or removed; the next call opens a new one. */
    async drop(accountId: string) {
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

type Other =
  { readonly key: Secret } | { readonly baseUrl: string } | { readonly options: Partial<Account['options']> };

async function connectApart(
  deps: ConnectionsDeps,
  limits: Limits,
  accountId: string,
  other: Other,
): Promise<Result<Open>> {
  const found = await deps.account(accountId);
  if (!found.ok) return found;
  const { baseUrl, options } = found.value;
  const account = {
    ...found.value,
    baseUrl: 'baseUrl' in other ? other.baseUrl : baseUrl,
    options: 'options' in other ? { ...options, ...other.options } : options,
  };
  if (originOf(account) !== originOf(found.value)) return invalidInput('baseUrl', 'Another server');
  const apart: ConnectionsDeps = {
    ...deps,
    account: () => Promise.resolve(ok(account)),
    keyFor: () => ('key' in other ? Promise.resolve(ok(other.key)) : deps.keyFor(accountId, found.value)),
    board: { ...deps.board, heard: () => undefined },
    onDeviation: () => undefined,
  };
  const { now, onBug = noBug } = deps;
  const unnoted = createStoredPaces({ paces: noPaces, now, onBug });
  return await connect(apart, unnoted, accountId, { ...limits, logins: new Map() });
}

const originOf = ({ baseUrl }: Pick<Account, 'baseUrl'>): string | undefined => URL.parse(baseUrl)?.origin;

interface Override {
  readonly accountId: string;
  readonly limits: Partial<ThrottleLimits>;
}

/** The throttle of one login, and the accounts that use it now. */
interface LoginThrottle {
  readonly throttle: AccountThrottle;
  readonly accounts: Account[];
}

interface Limits {
  readonly overrides: Override[];
  readonly logins: Map<string, LoginThrottle>;
}

const loginOf = (account: Account): string => serviceKey(serviceOf(account));

/** The lowest ceiling; automatic where there is none and one of them is. */
function strictest(limits: readonly (number | null)[]): number | null {
  const ceilings = limits.filter((limit) => limit !== null && limit > 0);
  if (ceilings.length > 0) return Math.min(...ceilings.map(Number));
  return limits.includes(null) ? null : 0;
}

function limitsOf(accounts: readonly Account[], overrides: readonly Override[]): ThrottleLimits {
  const ceilingOf = (name: keyof ThrottleLimits, { id, options }: Account): number | null => {
    const ofRuns = overrides.filter(({ accountId }) => accountId === id);
    const asked = ofRuns.map(({ limits }) => limits[name]).filter((limit) => limit !== undefined);
    return asked.length === 0 ? options[name] : strictest(asked);
  };
  const ceiling = (name: keyof ThrottleLimits) =>
    strictest(accounts.map((account) => ceilingOf(name, account)));
  return { concurrency: ceiling('concurrency'), requestsPerSecond: ceiling('requestsPerSecond') };
}

function limitLogin(login: string, { overrides, logins }: Limits): void {
  const of = logins.get(login);
  of?.throttle.limit(limitsOf(of.accounts, overrides));
}

/** The throttle of the account's login, and the end of its use of it. */
function joinLogin(
  account: Account,
  limits: Limits,
  create: (own: ThrottleLimits) => AccountThrottle,
): { readonly throttle: AccountThrottle; readonly leave: () => void } {
  const { overrides, logins } = limits;
  const login = loginOf(account);
  const shared = logins.get(login);
  const { throttle, accounts } = shared ?? { throttle: create(limitsOf([account], overrides)), accounts: [] };
  logins.set(login, { throttle, accounts });
  accounts.push(account);
  if (shared !== undefined) limitLogin(login, limits);
  return {
    throttle,
    leave() {
      accounts.splice(accounts.indexOf(account), 1);
      if (accounts.length > 0) {
        limitLogin(login, limits);
        return;
      }
      throttle.close();
      if (logins.get(login)?.throttle === throttle) logins.delete(login);
    },
  };
}

async function connect(
  deps: ConnectionsDeps,
  storedPaces: StoredPaces,
  accountId: string,
  limits: Limits,
): Promise<Result<Open>> {
  const found = await deps.account(accountId);
  if (!found.ok) return found;
  const account = found.value;
  const baseUrl = parseBaseUrl(account.baseUrl);
  if (!baseUrl.ok) return fail(baseUrl.error);
  const known = await storedPaces.recall(accountId);
  const { throttle, leave } = joinLogin(account, limits, (own) => createThrottle(own, deps.timer, known));
  const client = createResellerClient({
    service: { baseUrl: baseUrl.value, username: account.username, options: account.options },
    key: createRecentKey(() => deps.keyFor(accountId, account), deps.keysLent, deps.timer.nowMs),
    now: deps.now,
    nowMs: deps.timer.nowMs,
    random: deps.random,
    sleep: deps.timer.sleep,
    ...(deps.createTransport === undefined ? {} : { transport: deps.createTransport(accountId) }),
    onDeviation: (deviation) => deps.onDeviation(accountId, deviation),
    onOutcome: (outcome) => deps.board.heard(accountId, outcome, client.clockSkewMs()),
    onExchange(exchange) {
      throttle.heard(exchange);
      storedPaces.noticed(accountId, throttle);
    },
  });
  const ending = new AbortController();
  return ok({
    connection: { account, client, throttle, ended: ending.signal },
    async close() {
      ending.abort();
      leave();
      await client.close();
      await storedPaces.keep(accountId, throttle);
    },
  });
}

/** Errors are ignored by default: only cached values could be lost. */
const noBug = (): void => undefined;

/**
 * The account that the page works with. `accountId`: the account that a request names, null for the active one; where
 * there is none, the methods that need it fail with `no-account`.
 */
export type ActiveAccount = ReturnType<typeof createActiveAccount>;

export function createActiveAccount(
  store: Pick<Workspace['accounts'], 'active'>,
  accounts: Pick<Accounts, 'find'>,
  connections: Pick<Connections, 'of'>,
) {
  const idOf = (accountId: string | null): Result<string> => {
    const id = accountId ?? store.active();
    return id === null ? fail({ kind: 'no-account' }) : ok(id);
  };

  return {
    id: store.active,
    account(accountId: string | null): Result<Account> {
      const id = idOf(accountId);
      return id.ok ? accounts.find(id.value) : id;
    },
    async connection(accountId: string | null): Promise<Result<Connection>> {
      const id = idOf(accountId);
      return id.ok ? await connections.of(id.value) : id;
    },
  };
}

export type Paces = Pick<Workspace['paces'], 'read' | 'save'>;

/** Stores what throttles learn across runs. */
type StoredPaces = ReturnType<typeof createStoredPaces>;

interface StoredPacesDeps extends Given<'now' | 'onBug'> {
  readonly paces: Paces;
}

/** A limit that is younger is approached first, and tried again soon. */
const forgetMs = 30 * 24 * 3_600_000;
const keepEveryMs = 30_000;

export function createStoredPaces({ paces, now, onBug }: StoredPacesDeps) {
  const kept = new Map<string, { readonly text: string; readonly atMs: number }>();

  async function keep(accountId: string, throttle: Pick<AccountThrottle, 'knownPace'>): Promise<void> {
    const { requestsPerSecond, concurrency } = throttle.knownPace();
    const text = `${requestsPerSecond?.toFixed(1)} ${concurrency}`;
    const isNews = kept.get(accountId)?.text !== text;
    kept.set(accountId, { text, atMs: now().getTime() });
    if (!isNews) return;
    const pace = { requestsPerSecond, concurrency, observedAt: now().toISOString() };
    // A failure is ignored: a rate that is not stored is observed again.
    await resultOf(() => paces.save({ accountId, pace }));
  }

  return {
    /** Null where nothing is known, or it could not be read: then it is observed again. */
    async recall(accountId: string): Promise<KnownPace | null> {
      const read = await resultOf(() => paces.read({ accountId }));
      if (!read.ok || read.value === null) return null;
      const { observedAt, ...known } = read.value;
      return now().getTime() - Date.parse(observedAt) < forgetMs ? known : null;
    },
    /** Stores it where it has changed, at most twice a minute. */
    noticed(accountId: string, throttle: AccountThrottle) {
      const atMs = now().getTime();
      const before = kept.get(accountId);
      if (before === undefined) kept.set(accountId, { text: '', atMs });
      else if (atMs - before.atMs >= keepEveryMs) keep(accountId, throttle).catch(onBug);
    },
    keep,
  };
}

const noPaces: Paces = { read: () => null, save: () => ({}) };

/**
 * Short enough that a forgotten key is out of use at once, long enough that ten thousand lookups ask for it ten times.
 */
const recentMs = 1_000;

/**
 * Caches the key for {@link recentMs}, so that it is read at most once a second: never from before to after a key for one run. Failures are
 * not cached.
 */
export function createRecentKey(
  keyFor: () => Promise<Result<Secret>>,
  keysLent: () => number,
  nowMs: () => number,
): () => Promise<Result<Secret>> {
  let asked: {
    readonly key: Promise<Result<Secret>>;
    readonly atMs: number;
    readonly lent: number;
  } | null = null;

  return () => {
    if (asked !== null && nowMs() - asked.atMs < recentMs && asked.lent === keysLent()) return asked.key;
    const mine = { key: keyFor(), atMs: nowMs(), lent: keysLent() };
    asked = mine;
    const forget = (): void => {
      if (asked === mine) asked = null;
    };
    mine.key.then((found) => (found.ok ? undefined : forget()), forget);
    return mine.key;
  };
}
