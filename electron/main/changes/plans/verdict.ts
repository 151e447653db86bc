import {
  type AppError,
  type AppErrorKind,
  type ChangedPart,
  isOnTheWay,
  type RefusalReason,
} from '#shared/app-error.ts';
import type { Change, ChangeState } from '#shared/domain/change.ts';
import type { LeftOutReason } from '#shared/domain/plan.ts';

/**
 * What a failure means for a plan. `row`: this row is left out, the others go on. `perhaps-all`: of this row, or of all
 * that come after it. `later`: nothing goes on now; it is tried again by itself. `person`: only a person can help.
 */
export type Verdict = 'row' | 'perhaps-all' | 'later' | 'person';

/** These are of the whole batch: it has to be looked at anew. */
const ofTheReview: ReadonlySet<ChangedPart> = new Set(['login', 'consent', 'review']);

const byRefusal: Readonly<Partial<Record<RefusalReason, Verdict>>> = {
  credentials: 'person',
  address: 'person',
  rate: 'perhaps-all',
  server: 'perhaps-all',
};

const byKind: Readonly<Record<Exclude<AppErrorKind, 'refused' | 'unreachable' | 'changed-since'>, Verdict>> =
  {
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
export function verdictOn(error: AppError): Verdict {
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
export type AfterChange =
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
