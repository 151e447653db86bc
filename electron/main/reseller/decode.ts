import type { AppError, Doubt, ErrorOf, RefusalReason } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import { cut } from '../system/texts.ts';
import { classify } from './classify.ts';
import { memberNamesIn, secretsIn, textsIn } from './form.ts';
import { givesTwice } from './json.ts';
import { namesIn, redactSecrets, sanitize, valuesOf, wordsOf } from './mask.ts';
import { type Call, type Operation, type ParsedAnswer, rejected, unclear } from './operation.ts';
import { outcomeWords, plainWords, reasonOfNo } from './refusals.ts';
import {
  type Answer,
  faultInWords,
  faultOfRead,
  faultOfUnclear,
  isSuccessStatus,
  type ReadFault,
  refusalWords,
} from './read-faults.ts';
import type { Reply } from './reply.ts';
import { nameWords, type Sent, type Sign, type Signs, signsOf } from './signs.ts';

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
 * The outcome of a write, decided here once, from the whole answer. `refused`: a no for a reason that a service gives before it
 * does anything; `refused-unconfirmed`: any other clear no, which is read back before it counts. Of both, nothing says yes. `unsent`:
 * not a byte left. Everything else is `uncertain`.
 */
export type WriteResult<V> =
  | { readonly ok: true; readonly outcome: 'done'; readonly value: V }
  | {
      readonly ok: false;
      readonly outcome: 'refused' | 'refused-unconfirmed';
      readonly error: ErrorOf<'refused'>;
    }
  | { readonly ok: false; readonly outcome: 'uncertain'; readonly error: ErrorOf<'uncertain'> }
  | { readonly ok: false; readonly outcome: 'unsent'; readonly error: AppError };

export const unsent = (error: AppError): WriteResult<never> => ({ ok: false, outcome: 'unsent', error });

export const uncertain = (
  why: Doubt,
  words: Omit<ErrorOf<'uncertain'>, 'kind' | 'why'> = {},
): WriteResult<never> => ({
  ok: false,
  outcome: 'uncertain',
  error: { kind: 'uncertain', why, ...words },
});

/** Interprets the reply to a write. */
export function toWriteResult<I, V>(asked: DecodedCall<I, V>, reply: Reply): WriteResult<V> {
  switch (reply.kind) {
    case 'cancelled':
      return unsent({ kind: 'cancelled' });
    case 'not-sent':
      return unsent({ kind: 'not-sent', why: reply.why });
    case 'lost':
      return uncertain('no-complete-answer');
    case 'answered':
      return pageOver(asked, reply) ?? answeredWrite(asked, reply);
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
  const { operation, call } = asked;
  const names = namesIn(call);
  const fault = faultOfRead(answer, names);
  if (fault !== null) return fail(errorOf(asked, answer, fault));
  const judgement = parseAnswer(asked, answer);
  if (judgement.kind === 'success') return ok(judgement.value);
  if (judgement.kind === 'refusal')
    return fail(errorOf(asked, answer, faultInWords(answer, judgement.said, names)));
  const mayHoldCodes = operation.answers === 'secret';
  return fail(errorOf(asked, answer, faultOfUnclear(answer, judgement.why, mayHoldCodes, names)));
}

/** A page is no more the service's word on a write: what it stands in front of may have been done (H23). Null where it is none. */
function pageOver<I, V>(asked: DecodedCall<I, V>, answer: Answer): WriteResult<never> | null {
  const fault = faultOfRead(answer);
  if (fault?.kind !== 'unreadable') return null;
  const isGone = answer.status === 404 || answer.status === 405 || answer.status === 410;
  const isPage = answer.body === undefined && answer.refusal === null;
  if (fault.why !== 'blocked' && !(isGone && isPage)) return null;
  const said = wordsOfFault(asked, fault);
  return uncertain(
    fault.why === 'blocked' ? 'blocked' : 'answer-not-understood',
    said === '' ? {} : { said },
  );
}

/** Signs can turn a success or a refusal into `uncertain`; nothing turns `uncertain` into either. F2, G1, G5. */
function answeredWrite<I, V>(asked: DecodedCall<I, V>, answer: Answer): WriteResult<V> {
  const { operation } = asked;
  const judgement = parseAnswer(asked, answer);
  const outcome = classify('complete', answer.status, judgement.kind);
  const sent = sentWith(asked);
  const reportsOnDomain = operation.reportsOnDomain === true;
  const signs = signsOf(answer.body ?? answer.text, { sent, reportsOnDomain });
  const doubt = (why: Doubt) => uncertain(why, doubtWords(asked, answer, signs, why));
  if (givesTwice(answer.body)) return doubt('answer-not-understood');
  if (outcome === 'done' && judgement.kind === 'success') {
    const why = againstYes(signs, reportsOnDomain);
    return why === null ? { ok: true, outcome, value: judgement.value } : doubt(why);
  }
  if (outcome === 'refused' || outcome === 'refused-unconfirmed') {
    const reason = reasonOfNo(operation, answer.status, sent.silence(refusalWords(answer)));
    const why = againstNo(signs, reason, operation.existsMayBeOurs === true);
    return why === null ? refusedOr(asked, answer, reason) : doubt(why);
  }
  return doubt(signs.isPending ? 'pending' : doubtAt(answer.status, signs));
}

function againstYes(signs: Signs, reportsOnDomain: boolean): Doubt | null {
  if (signs.no.length > 0) return 'says-both';
  if (signs.isPending && !reportsOnDomain) return 'pending';
  return signs.isStrange ? 'answer-not-understood' : null;
}

function againstNo(signs: Signs, reason: RefusalReason, existsMayBeOurs: boolean): Doubt | null {
  if (reason === 'exists' && existsMayBeOurs) return 'exists';
  if (signs.isPending) return 'pending';
  if (signs.yes.length > 0) return 'says-both';
  return signs.isTrouble ? 'unclear-refusal' : null;
}

/** Reasons that a service gives before it does anything. Any other refusal may come from a registry that did the change. */
const definedNoes: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'credit',
  'validation',
  'credentials',
  'address',
  'permission',
  'not-found',
]);

