import { type AppError, isOnTheWay, type RefusalReason } from '#shared/app-error.ts';
import type { UnknownCause } from '#shared/domain/finding.ts';

/**
 * What a request that failed means for its session.
 *
 * - `wait`: nothing that is asked now would fare better: the session waits, its cells stay as they were.
 * - `later`: the service is there and asks for patience. Not counted as a try.
 * - `again`: it may have been chance; tried twice more.
 * - `settled`: asking once more would bring the same.
 * - `cell`: it is certainly about this one name.
 *
 * After the tries, `again` and `settled` are the cell's only when the service has answered for another name since: see
 * `doubts.ts`.
 */
export type Verdict = 'wait' | 'later' | 'again' | 'settled' | 'cell';

export const verdictOn = (error: AppError): Verdict =>
  // The entry of a kind takes failures of that kind: the table's type says so, and cannot be followed here.
  (verdicts[error.kind] as (given: AppError) => Verdict)(error);

/** Nothing of it is about a name. */
const wait = (): Verdict => 'wait';

const verdicts: {
  readonly [K in AppError['kind']]: (error: Extract<AppError, { readonly kind: K }>) => Verdict;
} = {
  refused: ({ why, status, said }) => (status === 503 ? 'later' : onRefusal(why, status, said)),
  unreachable: ({ why }) => (isOnTheWay(why) ? 'again' : 'wait'),
  unreadable: ({ why }) => (why === 'cut-short' ? 'again' : 'settled'),
  'invalid-input': ({ field }) => (field === 'label' ? 'cell' : 'wait'),
  'no-account': wait,
  'no-key': wait,
  keychain: wait,
  storage: wait,
  cancelled: wait,
  'not-sent': wait,
  uncertain: wait,
  'open-change': wait,
  'changed-since': wait,
  'over-limit': wait,
  'rate-limited': wait,
  'account-in-use': wait,
  'not-available': wait,
  'journal-broken': wait,
  'restore-unacknowledged': wait,
  'from-backup': wait,
  bug: wait,
};

/** Refusals that every other name would get as well. */
const ofTheAccount: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'redirect',
]);

const worthRetrying: ReadonlySet<number> = new Set([408, 425, 500, 502, 504]);

function onRefusal(why: RefusalReason, status: number, said: string): Verdict {
  if (ofTheAccount.has(why)) return 'wait';
  if (why === 'rate') return 'later';
  // A 500 that gives its reason in words is an answer.
  return worthRetrying.has(status) && (status !== 500 || said === '') ? 'again' : 'settled';
}

/** How a failure that is the cell's stands in the grid. */
export function causeOf(error: AppError): { readonly cause: UnknownCause; readonly message: string } {
  if (error.kind === 'refused') return { cause: 'refused', message: error.said };
  if (error.kind === 'invalid-input') return { cause: 'refused', message: `Not sent: ${error.reason}` };
  return { cause: error.kind === 'unreachable' ? 'unreachable' : 'unreadable', message: '' };
}
