import { type AppError, type AppErrorKind, isOnTheWay } from '#shared/app-error.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';

/** How asking for a code failed, as far as a code may have been made of it. */
export type TakeFailure = 'refused' | 'doubtful' | 'not-asked';

/** Asking is no change to the service's own mind, but a registry may make a new code of it: no answer is not nothing. */
export function failureOf(error: AppError): TakeFailure {
  if (error.kind === 'refused') return error.why === 'server' ? 'doubtful' : 'refused';
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'doubtful' : 'not-asked';
  return byKind[error.kind];
}

const byKind: Readonly<Record<Exclude<AppErrorKind, 'refused' | 'unreachable'>, TakeFailure>> = {
  unreadable: 'doubtful',
  uncertain: 'doubtful',
  // Stopped or broken off at a place that nobody knows.
  cancelled: 'doubtful',
  bug: 'doubtful',
  'invalid-input': 'not-asked',
  'no-account': 'not-asked',
  'no-key': 'not-asked',
  keychain: 'not-asked',
  'not-sent': 'not-asked',
  'open-change': 'not-asked',
  'changed-since': 'not-asked',
  'over-limit': 'not-asked',
  'rate-limited': 'not-asked',
  'account-in-use': 'not-asked',
  'not-available': 'not-asked',
  'journal-broken': 'not-asked',
  'restore-unacknowledged': 'not-asked',
  'from-backup': 'not-asked',
  storage: 'not-asked',
};

/** What happened, in the words for every failure; that nothing was changed is not said where it is not known. */
export const happenedIn = (error: AppError): string => sentencesFor(error).happened;

export const nextIn = (error: AppError): string => sentencesFor(error).next;

export const doubtWords =
  'We do not know whether a new code was made; where one was, the one before no longer works.';
