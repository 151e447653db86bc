import { isArray, isObject, type Json, type JsonObject, member, textOf } from './json.ts';
import { type Judgement, refuses, says, unclear } from './judgement.ts';

/**
 * What an answer to a change says: done, refused, or neither. A yes and a no in one answer are neither.
 *
 * Unknown: which operations answer the bare string `success` and which an object.
 * Assumed: `"success"`, `{"success": true}` and the documented status object are a yes; a text under `error`,
 * `success: false` and `status: "error"` are a no (field notes, "Error answers").
 */
export function saysDone(body: Json): Judgement<object> {
  if (typeof body === 'string' && isWord(body, 'success')) return says({});
  const said = refusalIn(body);
  const done = isObject(body) && saysYes(body);
  if (said !== null) return done ? unclear() : refuses(said);
  return done ? says({}) : unclear();
}

/** The words with which `body` refuses (the empty text where it has none), or null where it does not refuse. */
export function refusalIn(body: Json): string | null {
  if (typeof body === 'string') return isKnownRefusal(body) ? body : null;
  if (!isObject(body)) return null;
  return hasError(member(body, 'error')) || saysNo(body) || isKnownRefusal(textOf(body, 'message'))
    ? wordsOf(body)
    : null;
}

/** Texts that services of this family are known to refuse with, whatever stands around them. Source: field notes. */
export const isKnownRefusal = (text: string): boolean =>
  text.length < 500 &&
  /invalid api token|action (is )?not (allowed|found)|not have enough credits|too many requests/i.test(text);

/** The words of an `error` member, wherever in it they stand: text, list of texts, or object with texts. */
export function errorWords(error: Json | undefined): string {
  if (typeof error === 'string') return error;
  if (isArray(error)) return error.map(errorWords).filter(Boolean).join('; ');
  return isObject(error) ? Object.values(error).map(errorWords).filter(Boolean).join('; ') : '';
}

/**
 * Whether an `error` member says that there is one. An empty *object* counts: it is how PHP writes an error that it
 * cannot write.
 */
export const hasError = (error: Json | undefined): boolean =>
  isArray(error) ? error.length > 0 : Boolean(error);

const saysYes = (body: JsonObject): boolean =>
  isAnyOf(member(body, 'success'), [true, 1, '1', 'true', 'success']) ||
  isWord(textOf(body, 'status'), 'success');

const saysNo = (body: JsonObject): boolean =>
  isAnyOf(member(body, 'success'), [false, 0, '0', 'false', 'error', 'failed']) ||
  isAnyOf(textOf(body, 'status').trim().toLowerCase(), ['error', 'failed', 'failure']);

const wordsOf = (body: JsonObject): string =>
  errorWords(member(body, 'error')) || errorWords(member(body, 'message'));

const isAnyOf = (value: Json | undefined, words: readonly Json[]): boolean =>
  words.includes(typeof value === 'string' ? value.trim().toLowerCase() : (value ?? null));

const isWord = (text: string, word: string): boolean => text.trim().toLowerCase() === word;
