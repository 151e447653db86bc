import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import { type ConnectionState, connectionAfter } from './connection-state.ts';

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

/** Remembers, while the application runs, how each account was last found; tells of every change. */
export interface StatusBoard {
  readonly of: (accountId: string | null) => AccountStatus;
  /** Takes note of any call's outcome, whoever made it. */
  readonly heard: (accountId: string, outcome: Result<unknown>, clockSkewMs: number | null) => void;
  readonly credited: (accountId: string, amount: string, readAt: Date) => void;
  /** Forgets an account whose way to the service has changed: it was edited, or got another key. */
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

/** The clock wanders by milliseconds with every answer; only seconds are news. Called for each of thousands of answers. */
function differ(before: AccountStatus, after: AccountStatus): boolean {
  return (
    before.connection !== after.connection ||
    before.credit !== after.credit ||
    secondsOf(before.clockSkewMs) !== secondsOf(after.clockSkewMs) ||
    (before.error !== after.error && JSON.stringify(before.error) !== JSON.stringify(after.error))
  );
}

const secondsOf = (skewMs: number | null): number | null => skewMs && Math.round(skewMs / 1_000);
