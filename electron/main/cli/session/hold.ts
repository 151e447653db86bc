import type { AppError } from '#shared/app-error.ts';
import type { Session } from '#shared/domain/session.ts';
import { codeOf } from '../say.ts';
import { exitCodes } from '../terminal.ts';

/** Why a command line follows a session no further, though it has cells left. */
export type Hold =
  | { readonly kind: 'ending' }
  | { readonly kind: 'error'; readonly error: AppError }
  /** Somebody else has paused or stopped it. */
  | { readonly kind: 'elsewhere'; readonly state: Session['state'] };

/**
 * Whether a session that is not finished is to be left.
 *
 * A window can wait for its user to enter a key; a script would wait for ever. What passes by itself is waited for.
 */
export function heldBy(
  { state, waitingFor }: Session,
  { isImpatient }: { readonly isImpatient: boolean },
  ending: AbortSignal,
): Hold | null {
  if (ending.aborted) return { kind: 'ending' };
  if (state === 'paused' || state === 'stopped') return { kind: 'elsewhere', state };
  if (state !== 'waiting' || waitingFor === null) return null;
  return isImpatient || !passes(waitingFor) ? { kind: 'error', error: waitingFor } : null;
}

const passes = (error: AppError): boolean =>
  error.kind !== 'storage' && error.kind !== 'bug' && codeOf(error) === exitCodes.failed;
