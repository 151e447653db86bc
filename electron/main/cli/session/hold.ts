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

/** How long a service that is there may answer nothing that can be used before a command line leaves it alone. */
const patienceMs = 60_000;

/**
 * Whether a session that is not finished is to be left.
 *
 * A window can wait for its user to enter a key; a script would wait for ever. What passes by itself is waited for: the
 * network without end, a broken service for a minute.
 *
 * @param waitedMs How long it has been waiting without a break.
 */
export function heldBy(
  { state, waitingFor }: Session,
  { isImpatient }: { readonly isImpatient: boolean },
  waitedMs: number,
  ending: AbortSignal,
): Hold | null {
  if (ending.aborted) return { kind: 'ending' };
  if (state === 'paused' || state === 'stopped') return { kind: 'elsewhere', state };
  if (state !== 'waiting' || waitingFor === null) return null;
  const isLeft = isImpatient || !passes(waitingFor) || (isOfTheService(waitingFor) && waitedMs > patienceMs);
  return isLeft ? { kind: 'error', error: waitingFor } : null;
}

/** It answers, and with nothing that helps. A service that asks for a slower pace says itself how long that takes. */
const isOfTheService = (error: AppError): boolean =>
  error.kind === 'unreadable' || (error.kind === 'refused' && error.why !== 'rate');

const passes = (error: AppError): boolean =>
  error.kind !== 'storage' && error.kind !== 'bug' && codeOf(error) === exitCodes.failed;
