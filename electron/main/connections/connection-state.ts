import { type AppError, type RefusalReason } from '#shared/app-error.ts';
import { type Result } from '#shared/result.ts';

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

function connectionAfterFailure(error: AppError): ConnectionState | null {
  switch (error.kind) {
    case 'refused':
      return shutOut.has(error.why) ? 'refused' : 'online';
    case 'unreachable':
    case 'not-sent':
      return 'offline';
    case 'unreadable':
      return 'online';
    case 'no-key':
    case 'keychain':
      return 'no-key';
    case 'uncertain':
    case 'invalid-input':
    case 'no-account':
    case 'storage':
    case 'cancelled':
    case 'bug':
      return null;
  }
}
