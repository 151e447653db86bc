import type { AppError, RefusalReason } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

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
export interface StatusBoard {
  readonly of: (accountId: string | null) => AccountStatus;
  /** Records the outcome of any call. */
  readonly heard: (accountId: string, outcome: Result<unknown>, clockSkewMs: number | null) => void;
  readonly credited: (accountId: string, amount: string, readAt: Date) => void;
  /** Forgets an account whose connection has changed: it was edited, or got another key. */
  readonly forget: (accountId: string) => void;
}

const nothingKnown: Omit<AccountStatus, 'accountId'> = {
  connection: 'unknown',
  error: null,
  credit: null,
  clockSkewMs: null,
};

export function createStatusBoard(announce: (status: AccountStatus) => void): StatusBoard {
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
    heard(accountId, outcome, clockSkewMs) {
      const connection = connectionAfter(outcome);
      if (connection === null) return;
      change(accountId, {
        connection,
        error: outcome.ok ? null : outcome.error,
        ...(clockSkewMs === null ? {} : { clockSkewMs }),
      });
    },
    credited: (accountId, amount, readAt) =>
      change(accountId, { credit: { amount, readAt: readAt.toISOString() } }),
    forget(accountId) {
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

/** The state of a connection as the header shows it. */
type ConnectionState = 'unknown' | 'online' | 'offline' | 'refused' | 'no-key';

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

function connectionAfterFailure(error: AppError): ConnectionState | null {
  if (error.kind === 'refused') return shutOut.has(error.why) ? 'refused' : 'online';
  return afterFailure[error.kind];
}
