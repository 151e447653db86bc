import type { AppError, RefusalReason } from '#shared/app-error.ts';
import type { SyncTold } from '#shared/domain/change.ts';
import type { AnswerVerdict, JournalEvent } from '#shared/domain/change-entry.ts';
import type { Result } from '#shared/result.ts';
import type { KeptAnswer } from '../reseller/client.ts';

type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;

/**
 * What an attempt came to, for the journal.
 *
 * @param kept The complete answer; null where none came. @param isRegistration A no that is not
 *   defined can be the trace of an earlier order, and a registry can be slow: it is a doubt (C13, F11).
 */
export function answeredBy(
  attempt: number,
  result: Result<object>,
  kept: KeptAnswer | null,
  isRegistration: boolean,
): Answered {
  return {
    type: 'answered',
    attempt,
    verdict: result.ok ? 'claimed' : verdictOn(result.error, kept, isRegistration),
    error: result.ok ? null : result.error,
    status: kept?.status ?? null,
    answer: kept?.answer ?? '',
    told: result.ok ? toldBy(result.value) : null,
  };
}

/** Failures after which not a byte of a write can have left. Everything that is not here is a doubt. */
const unsent: ReadonlySet<AppError['kind']> = new Set<AppError['kind']>([
  'not-sent',
  'cancelled',
  'invalid-input',
  'no-key',
  'keychain',
  'no-account',
  'storage',
]);

function verdictOn(error: AppError, kept: KeptAnswer | null, isRegistration: boolean): AnswerVerdict {
  if (unsent.has(error.kind)) return 'not-sent';
  if (error.kind !== 'refused') return 'uncertain';
  // Refused before it was sent: the read that proves the hour was.
  if (kept === null) return 'not-sent';
  if (isDefined(error)) return 'refused';
  return isRegistration ? 'uncertain' : 'refused-unconfirmed';
}

/** What a service refuses for before it does anything, and says so. Anything else may have been said by a registry that did it. */
const definedNoes: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'credit',
  'validation',
  'credentials',
  'address',
  'permission',
  'not-found',
]);

/** In words, that is: a status alone can be that of anything on the way (F2). */
const isDefined = ({ why, said }: Extract<AppError, { readonly kind: 'refused' }>): boolean =>
  definedNoes.has(why) && said !== '';

/** What a sync told; other answers tell nothing but that it is done. */
function toldBy(value: object): SyncTold | null {
  if (!isSync(value)) return null;
  const { active, expired, transferredAway, expiresOn } = value;
  return { active, expired, transferredAway, expiresOn };
}

const isSync = (value: object): value is SyncTold => 'expiresOn' in value && 'transferredAway' in value;
