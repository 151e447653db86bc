import { type AppError, type AppErrorKind, isOnTheWay, type RefusalReason } from '#shared/app-error.ts';

/** What a failure means for the names that are still to be read: nothing, perhaps that none can be, or that none can be. */
export type Verdict = 'of-this-name' | 'perhaps-of-all' | 'of-all';

const ofEveryone: Readonly<Partial<Record<RefusalReason, Verdict>>> = {
  credentials: 'of-all',
  address: 'of-all',
  rate: 'perhaps-of-all',
  server: 'perhaps-of-all',
};

const byKind: Readonly<Record<Exclude<AppErrorKind, 'unreachable' | 'refused'>, Verdict>> = {
  'no-key': 'of-all',
  'no-account': 'of-all',
  keychain: 'of-all',
  storage: 'of-all',
  bug: 'of-all',
  'invalid-input': 'of-this-name',
  unreadable: 'of-this-name',
  cancelled: 'of-this-name',
  'not-sent': 'of-this-name',
  uncertain: 'of-this-name',
  'open-change': 'of-this-name',
  'changed-since': 'of-this-name',
  'over-limit': 'of-this-name',
  'rate-limited': 'perhaps-of-all',
  'account-in-use': 'of-this-name',
  'not-available': 'of-this-name',
  'journal-broken': 'of-this-name',
  'restore-unacknowledged': 'of-this-name',
  'from-backup': 'of-this-name',
};

export function verdictOn(error: AppError): Verdict {
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'perhaps-of-all' : 'of-all';
  if (error.kind === 'refused') return ofEveryone[error.why] ?? 'of-this-name';
  return byKind[error.kind];
}
