import { type AppError, type AppErrorKind, isOnTheWay } from '#shared/app-error.ts';
import type { CodeOutcome } from '#shared/domain/code.ts';
import type { Result } from '#shared/result.ts';
import type { EppAnswer } from '../reseller/operations/epp-code.ts';

/**
 * What an asking came to.
 *
 * @param wasAnswered Whether an answer to this very request came. A refusal without one refused what goes before it: the code
 *   was not asked for.
 */
export function outcomeOfRead(read: Result<EppAnswer>, wasAnswered: boolean): CodeOutcome {
  if (read.ok) return read.value.kind === 'code' ? 'code' : 'emailed';
  return read.error.kind === 'refused' && !wasAnswered ? 'not-sent' : outcomeOf(read.error);
}

/**
 * What an asking that failed came to. A request that may have reached the service is `no-answer`, however it was lost: at
 * some registries asking makes a new code, so it is not asked again by itself.
 */
export function outcomeOf(error: AppError): CodeOutcome {
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'no-answer' : 'not-sent';
  // A server in trouble does not say what it did.
  if (error.kind === 'refused' && error.why === 'server') return 'unclear';
  if (error.kind !== 'unreadable') return byKind[error.kind];
  return error.why === 'cut-short' || error.why === 'too-large' ? 'no-answer' : 'unclear';
}

const byKind: Readonly<Record<Exclude<AppErrorKind, 'unreadable' | 'unreachable'>, CodeOutcome>> = {
  refused: 'refused',
  uncertain: 'no-answer',
  bug: 'no-answer',
  'not-sent': 'not-sent',
  cancelled: 'not-sent',
  'invalid-input': 'not-sent',
  'no-account': 'not-sent',
  'no-key': 'not-sent',
  keychain: 'not-sent',
  storage: 'not-sent',
  'journal-broken': 'not-sent',
  'restore-unacknowledged': 'not-sent',
  'from-backup': 'not-sent',
  'open-change': 'not-sent',
  'changed-since': 'not-sent',
  'over-limit': 'not-sent',
  'rate-limited': 'not-sent',
  'account-in-use': 'not-sent',
  'not-available': 'not-sent',
};
