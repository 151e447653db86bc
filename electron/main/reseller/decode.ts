import type { AppError, Doubt, RefusalReason } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import { secretsIn } from './form.ts';
import { isObject, member } from './json.ts';
import { namesIn, redactSecrets, sanitize, wordsOf } from './mask.ts';
import { type Call, type Operation, type ParsedAnswer, rejected, unclear } from './operation.ts';
import {
  type DoubtInWords,
  doubtInWords,
  errorWords,
  outcomeWords,
  plainWords,
  reasonOfNo,
  refusalReason,
} from './refusals.ts';
import { type Answer, isRefusal, isSuccessStatus, refusalWords, type Reply } from './reply.ts';
import { type BodyKind, classify } from './classify.ts';

/** A call, with what is needed to interpret its reply. */
interface DecodedCall<Input, Value> {
  readonly operation: Operation<Input, Value>;
  readonly input: Input;
  readonly call: Call;
  /** UTC, ISO 8601. */
  readonly answeredAt: string;
}

/**
 * Interprets the reply to a read. Fails with: `refused`, `unreachable`, `unreadable`, `cancelled`. Nothing was changed,
 * because it was a read.
 */
export function toReadResult<I, V>(asked: DecodedCall<I, V>, reply: Reply): Result<V> {
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
 * Interprets the reply to a write. It is done only if a complete answer says so; what is neither a clear success nor a
 * clear refusal is `uncertain`.
 *
 * Fails with: `not-sent`, `refused` (with a defined reason, or by the status alone), `uncertain`, `cancelled`.
 */
export function toWriteResult<I, V>(asked: DecodedCall<I, V>, reply: Reply): Result<V> {
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

function answeredRead<I, V>(asked: DecodedCall<I, V>, answer: Answer): Result<V> {
  if (isRefusal(answer)) return fail(refusedBy(asked, answer));
  const judgement = parseAnswer(asked, answer);
  if (judgement.kind === 'success') return ok(judgement.value);
  if (judgement.kind === 'refusal') return fail(refusedBy(asked, { ...answer, refusal: judgement.said }));
  return fail({ kind: 'unreadable', status: answer.status, why: judgement.why });
}

/** Words can turn a success or a refusal into `uncertain`; nothing turns `uncertain` into either. F2. */
function answeredWrite<I, V>(asked: DecodedCall<I, V>, answer: Answer): Result<V> {
  const judgement = parseAnswer(asked, answer);
  const verdict = classify('complete', answer.status, bodyKindOf(judgement));
  if (verdict === 'applied' && judgement.kind === 'success') {
    const doubt = doubtInWords(judgedWords(asked, wordsOfYes(asked, answer)));
    return doubt === null ? ok(judgement.value) : fail(doubtful(asked, answer, doubt));
  }
  if (verdict === 'rejected' || verdict === 'rejected-unconfirmed') return fail(noOf(asked, answer));
  return fail(doubtful(asked, answer, doubtInWords(judgedWords(asked, allWords(answer)))));
}

/** The error for a refusal: `refused` if it is clear, else `uncertain`. */
function noOf<I, V>(asked: DecodedCall<I, V>, answer: Answer): AppError {
  const why = reasonOfNo(asked.operation, answer.status, judgedWords(asked, refusalWords(answer)));
  const said = quoted(asked, answer);
  if (why === 'exists' && asked.operation.existsMayBeOurs === true) return uncertain('exists', said);
  const doubt = doubtInWords(judgedWords(asked, allWords(answer)));
  if (doubt === 'pending') return uncertain('pending', said);
  // A rate limit in the status applies before anything is done; in words it may be the registry's.
  const isUnclear = undefinedNoes.has(why) || (why === 'rate' && answer.status !== 429);
  if (doubt !== null || isUnclear) return uncertain('unclear-refusal', said);
  return { kind: 'refused', why, status: answer.status, said };
}

const undefinedNoes: ReadonlySet<RefusalReason> = new Set(['exists', 'server', 'redirect', 'other']);

function doubtful<I, V>(asked: DecodedCall<I, V>, answer: Answer, doubt: DoubtInWords | null): AppError {
  return uncertain(doubt === 'pending' ? 'pending' : doubtAt(answer.status), quoted(asked, answer));
}

const uncertain = (why: Doubt, said: string): AppError =>
  said === '' ? { kind: 'uncertain', why } : { kind: 'uncertain', why, said };

/**
 * The words to classify, without the names and secrets that were sent: an answer may repeat those, and they may contain
 * any word.
 */
function judgedWords<I, V>({ call }: DecodedCall<I, V>, words: string): string {
  const silenced = redactSecrets(words, secretsIn(call.form ?? []));
  return namesIn(call).reduce((rest, name) => rest.replaceAll(name, ''), silenced.toLowerCase());
}

/** Every text in an answer, at any depth. */
const allWords = ({ body, text }: Answer): string => (body === undefined ? text : errorWords(body));

const namesOfWords = ['message', 'status', 'result', 'reason', 'description', 'info', 'note', 'warning'];

/** The words next to a success, where they say something about the call. */
function wordsOfYes<I, V>({ operation }: DecodedCall<I, V>, { body }: Answer): string {
  if (operation.reportsOnDomain === true || !isObject(body)) return '';
  return namesOfWords.map((name) => errorWords(member(body, name))).join('; ');
}

function parseAnswer<I, V>(
  { operation, input, answeredAt }: DecodedCall<I, V>,
  answer: Answer,
): ParsedAnswer<V> {
  if (answer.body !== undefined) return operation.judge(answer.body, input, answeredAt);
  return answer.refusal === null ? unclear(answer.problem) : rejected(answer.refusal);
}

const bodyKindOf = (judgement: ParsedAnswer<unknown>): BodyKind => judgement.kind;

function doubtAt(status: number): Doubt {
  if (status >= 300 && status < 400) return 'redirected';
  return status === 408 || status >= 500 ? 'server-error' : 'answer-not-understood';
}

function refusedBy<I, V>(asked: DecodedCall<I, V>, answer: Answer): AppError {
  const why = refusalReason(answer.status, wordsIn(answer));
  return { kind: 'refused', why, status: answer.status, said: quoted(asked, answer) };
}

const wordsIn = (answer: Answer): string =>
  isSuccessStatus(answer.status) || answer.status >= 400 ? refusalWords(answer) : '';

/** The service's own words in a form that may be shown and kept. */
function quoted<I, V>({ operation, call }: DecodedCall<I, V>, answer: Answer): string {
  const secrets = secretsIn(call.form ?? []);
  const words = sanitize(wordsIn(answer), secrets);
  if (operation.answers === 'secret') return plainWords(words, call.path);
  return outcomeWords(words, namesIn(call), wordsOf(secrets));
}