/** A no in words that nobody knows proves nothing. A status alone can come from any proxy on the way: it is read back. */
function refusedOr<I, V>(asked: DecodedCall<I, V>, answer: Answer, why: RefusalReason): WriteResult<never> {
  const { status } = answer;
  const said = quoted(asked, answer);
  const isDefined = definedNoes.has(why) && said !== '';
  // A rate limit in the status applies before anything is done; in words it may be the registry's.
  const isClear = definedNoes.has(why) || (why === 'rate' && status === 429);
  // The name may be there by an earlier order of ours, and a registry can be slow (C13, F11).
  if (!isClear || (!isDefined && asked.operation.existsMayBeOurs === true))
    return uncertain('unclear-refusal', said === '' ? {} : { said });
  const error = { kind: 'refused', why, status, said } as const;
  return { ok: false, outcome: isDefined ? 'refused' : 'refused-unconfirmed', error };
}

/** The words that a doubt is shown with; where the answer says both, of each side the first ones. */
function doubtWords<I, V>(asked: DecodedCall<I, V>, answer: Answer, signs: Signs, why: Doubt) {
  const said = quoted(asked, answer);
  const words = said === '' ? {} : { said };
  if (why !== 'says-both') return words;
  const shown = (all: readonly Sign[]): string => {
    const texts = all.filter(({ text }) => text !== '');
    const best = texts.length > 0 ? texts : all;
    return [...new Set(best.map((sign) => shownSign(asked, sign)))].slice(0, 2).join('; ');
  };
  return { ...words, yes: shown(signs.yes) || 'success', no: shown(signs.no) || said || 'error' };
}

/** Texts of an answer with personal data are not quoted: only the word of the closed list that was found in it. */
function shownSign<I, V>({ operation, call }: DecodedCall<I, V>, { word, text }: Sign): string {
  const words = operation.answers === 'outcome' ? shownWords(call, text) : '';
  return words === '' ? word : cut(words, 80);
}

const dayMs = 86_400_000;

/** What an answer may repeat without saying anything by it. */
function sentWith<I, V>({ call, answeredAt }: DecodedCall<I, V>): Sent {
  const form = call.form ?? [];
  const secrets = secretsIn(form);
  const texts = textsIn(form);
  // A host before the domain that it ends in.
  const domains = namesIn(call).toSorted((a, b) => b.length - a.length);
  const patterns = domains.map((name) => new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'));
  const labels = domains.flatMap((name) => [name.replace(/\..*/, ''), name.replace(/^[^.]*\./, '')]);
  const lower = (all: readonly string[]): ReadonlySet<string> =>
    new Set(all.map((text) => text.trim().toLowerCase()));
  return {
    silence: (text) =>
      patterns.reduce((rest, name) => rest.replace(name, '[masked]'), redactSecrets(text, secrets)),
    names: new Set(memberNamesIn(form).map(nameWords)),
    values: lower([...call.path, ...texts, ...valuesOf(secrets), ...labels]),
    words: lower(texts),
    yesterday: new Date((Date.parse(answeredAt) || dayMs) - dayMs).toISOString().slice(0, 10),
  };
}

function parseAnswer<I, V>(
  { operation, input, answeredAt }: DecodedCall<I, V>,
  answer: Answer,
): ParsedAnswer<V> {
  if (answer.body !== undefined)
    return operation.judge(answer.body, input, answeredAt, answer.isSafelyDecoded);
  return answer.refusal === null ? unclear(answer.problem) : rejected(answer.refusal);
}

function doubtAt(status: number, signs: Signs): Doubt {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 408 || status >= 500) return 'server-error';
  return signs.yes.length > 0 && signs.no.length > 0 ? 'says-both' : 'answer-not-understood';
}

function errorOf<I, V>(asked: DecodedCall<I, V>, { status }: Answer, fault: ReadFault): AppError {
  const said = wordsOfFault(asked, fault);
  if (fault.kind === 'refused') return { kind: 'refused', why: fault.why, status, said };
  return { kind: 'unreadable', status, why: fault.why, ...(said !== '' && { said }) };
}

function wordsOfFault<I, V>(asked: DecodedCall<I, V>, fault: ReadFault): string {
  const words = shownOf(asked, fault.words);
  return [words, fault.kind === 'unreadable' ? fault.note : ''].filter((part) => part !== '').join(' · ');
}

const wordsIn = (answer: Answer): string =>
  isSuccessStatus(answer.status) || answer.status >= 400 ? refusalWords(answer) : '';

/** The service's own words in a form that may be shown and kept. */
const quoted = <I, V>(asked: DecodedCall<I, V>, answer: Answer): string => shownOf(asked, wordsIn(answer));

const shownOf = <I, V>({ operation, call }: DecodedCall<I, V>, words: string): string =>
  operation.answers === 'secret'
    ? plainWords(sanitize(words, secretsIn(call.form ?? [])), call.path)
    : shownWords(call, words);

/** Without what could be a code or a person's (G8). */
function shownWords(call: Call, words: string): string {
  const secrets = secretsIn(call.form ?? []);
  return outcomeWords(sanitize(words, secrets), namesIn(call), wordsOf(secrets));
}
