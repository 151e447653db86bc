import type { AppError, Doubt } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { assertNever } from '#shared/assert-never.ts';
import { type BodyKind, classify } from './classify.ts';
import { secretsIn } from './form.ts';
import { type Judgement, refuses, unclear } from './judgement.ts';
import { sayable } from './mask.ts';
import type { Call, Operation } from './operation.ts';
import { plainWords } from './plain-words.ts';
import { refusalReason } from './refusal-reason.ts';
import { type Answer, isRefusal, isSuccessStatus, type Reply, refusalWords } from './reply.ts';

/** What an outcome is concluded from. */
export interface Concluded<Input, Value> {
  readonly operation: Operation<Input, Value>;
  readonly input: Input;
  readonly call: Call;
  /** UTC, ISO 8601. */
  readonly answeredAt: string;
}

/** Fails with: `refused`, `unreachable`, `unreadable`, `cancelled`. Nothing was changed: it was a read. */
export function concludeRead<I, V>(asked: Concluded<I, V>, reply: Reply): Result<V> {
  switch (reply.kind) {
    case 'cancelled':
      return fail({ kind: 'cancelled' });
    case 'not-sent':
      return fail({ kind: 'unreachable', why: reply.why });
    case 'lost':
      return fail(lostRead(reply));
    case 'answered':
      return answeredRead(asked, reply);
    default:
      return assertNever(reply);
  }
}

/**
 * A write is done only when a complete answer says so; what is neither a clear yes nor a clear no is `uncertain`.
 *
 * Fails with: `not-sent`, `refused`, `uncertain`, `cancelled`.
 */
export function concludeWrite<I, V>(asked: Concluded<I, V>, reply: Reply): Result<V> {
  switch (reply.kind) {
    case 'cancelled':
      return fail({ kind: 'cancelled' });
    case 'not-sent':
      return fail({ kind: 'not-sent', why: reply.why });
    case 'lost':
      return fail({ kind: 'uncertain', why: 'no-complete-answer' });
    case 'answered':
      return answeredWrite(asked, reply);
    default:
      return assertNever(reply);
  }
}

function lostRead(lost: Extract<Reply, { readonly kind: 'lost' }>): AppError {
  const { why, status } = lost;
  if (why === 'too-large') return { kind: 'unreadable', status, why };
  const isCutShort = lost.stage === 'headers' && why === 'connection-lost';
  return isCutShort ? { kind: 'unreadable', status, why: 'cut-short' } : { kind: 'unreachable', why };
}

function answeredRead<I, V>(asked: Concluded<I, V>, answer: Answer): Result<V> {
  if (isRefusal(answer)) return fail(refusedBy(asked, answer));
  const judgement = judge(asked, answer);
  if (judgement.kind === 'success') return ok(judgement.value);
  if (judgement.kind === 'refusal') return fail(refusedBy(asked, { ...answer, refusal: judgement.said }));
  return fail({ kind: 'unreadable', status: answer.status, why: judgement.why });
}

function answeredWrite<I, V>(asked: Concluded<I, V>, answer: Answer): Result<V> {
  const judgement = judge(asked, answer);
  const verdict = classify('complete', answer.status, bodyKindOf(judgement));
  if (verdict === 'applied' && judgement.kind === 'success') return ok(judgement.value);
  if (verdict === 'rejected' || verdict === 'rejected-unconfirmed') return fail(refusedBy(asked, answer));
  return fail({ kind: 'uncertain', why: doubtAt(answer.status) });
}

function judge<I, V>({ operation, input, answeredAt }: Concluded<I, V>, answer: Answer): Judgement<V> {
  if (answer.body !== undefined) return operation.judge(answer.body, input, answeredAt);
  return answer.refusal === null ? unclear(answer.problem) : refuses(answer.refusal);
}

const bodyKindOf = (judgement: Judgement<unknown>): BodyKind => judgement.kind;

function doubtAt(status: number): Doubt {
  if (status >= 300 && status < 400) return 'redirected';
  return status === 408 || status >= 500 ? 'server-error' : 'answer-not-understood';
}

function refusedBy<I, V>({ operation, call }: Concluded<I, V>, answer: Answer): AppError {
  const words = isSuccessStatus(answer.status) || answer.status >= 400 ? refusalWords(answer) : '';
  const sayables = sayable(words, secretsIn(call.form ?? []));
  const said = operation.answers === 'secret' ? plainWords(sayables, call.path) : sayables;
  return {
    kind: 'refused',
    why: refusalReason(operation.name, answer.status, words),
    status: answer.status,
    said,
  };
}
