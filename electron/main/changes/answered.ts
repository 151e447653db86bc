import type { AppError } from '#shared/app-error.ts';
import type { SyncTold } from '#shared/domain/change.ts';
import type { AnswerVerdict, JournalEvent } from '#shared/domain/change-entry.ts';
import type { Result } from '#shared/result.ts';
import { refusalIn } from '../reseller/answers.ts';
import type { KeptAnswer } from '../reseller/client.ts';
import { parseJson } from '../reseller/json.ts';

type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;

/**
 * What an attempt came to, for the journal.
 *
 * @param kept The complete answer; null where none came. @param isRegistration A refused one can be the trace of our own.
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
  return isDefined(kept, isRegistration && error.why === 'exists') ? 'refused' : 'refused-unconfirmed';
}

/**
 * Whether the API document or the field knows this no. That a name exists already may be the trace of the very attempt
 * that is answered so: it is not believed before it was read back (C13).
 */
function isDefined({ status, answer }: KeptAnswer, saysExists: boolean): boolean {
  if (saysExists) return false;
  if (status === 200) return true;
  const body = parseJson(answer);
  return status === 400 && body.ok && refusalIn(body.value) !== null;
}

/** What a sync told; other answers tell nothing but that it is done. */
function toldBy(value: object): SyncTold | null {
  if (!isSync(value)) return null;
  const { active, expired, transferredAway, expiresOn } = value;
  return { active, expired, transferredAway, expiresOn };
}

const isSync = (value: object): value is SyncTold => 'expiresOn' in value && 'transferredAway' in value;
