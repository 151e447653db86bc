import {
  type AppError,
  type AppErrorKind,
  type ChangedPart,
  type ErrorOf,
  isOnTheWay,
  type RefusalReason,
} from '#shared/errors.ts';

/**
 * What the failure of one item means for its list of work.
 *
 * - `item`: nothing: it concerns this item alone.
 * - `perhaps-all`: it concerns this item, or all items after it as well: several in a row count as all.
 * - `retry`: it may have been chance: the item is tried again, a few times.
 * - `later`: the service is reachable and asks to retry later. Not counted as a try.
 * - `wait`: nothing can go on now; it is retried automatically.
 * - `stop`: only a person can help.
 */
export type FailureClass = 'item' | 'perhaps-all' | 'retry' | 'later' | 'wait' | 'stop';

/** So many consecutive `perhaps-all` failures count as a failure of all items. */
export const mostInARow = 8;

/** The lists of work. `code-unsent`: a transfer code of which no byte of the request was sent. */
export type WorkList = 'refresh' | 'batch' | 'code' | 'code-unsent' | 'lookup';

type Rule<K extends AppErrorKind> = FailureClass | ((error: ErrorOf<K>) => FailureClass);
type Rules = { readonly [K in AppErrorKind]: Rule<K> };

/** @param list Whose failure it is: the general rules hold where {@link differences} names none for it. */
export function classifyFailure(error: AppError, list: WorkList): FailureClass {
  const { everythingElse, ...own }: Differences = differences[list];
  // The rule of a kind takes failures of that kind: the tables' types guarantee it, but the compiler cannot infer it here.
  const rule = (own[error.kind] ?? everythingElse ?? general[error.kind]) as Rule<AppErrorKind>;
  return typeof rule === 'string' ? rule : rule(error);
}

const refusalOfAll: Readonly<Partial<Record<RefusalReason, FailureClass>>> = {
  credentials: 'stop',
  address: 'stop',
  rate: 'perhaps-all',
  server: 'perhaps-all',
};

/** These concern the consent of a whole batch: it has to be reviewed again. */
const ofTheReview: ReadonlySet<ChangedPart> = new Set(['login', 'consent', 'review', 'start', 'unasked']);

const general: Rules = {
  refused: ({ why }) => refusalOfAll[why] ?? 'item',
  unreachable: ({ why }) => (isOnTheWay(why) ? 'perhaps-all' : 'wait'),
  'changed-since': ({ what }) => (ofTheReview.has(what) ? 'stop' : 'item'),
  'open-change': 'item',
  'claimed-elsewhere': 'item',
  'team-unavailable': ({ why }) => (why === 'away' || why === 'blocked' || why === 'lost' ? 'wait' : 'stop'),
  'team-limit': 'stop',
  // A filter on the way may dislike this one name, or everything.
  unreadable: ({ why }) => (why === 'blocked' ? 'perhaps-all' : 'item'),
  'invalid-input': 'item',
  'not-sent': 'wait',
  cancelled: 'wait',
  'rate-limited': 'wait',
  'over-limit': 'stop',
  'charged-more': 'stop',
  'no-account': 'stop',
  'app-locked': 'stop',
  'no-key': 'stop',
  keychain: 'stop',
  'journal-broken': 'stop',
  'restore-unacknowledged': 'stop',
  'from-backup': 'stop',
  storage: 'stop',
  bug: 'stop',
  // No item should fail with these; if one does, a person should see it.
  uncertain: 'stop',
  'not-available': 'stop',
  'account-in-use': 'stop',
};

/** Where a list of work differs from the general rules. `everythingElse` replaces them for kinds that are not named. */
type Differences = Partial<Rules> & { readonly everythingElse?: FailureClass };

const differences: Readonly<Record<WorkList, Differences>> = {
  // A refresh does not wait: a person has just asked for it. There, `wait` ends it as `stop` does.
  refresh: {},
  // What was found of one name right before it is ordered says nothing of the others.
  batch: { 'not-available': 'item' },
  // The code was requested and is not requested again, so a pause follows at once where the service asks for it.
  code: { refused: ({ why }) => (why === 'rate' ? 'wait' : (refusalOfAll[why] ?? 'item')) },
  // It was the read before the request that was refused: every other code would be refused as well.
  'code-unsent': {
    refused: ({ why }) => (why === 'rate' || why === 'server' ? 'wait' : 'stop'),
    'invalid-input': ({ field }) => (field === 'domain' ? 'item' : 'stop'),
    unreachable: 'wait',
    'not-sent': 'wait',
    cancelled: 'wait',
    everythingElse: 'stop',
  },
  // The cells of a session stay as they are while it waits, so it waits for a person as for anything else.
  lookup: {
    refused: lookupRefused,
    unreachable: ({ why }) => (isOnTheWay(why) ? 'retry' : 'wait'),
    // Another try would have the same result, except where the answer was lost in part.
    unreadable: ({ why }) => (why === 'cut-short' ? 'retry' : 'perhaps-all'),
    'invalid-input': ({ field }) => (field === 'label' ? 'item' : 'wait'),
    everythingElse: 'wait',
  },
};

/** Refusals that every other name would get as well. */
const ofTheAccount: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'redirect',
]);

/** Whether a list that waits, or ended early, by `error` does not go on before a person acts. */
export const needsPerson = (error: AppError, list: WorkList): boolean =>
  classifyFailure(error, 'refresh') === 'stop' ||
  (list === 'lookup' && error.kind === 'refused' && ofTheAccount.has(error.why));

const worthRetrying: ReadonlySet<number> = new Set([408, 425, 500, 502, 504]);

function lookupRefused({ why, status, said }: ErrorOf<'refused'>): FailureClass {
  if (status === 503) return 'later';
  if (ofTheAccount.has(why)) return 'wait';
  if (why === 'rate') return 'later';
  // A 500 that gives its reason in words is an answer.
  return worthRetrying.has(status) && (status !== 500 || said === '') ? 'retry' : 'perhaps-all';
}
