import type { appError, earlierPayment } from './areas/error-schema.ts';
import type { TypeOf } from './schema-type.ts';
import type {
  doubts,
  keychainFaults,
  reachFailures,
  refusalReasons,
  storageFaults,
  teamFaults,
  unreadableReasons,
} from './domain/failures.ts';

/** Every expected failure. Closed: a new kind does not compile until it has a sentence for the user. */
export type AppError = TypeOf<typeof appError>;
export type AppErrorKind = AppError['kind'];

export type ErrorOf<K extends AppErrorKind> = Extract<AppError, { readonly kind: K }>;

export type ReachFailure = (typeof reachFailures)[number];
export type RefusalReason = (typeof refusalReasons)[number];
export type UnreadableReason = (typeof unreadableReasons)[number];
export type KeychainFault = (typeof keychainFaults)[number];
export type StorageFault = (typeof storageFaults)[number];
export type TeamFault = (typeof teamFaults)[number];
export type Doubt = (typeof doubts)[number];
export type EarlierPayment = TypeOf<typeof earlierPayment>;
export type ChangedPart = ErrorOf<'changed-since'>['what'];
export type BreakableJournal = ErrorOf<'journal-broken'>['journal'];

/**
 * Whether only this one request failed on an otherwise working connection; all other failures affect the connection
 * itself.
 */
export const isOnTheWay = (why: ReachFailure): boolean =>
  why === 'no-answer-in-time' || why === 'connection-lost';

/** Whether the service does not have what was asked for: of a domain, that it is not in this account. */
export const isNotFound = (error: AppError): boolean => error.kind === 'refused' && error.why === 'not-found';

/** The words that came in place of an answer to a read, masked; empty where there are none. */
export const saidIn = (error: AppError): string =>
  error.kind === 'refused' || error.kind === 'unreadable' ? (error.said ?? '') : '';

/** True where this computer has no network at all; otherwise it is the service that cannot be reached. */
export const isComputerOffline = (error: AppError | null): boolean =>
  (error?.kind === 'unreachable' || error?.kind === 'not-sent') && error.why === 'offline';
