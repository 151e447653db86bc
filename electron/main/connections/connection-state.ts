import type { AppError, RefusalReason } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';

/** The way to a service, in the words of the header. */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'refused' | 'no-key';

/** Refusals that concern the whole account; any other shows that the service is there and talks to us. */
const shutOut: ReadonlySet<RefusalReason> = new Set(['credentials', 'address']);

/**
 * What the outcome of a call tells about the way to the service.
 *
 * @returns null where it tells nothing: the call was cancelled, or never left for a reason of our own.
 */
export function connectionAfter(outcome: Result<unknown>): ConnectionState | null {
  return outcome.ok ? 'online' : connectionAfterFailure(outcome.error);
}

/** By the kind of failure; null where it tells nothing of the way. */
const afterFailure: Readonly<Record<Exclude<AppError['kind'], 'refused'>, ConnectionState | null>> = {
  unreachable: 'offline',
  'not-sent': 'offline',
  unreadable: 'online',
  'no-key': 'no-key',
  keychain: 'no-key',
  uncertain: null,
  'invalid-input': null,
  'no-account': null,
  'open-change': null,
  'changed-since': null,
  'over-limit': null,
  'rate-limited': null,
  'account-in-use': null,
  'not-available': null,
  'journal-broken': null,
  'restore-unacknowledged': null,
  'from-backup': null,
  storage: null,
  cancelled: null,
  bug: null,
};

function connectionAfterFailure(error: AppError): ConnectionState | null {
  if (error.kind === 'refused') return shutOut.has(error.why) ? 'refused' : 'online';
  return afterFailure[error.kind];
}
