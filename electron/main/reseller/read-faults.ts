import { decodeHTML } from 'entities/decode';
import type { RefusalReason, UnreadableReason } from '#shared/errors.ts';
import { isArray, isObject, type Json, type JsonObject, member, textOf } from './json.ts';
import { errorWords, reasonInWords, refusalReason } from './refusals.ts';
import type { AnswerHeaders } from './transport/outcome.ts';

/** A complete answer with its parsed body. */
export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
  /**
   * False where a character beyond ASCII may not be the one that was sent: such texts may be shown, but not be sent back. One that the
   * service itself has lost is U+FFFD in its text, and says nothing of the others.
   */
  readonly isSafelyDecoded: boolean;
  /** Undefined if the text is not usable JSON; `problem` says why. */
  readonly body: Json | undefined;
  readonly problem: UnreadableReason;
  /** The words with which the body refuses, empty if it has none; null if it does not refuse. */
  readonly refusal: string | null;
}

/**
 * Why an answer to a read does not hold what was asked for. `refused`: the service says so in its own words, as JSON or in words
 * that are known. `unreadable`: neither yes nor no, such as the page of a web server or of a filter on the way (H19, H23).
 */
export type ReadFault =
  | { readonly kind: 'refused'; readonly why: RefusalReason; readonly words: string }
  | {
      readonly kind: 'unreadable';
      readonly why: UnreadableReason;
      readonly words: string;
      /** Of no service and no person: the name of a coding, the number of a blocked request. */
      readonly note: string;
    };

const refused = (why: RefusalReason, words: string): ReadFault => ({ kind: 'refused', why, words });
const unreadable = (why: UnreadableReason, words = '', note = ''): ReadFault => ({
  kind: 'unreadable',
  why,
  words,
  note,
});

/** The API document knows 200 only; for reads any 2xx is accepted. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/**
 * What an answer is before its operation has judged it; null where it may hold what was asked for.
 *
 * @param names The domain that was asked for, in every spelling in which it may be repeated.
 */
export function faultOfRead(answer: Answer, names: readonly string[] = []): ReadFault | null {
  const { status, text, body, refusal } = answer;
  if (isSuccessStatus(status)) return faultInside(answer, names);
  if (status < 400) return refused('redirect', '');
  if (body === undefined && refusal === null) {
    if (printsPhp(text)) return status < 500 ? unreadable('php-warnings') : refused('server', '');
    if (isPage(text) || (blocking.has(status) && !isKnown(text))) return faultOfPage(answer);
  }
  return isBlock(answer) ? blocked(answer) : faultInWords(answer, refusalWords(answer), names);
}

/** Of an answer with a success status. A sentence in place of what was asked for is judged once it turns out to be nothing else. */
function faultInside(answer: Answer, names: readonly string[]): ReadFault | null {
  const { refusal, body } = answer;
  if (refusal !== null || (isObject(body) && saysNo(body)))
    return faultInWords(answer, refusalWords(answer), names);
  const said = sentenceIn(answer);
  return isKnown(said) ? faultInWords(answer, said, names) : null;
}

/**
 * What an answer with a success status is that its operation has found unclear.
 *
 * A sentence in a JSON string is the service's own, as an `error` is: it may say that the domain is not found. The same words as plain
 * text may be a web server's, whatever its status: they are quoted and nothing is concluded of the domain (H19).
 *
 * @param mayHoldCodes Then a sentence counts only where its reason is known: any other may hold a code.
 * @param names As in {@link faultOfRead}.
 */
export function faultOfUnclear(
  answer: Answer,
  why: UnreadableReason,
  mayHoldCodes: boolean,
  names: readonly string[],
): ReadFault {
  const { text, body, headers } = answer;
  const said = sentenceIn(answer);
  const isSaid = said.split(/\s+/).length > 2 && !(mayHoldCodes && reasonInWords(said) === undefined);
  if (isSaid) return faultInWords(answer, said, names);
  if (body !== undefined) return unreadable(why);
  const coding = headers['content-encoding'];
  if (coding !== undefined) return unreadable('coded', '', coding.slice(0, 40));
  if (printsPhp(text)) return unreadable('php-warnings');
  return unreadable(why, isPage(text) && !mayHoldCodes ? titleOf(text) : '');
}

