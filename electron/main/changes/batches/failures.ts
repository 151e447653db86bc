import type { LeftOutReason } from '#shared/domain/batch.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import {
  type AppError,
  type AppErrorKind,
  type ChangedPart,
  isOnTheWay,
  type RefusalReason,
} from '#shared/errors.ts';
import type { Backoff } from '../../jobs/waiting.ts';

/**
 * What a failure means for a batch. `row`: this row is excluded, the others go on. `perhaps-all`: it concerns this row, or all
 * rows after it as well. `later`: nothing can go on now; it is retried automatically. `person`: only a person can help.
 */
export type FailureClass = 'row' | 'perhaps-all' | 'later' | 'person';

/** These concern the consent of the whole batch: it has to be reviewed again. */
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
  // No row should fail with these; if one does, a person should see it.
  uncertain: 'person',
  'not-available': 'person',
  'account-in-use': 'person',
};

/** Classifies the failure of reading a row, or of sending its change. */
export function classifyFailure(error: AppError): FailureClass {
  if (error.kind === 'refused') return byRefusal[error.why] ?? 'row';
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'perhaps-all' : 'later';
  if (error.kind === 'changed-since') return ofTheReview.has(error.what) ? 'person' : 'row';
  return byKind[error.kind];
}

/** Why a row with this failure is excluded. */
export function reasonOf({ kind }: AppError): LeftOutReason {
  if (kind === 'changed-since' || kind === 'open-change') return kind;
  return 'not-readable';
}

/** Refusals that every other change of the batch would get as well. */
const refusesAll: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'rate',
  'credit',
]);

/** What an ended change means for the next ones; `why` is shown to the person who has to check. */
type AfterChange =
  | { readonly kind: 'next' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'halt'; readonly why: AppError };

/** `no`: a refusal, which may concern every other change as well. */
const byState: Readonly<Record<ChangeState, 'next' | 'uncertain' | 'no'>> = {
  // These have not ended, contrary to what `perform` promises: their result is unknown.
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

/** The connection was replaced by another one, which is available at once. */
const soonMs = 100;

/**
 * The pause before the next try; null where waiting does not help. Failures that only a person can fix are not retried
 * automatically: a wrong key that is sent again and again can lock an account.
 */
export function pauseAfter(error: AppError, patience: Backoff): number | null {
  if (error.kind === 'cancelled') return soonMs;
  if (error.kind === 'rate-limited') return Math.max(patience.nextMs(), (error.retryAfterS ?? 0) * 1_000);
  return error.kind !== 'storage' && classifyFailure(error) === 'person' ? null : patience.nextMs();
}
