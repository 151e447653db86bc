import { accessTroubleIn, isNoApi, statusOf } from '#shared/domain/account-fields.ts';
import type { AppError, RefusalReason, UnreadableReason } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the header shows of one account. */
export interface AccountStatus {
  readonly accountId: string | null;
  readonly connection: ConnectionState;
  /** Why the last call failed; null when it did not. */
  readonly error: AppError | null;
  /** The credit as the service wrote it. Unknown: its currency, and whether it is a balance. */
  readonly credit: { readonly amount: string; readonly readAt: string } | null;
  /** The service's clock minus ours. */
  readonly clockSkewMs: number | null;
}

/** The last known status of each account, kept while the application runs; emits every change. */
export type StatusBoard = ReturnType<typeof createStatusBoard>;

const nothingKnown: Omit<AccountStatus, 'accountId'> = {
  connection: 'unknown',
  error: null,
  credit: null,
  clockSkewMs: null,
};

export function createStatusBoard(announce: (status: AccountStatus) => void) {
  const statuses = new Map<string, AccountStatus>();

  const of = (accountId: string | null): AccountStatus =>
    (accountId === null ? undefined : statuses.get(accountId)) ?? { accountId, ...nothingKnown };

  function change(accountId: string, changes: Partial<AccountStatus>): void {
    const before = of(accountId);
    const after = { ...before, ...changes };
    statuses.set(accountId, after);
    if (differ(before, after)) announce(after);
  }

  return {
    of,
    /** Records the outcome of any call. */
    heard(accountId: string, outcome: Result<unknown>, clockSkewMs: number | null) {
      const after = connectionAfter(outcome);
      if (after === null) return;
      // One answer that nobody can read does not make another service of one that has answered.
      const connection = after === 'no-api' && of(accountId).connection === 'online' ? 'online' : after;
      change(accountId, {
        connection,
        error: outcome.ok ? null : outcome.error,
        ...(clockSkewMs === null ? {} : { clockSkewMs }),
      });
    },
    credited: (accountId: string, amount: string, readAt: Date) =>
      change(accountId, { credit: { amount, readAt: readAt.toISOString() } }),
    /** Forgets an account whose connection has changed: it was edited, or got another key. */
    forget(accountId: string) {
      statuses.delete(accountId);
      announce(of(accountId));
    },
  };
}

/**
 * Clock skew varies by milliseconds with every answer; only seconds count as a change. Called for each of thousands of
 * answers.
 */
function differ(before: AccountStatus, after: AccountStatus): boolean {
  return (
    before.connection !== after.connection ||
    before.credit !== after.credit ||
    secondsOf(before.clockSkewMs) !== secondsOf(after.clockSkewMs) ||
    (before.error !== after.error && JSON.stringify(before.error) !== JSON.stringify(after.error))
  );
}

const secondsOf = (skewMs: number | null): number | null => skewMs && Math.round(skewMs / 1_000);

/** The state of a connection as the header shows it. `no-api`: something answers, and nothing has shown that it is the API. */
type ConnectionState = 'unknown' | 'online' | 'offline' | 'no-api' | 'refused' | 'no-key';

/** Refusals that concern the whole account; any other shows that the service is reachable and accepts the account. */
const shutOut: ReadonlySet<RefusalReason> = new Set(['credentials', 'address']);

/**
 * What the outcome of a call says about the connection.
 *
 * @returns null where it says nothing: the call was cancelled, or was never sent for a reason of our own.
 */
export function connectionAfter(outcome: Result<unknown>): ConnectionState | null {
  return outcome.ok ? 'online' : connectionAfterFailure(outcome.error);
}

/** By the kind of failure; null where it says nothing about the connection. */
const afterFailure: Readonly<Record<Exclude<AppError['kind'], 'refused'>, ConnectionState | null>> = {
  unreachable: 'offline',
  'not-sent': 'offline',
  unreadable: 'online',
  'no-key': 'no-key',
  keychain: 'no-key',
  uncertain: null,
  'invalid-input': null,
  'no-account': null,
  'open-change': null,
  'claimed-elsewhere': null,
  'team-unavailable': null,
  'team-limit': null,
  'changed-since': null,
  'over-limit': null,
  'charged-more': null,
  'rate-limited': null,
  'account-in-use': null,
  'not-available': null,
  'journal-broken': null,
  'restore-unacknowledged': null,
  'from-backup': null,
  'app-locked': null,
  storage: null,
  cancelled: null,
  bug: null,
};

/** Whatever blocks one request may let the next one through; and whose JSON a 404 is, the answer for one domain does not tell. */
const saysNothing: ReadonlySet<UnreadableReason> = new Set(['blocked', 'not-offered']);

function connectionAfterFailure(error: AppError): ConnectionState | null {
  if (isNoApi(error)) return 'no-api';
  if (error.kind === 'refused') return shutOut.has(error.why) ? 'refused' : 'online';
  if (error.kind === 'unreadable' && saysNothing.has(error.why)) return null;
  return afterFailure[error.kind];
}

interface FollowedDeps {
  readonly accounts: Pick<Workspace['accounts'], 'active' | 'noteTrouble'>;
  readonly now: () => Date;
  readonly emit: Emit;
  readonly onChanged: (status: AccountStatus) => void;
  readonly onOnline: (accountId: string) => void;
  readonly onBug: (thrown: unknown) => unknown;
}

/**
 * The board of which the program is told. The page is told of the active account only: a connection test of another account does not affect
 * the header. What only a person can mend is noted with its account: Today lists it, also after a restart.
 */
export function createFollowedBoard({ accounts, now, emit, ...deps }: FollowedDeps) {
  function tellIfActive(status: AccountStatus): void {
    if (accounts.active() === status.accountId) emit('status.changed', status);
  }
  function noteTrouble({ accountId: id, connection, error }: AccountStatus): void {
    const what = error === null || connection === 'online' ? null : accessTroubleIn(error);
    if (id === null || (what === null && connection !== 'online')) return;
    const at = now().toISOString();
    const trouble = what === null || error === null ? null : { what, status: statusOf(error), at };
    if (accounts.noteTrouble({ id, trouble }).isNew) emit('accounts.changed', {});
  }
  return createStatusBoard((status) => {
    deps.onChanged(status);
    for (const follow of [tellIfActive, noteTrouble]) resultOf(() => follow(status)).catch(deps.onBug);
    if (status.connection === 'online' && status.accountId !== null) deps.onOnline(status.accountId);
  });
}