/** Reasons that concern the whole account: the same whatever is asked for. */
const ofTheAccount: ReadonlySet<RefusalReason> = new Set<RefusalReason>(['credentials', 'address', 'rate']);

/** Whether words speak of the key, the address or the rate, which nothing but the service judges. */
function isKnown(words: string): boolean {
  return words.length <= 500 && ofTheAccount.has(refusalReason(200, words));
}

/** What an answer says in words. That a domain is not found is believed of JSON alone, and only where the words are about it. */
export function faultInWords(answer: Answer, words: string, names: readonly string[]): ReadFault {
  const { status, body } = answer;
  const why = refusalReason(status, words);
  if (why !== 'not-found') return refused(why, words);
  if (body !== undefined && isOfDomain(words, names)) return refused('not-found', words);
  if (status !== 404 && !isOfAddress(words, names)) return refused('other', words);
  // Of one domain, the API may say so itself: its address is wrong only where nothing of it is in the answer.
  return unreadable(names.length > 0 && isOfApi(answer) ? 'not-offered' : 'no-operation', words);
}

/** Whether an answer is written as the API writes one. Source: the field notes, "unknown path". */
const isOfApi = ({ body, text }: Answer): boolean =>
  body !== undefined || /^\W*action not found\W*$/i.test(text);

/** Statuses that a filter, a proxy or a web server on the way puts over a page of its own. */
const blocking: ReadonlySet<number> = new Set([401, 403, 406, 407, 451]);

/** Markup, nothing, or words that nobody knows: not from the service, as far as that can be told. */
function faultOfPage(answer: Answer): ReadFault {
  const { status, text, problem } = answer;
  if (blocking.has(status)) return blocked(answer);
  if (status === 408 || status === 429 || status >= 500) return refused(refusalReason(status, ''), '');
  return unreadable(problem, titleOf(text));
}

/** With the number under which the filter has noted it. Source: Cloudflare, "Ray ID". */
function blocked({ headers, body, text }: Answer): ReadFault {
  const ray = headers['cf-ray'] ?? (isObject(body) ? textOf(body, 'ray_id') : rayIn(text));
  const [id] = /^[\da-f]{16}/i.exec(ray) ?? [];
  const words = isObject(body) ? wordsOf(body) : titleOf(text);
  return unreadable('blocked', words, id === undefined ? '' : `Ray ID ${id}`);
}

/** A filter's own JSON (RFC 9457) over such a status, where nothing in it speaks of the key, the address or the rate. */
function isBlock({ status, headers, body }: Answer): boolean {
  if (!blocking.has(status) || !isObject(body)) return false;
  const isProblem = isProblemIn(body) || /^application\/problem\+json\b/i.test(headers['content-type'] ?? '');
  return isProblem && !isKnown(wordsOf(body));
}

const isProblemIn = (body: JsonObject): boolean => {
  const status = member(body, 'status');
  return typeof status === 'number' && status >= 400 && textOf(body, 'title') !== '';
};

const noes: ReadonlySet<string> = new Set(['error', 'fail', 'failed', 'failure']);

/** Beside what refuses a change as well: other interfaces of the family write their noes so. */
const saysNo = (body: JsonObject): boolean =>
  noes.has(textOf(body, 'result').trim().toLowerCase()) ||
  hasErrors(member(body, 'errors')) ||
  isProblemIn(body);

const hasErrors = (errors: Json | undefined): boolean =>
  isArray(errors) ? errors.length > 0 : errorWords(errors) !== '';

const isPage = (text: string): boolean => /^\s*(<|$)|<html|<!doctype/i.test(text.slice(0, 2_000));

/** What PHP prints before, or in place of, the answer. Source: PHP manual, "display_errors", "html_errors". */
const printsPhp = (text: string): boolean =>
  /^\s*(?:<br ?\/?>\s*)?(?:<b>)?(?:PHP )?(?:Deprecated|Notice|Warning|(?:Fatal|Parse|Recoverable fatal) error)(?:<\/b>)?: .{0,2000} on line /is.test(
    text.slice(0, 4_000),
  );

