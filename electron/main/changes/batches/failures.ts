import type { LeftOutReason } from '#shared/domain/batch.ts';
import type { Change, ChangeState } from '#shared/domain/change.ts';
import {
  type AppError,
  type AppErrorKind,
  type ChangedPart,
  isOnTheWay,
  type RefusalReason,
} from '#shared/errors.ts';
import type { Backoff } from '../../jobs/waiting.ts';

/**
 * What a failure means for a plan. `row`: this row is left out, the others go on. `perhaps-all`: of this row, or of all
 * that come after it. `later`: nothing goes on now; it is tried again by itself. `person`: only a person can help.
 */
export type FailureClass = 'row' | 'perhaps-all' | 'later' | 'person';

/** These are of the whole batch: it has to be looked at anew. */
const ofTheReview: ReadonlySet<ChangedPart> = new Set(['login', 'consent', 'review']);

const byRefusal: Readonly<Partial<Record<RefusalReason, FailureClass>>> = {
  credentials: 'person',
  address: 'person',
  rate: 'perhaps-all',
  server: 'perhaps-all',
};

const byKind: Readonly<
  Record<Exclude<AppErrorKind, 'refused' | 'unreachable' | 'changed-since'>, FailureClass>
> = {
  'open-change': 'row',
  unreadable: 'row',
  'invalid-input': 'row',
  'not-sent': 'later',
  cancelled: 'later',
  'rate-limited': 'later',
  'over-limit': 'person',
  'no-account': 'person',
  'no-key': 'person',
  keychain: 'person',
  'journal-broken': 'person',
  'restore-unacknowledged': 'person',
  'from-backup': 'person',
  storage: 'person',
  bug: 'person',
  // No row fails so, and if one did, a person should see it.
  uncertain: 'person',
  'not-available': 'person',
  'account-in-use': 'person',
};

/** On what reading a row failed with, or what kept its change from being sent. */
export function classifyFailure(error: AppError): FailureClass {
  if (error.kind === 'refused') return byRefusal[error.why] ?? 'row';
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'perhaps-all' : 'later';
  if (error.kind === 'changed-since') return ofTheReview.has(error.what) ? 'person' : 'row';
  return byKind[error.kind];
}

/** Why a row is left out that failed so. */
export function reasonOf({ kind }: AppError): LeftOutReason {
  if (kind === 'changed-since' || kind === 'open-change') return kind;
  return 'not-readable';
}

/** What the service refuses one change for, and would refuse every other one of the plan for. */
const refusesAll: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'rate',
  'credit',
]);

/** What a change that is over means for those after it; `why` is told to the person who has to look. */
type AfterChange =
  | { readonly kind: 'next' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'halt'; readonly why: AppError };

/** `no`: the service may have said it about every other change as well. */
const byState: Readonly<Record<ChangeState, 'next' | 'uncertain' | 'no'>> = {
  // Not over, whatever was promised: nobody knows what becomes of it.
  planned: 'uncertain',
  sending: 'uncertain',
  uncertain: 'uncertain',
  refused: 'no',
  'not-applied': 'no',
  confirmed: 'next',
  applied: 'next',
  settled: 'next',
  withdrawn: 'next',
};

export function afterChange({ state, error }: Pick<Change, 'state' | 'error'>): AfterChange {
  const kind = byState[state];
  if (kind !== 'no') return { kind };
  const isOfAll = error?.kind === 'refused' && refusesAll.has(error.why);
  return isOfAll ? { kind: 'halt', why: error } : { kind: 'next' };
}

/** The connection gave way to another one, which is there at once. */
const soonMs = 100;

/**
 * How long to wait after a failure; null where the clock does not help. What only a person can mend is not tried again by
 * itself: a wrong key that is shown again and again can lock an account.
 */
export function pauseAfter(error: AppError, patience: Backoff): number | null {
  if (error.kind === 'cancelled') return soonMs;
  if (error.kind === 'rate-limited') return Math.max(patience.nextMs(), (error.retryAfterS ?? 0) * 1_000);
  return error.kind !== 'storage' && classifyFailure(error) === 'person' ? null : patience.nextMs();
}
