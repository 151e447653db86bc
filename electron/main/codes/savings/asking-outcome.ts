import { type AppError, type AppErrorKind, isOnTheWay, type RefusalReason } from '#shared/app-error.ts';
import type { CodeOutcome } from '#shared/domain/code.ts';

/**
 * What an asking that failed came to. A request that may have reached the service is `no-answer`, however it was lost: at
 * some registries asking makes a new code, so it is not asked again by itself.
 */
export function outcomeOf(error: AppError): CodeOutcome {
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'no-answer' : 'not-sent';
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
  'open-change': 'not-sent',
  'changed-since': 'not-sent',
  'not-available': 'not-sent',
};

/**
 * What it means for the domains after it. `row`: nothing. `perhaps-all`: several in a row are of the way. `pause`: nothing
 * is asked for a while. `again`: this one was not asked, and is once it can be. `all`: none can be asked.
 */
export type Verdict = 'row' | 'perhaps-all' | 'pause' | 'again' | 'all';

const byRefusal: Readonly<Partial<Record<RefusalReason, Verdict>>> = {
  credentials: 'all',
  address: 'all',
  rate: 'pause',
  server: 'perhaps-all',
};

export function verdictOn(error: AppError): Verdict {
  const outcome = outcomeOf(error);
  if (outcome === 'no-answer') return 'perhaps-all';
  if (outcome !== 'not-sent') return error.kind === 'refused' ? (byRefusal[error.why] ?? 'row') : 'row';
  return unsent(error);
}

function unsent(error: AppError): Verdict {
  if (error.kind === 'invalid-input') return error.field === 'domain' ? 'row' : 'all';
  const isOfTheWay = error.kind === 'unreachable' || error.kind === 'not-sent' || error.kind === 'cancelled';
  return isOfTheWay ? 'again' : 'all';
}
