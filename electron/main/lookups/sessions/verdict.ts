import type { AppError, ReachFailure, RefusalReason } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
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

export function verdictOn(error: AppError): Verdict {
  switch (error.kind) {
    case 'refused':
      return error.status === 503 ? 'later' : onRefusal(error.why, error.status, error.said);
    case 'unreachable':
      return onTheWay.has(error.why) ? 'again' : 'wait';
    case 'unreadable':
      return error.why === 'cut-short' ? 'again' : 'settled';
    case 'invalid-input':
      return error.field === 'label' ? 'cell' : 'wait';
    case 'no-account':
    case 'no-key':
    case 'keychain':
    case 'storage':
    case 'cancelled':
    case 'not-sent':
    case 'uncertain':
    case 'bug':
      return 'wait';
    default:
      return assertNever(error);
  }
}

/** A way that is there and lost this one request; every other failure to reach is one of the way itself. */
const onTheWay: ReadonlySet<ReachFailure> = new Set(['no-answer-in-time', 'connection-lost']);

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
  switch (error.kind) {
    case 'refused':
      return { cause: 'refused', message: error.said };
    case 'invalid-input':
      return { cause: 'refused', message: `Not sent: ${error.reason}` };
    case 'unreachable':
      return { cause: 'unreachable', message: '' };
    default:
      return { cause: 'unreadable', message: '' };
  }
}
