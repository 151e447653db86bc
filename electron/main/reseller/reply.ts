import type { UnreadableReason } from '#shared/app-error.ts';
import { errorWords, isKnownRefusal, refusalIn } from './answers.ts';
import { isObject, type Json, member, parseJson } from './json.ts';
import type { AnswerHeaders, BytesOutcome, Outcome } from './transport/outcome.ts';
import { withText } from './transport/body.ts';

/** A complete answer, its body read. */
export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
  /** Undefined where the text is no JSON that can be used; `problem` says why. */
  readonly body: Json | undefined;
  readonly problem: UnreadableReason;
  /** The words with which the body refuses, the empty text where it has none; null where it does not refuse. */
  readonly refusal: string | null;
}

/** What came of one sending: as {@link Outcome}, with the body read. */
export type Reply = Exclude<Outcome, { readonly kind: 'answered' }> | Answer;

/** A complete answer that may be a list of results: no refusal, as far as can be told without decoding it. */
export interface UndecodedList {
  readonly kind: 'list';
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What came of one sending where a list stays undecoded. Everything else is read as carefully as ever. */
export type BulkReply = Reply | UndecodedList;

const listBegins = '['.charCodeAt(0);
const space = ' '.charCodeAt(0);

/** A refusal is an object or words, never a list: where a list begins, decoding can be left to somebody else. */
export function readBulkReply(outcome: BytesOutcome): BulkReply {
  if (outcome.kind !== 'answered') return outcome;
  const { status, bytes } = outcome;
  const isList = isSuccessStatus(status) && bytes.find((byte) => byte > space) === listBegins;
  return isList ? { kind: 'list', status, bytes } : readReply(withText(outcome));
}

export function readReply(outcome: Outcome): Reply {
  if (outcome.kind !== 'answered') return outcome;
  const parsed = parseJson(outcome.text);
  if (parsed.ok)
    return { ...outcome, body: parsed.value, problem: 'wrong-shape', refusal: refusalIn(parsed.value) };
  const refusal = isKnownRefusal(outcome.text) ? outcome.text : null;
  return { ...outcome, body: undefined, problem: parsed.error, refusal };
}

/** Whether the answer is a no, by its status or by its body. */
export const isRefusal = ({ status, refusal }: Answer): boolean =>
  refusal !== null || !isSuccessStatus(status);

/** The API document knows 200 alone; for reads its neighbours are let through. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/** The service's own words in an answer that refuses, wherever they stand. */
export function refusalWords({ refusal, body, text }: Answer): string {
  if (refusal !== null && refusal !== '') return refusal;
  if (body === undefined) return /<html|<!doctype/i.test(text) ? '' : text;
  return isObject(body) ? errorWords(member(body, 'message')) : errorWords(body);
}