/** The service's own words in an answer that refuses, wherever they are; a page has none. */
export function refusalWords({ refusal, body, text }: Pick<Answer, 'refusal' | 'body' | 'text'>): string {
  if (refusal !== null && refusal !== '') return refusal;
  if (body === undefined) return isPage(text) ? '' : text;
  return isObject(body) ? wordsOf(body) : errorWords(body);
}

const wordsOf = (body: JsonObject): string => {
  const found = ['error', 'errors', 'message', 'detail', 'reason', 'description', 'msg']
    .map((name) => errorWords(member(body, name)))
    .find((words) => words !== '');
  return isProblemIn(body) ? [textOf(body, 'title'), found].filter(Boolean).join(': ') : (found ?? '');
};

/** A short plain text of two words or more in place of an answer, or the empty text. */
function sentenceIn({ body, text }: Answer): string {
  const said = (body === undefined ? text : typeof body === 'string' ? body : '').trim();
  const isPlain = said.length <= 300 && !/[<>{}[\]]/.test(said) && !printsPhp(said);
  return isPlain && /^\S*\p{L}{2}.* \S*\p{L}{2}/u.test(said) ? said : '';
}

/** The title of a page; the whole of a short text without markup. */
function titleOf(text: string): string {
  if (!isPage(text)) return text.length > 300 ? '' : text.trim();
  const head = text.slice(0, 20_000);
  const found = /<title[^>]*>([^<]{1,300})/i.exec(head) ?? /<h1[^>]*>([^<]{1,300})/i.exec(head);
  return decodeHTML(found?.[1] ?? '').trim();
}

const rayIn = (text: string): string =>
  /\bRay ID:?\s*(?:<[^>]{0,100}>\s*){0,3}([\da-f]{16})\b/i.exec(text.slice(0, 100_000))?.[1] ?? '';

/** What a service calls the domain that it is asked for. */
const subject = String.raw`(?:domains?(?: ?names?| id)?|objects?|names?)`;
const isMissing = String.raw`(?:(?:is|are|was|were|has|have|had|could|can|may) ?)?(?:been |be )?(?:not(?: be| been)? found|n[o']t be found|does ?n[o']t exist|do ?n[o']t exist|did ?n[o']t exist|not exist|no longer exists?|unknown)`;
const isGone = new RegExp(
  String.raw`(?<!\b(?:of|for|to|on|by|from|with|in) (?:(?:the|this|that|your|a) )?(?:domain[ :"'(]+)?)\b${subject}(?:,? with (?:the )?name)?[\s"'(),:-]*(?:domain)?[\s"'(),:-]*${isMissing}`,
);
const findsNo = new RegExp(
  String.raw`\b(?:no such|unknown|no|not find|n't find|cannot find|find no)(?: (?:the|this|that|your|a|any|requested|such))* ${subject}(?= ?(?:[.,;:!?"'()-]|$|in\b|at\b|for\b|on\b|with\b|under\b|domain\b|found\b|exists?\b|was\b|were\b))`,
);

/** Whether words that say "not found" say it of the domain, and not of an address, a contact or a module (H19). */
export function isOfDomain(words: string, names: readonly string[]): boolean {
  const said = inShort(words, names);
  return !isOfAddress(words, names) && (isGone.test(said) || findsNo.test(said));
}

/** Of what the base URL and the operation's path lead to. */
const isOfAddress = (words: string, names: readonly string[]): boolean =>
  /\b(?:routes?|urls?|uri|paths?|endpoints?|end points?|pages?|actions?|methods?|resources?|files?|controllers?|class|functions?|scripts?|modules?|commands?|operations?|handlers?|views?)\b|\/domains?\b/.test(
    inShort(words, names),
  );

/** An answer is as long as its server likes; its reason stands at its beginning. */
const mostWords = 2_000;

/** In lower case, with plain apostrophes, and `domain` for each of `names`. */
const inShort = (words: string, names: readonly string[]): string =>
  names.reduce(
    (rest, name) => rest.replaceAll(name, 'domain'),
    words
      .slice(0, mostWords)
      .toLowerCase()
      .replace(/[’‘`]/g, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(/[–—]/g, '-')
      .replace(/\s+/g, ' '),
  );
