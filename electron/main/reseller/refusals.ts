import type { RefusalReason } from '#shared/errors.ts';
import { isArray, isObject, type Json, type JsonObject, member, textOf } from './json.ts';
import { type Operation, type ParsedAnswer, rejected, success, unclear } from './operation.ts';

/** A time of day is none. */
const ipAddress =
  /\b\d{1,3}(\.\d{1,3}){3}\b|\b(?!\d{1,2}:\d\d:\d\d(?:[ap]m)?(?![\da-f:]))[\da-f]{1,4}(:[\da-f]{0,4}){2,7}\b/i;

/** Of the address that a request comes from; one that was sent is masked by then, and is a nameserver's. */
const isOfCaller = (said: string): boolean =>
  (ipAddress.test(said) &&
    /\bip\b|address|allow|authori[sz]ed|whitelist|denied|blocked|forbidden/i.test(said)) ||
  (/\bip(v[46])?s?\b|\b(remote|your|client|server|source|caller'?s?) (ip )?address/i.test(said) &&
    /(white|allow)[- ]?list|(not|n['’]t) (allowed|permitted|authori[sz]ed|accepted|trusted)|unauthori[sz]ed|denied|block|forbid|restrict|reject|refused|banned|\baccess from\b/i.test(
      said,
    ) &&
    !/\bhost|name ?server|glue/i.test(said));

/**
 * Reasons by the words of a refusal; the first match wins. Source: field notes, "Error answers, any operation"; RFC
 * 5730, section 3, for the words of registries.
 */
const byWords: readonly (readonly [RefusalReason, (said: string) => boolean])[] = [
  ['address', isOfCaller],
  [
    'credentials',
    (said) =>
      /api[ _](token|key)|invalid[ _](token|credentials)|unauthenticated|authentication|unauthori[sz]ed|(wrong|incorrect|expired)[ _](token|key|credentials|signature)|invalid signature|token (is |has )?(invalid|expired)/i.test(
        said,
      ),
  ],
  [
    'permission',
    (said) =>
      /not allowed|not permitted|permission|forbidden|access denied|authori[sz]ation error|not authori[sz]ed/i.test(
        said,
      ),
  ],
  ['rate', (said) => /rate limit|too many (requests|attempts)|throttl/i.test(said)],
  [
    'credit',
    (said) =>
      /\b(enough|insufficient|low|no) (\w+ )?(credit|fund|balance)|\b(credits?|funds?|balance) (is |are )?(too low|insufficient|not (enough|sufficient))|payment required/i.test(
        said,
      ),
  ],
  [
    'exists',
    (said) =>
      /already (exist|register|taken|in use)|object exists|\b(domain|name|object|host)\b.{0,40}\b(not available|unavailable|taken)\b/i.test(
        said,
      ),
  ],
  ['not-found', (said) => /not found|does not exist|no such|unknown domain/i.test(said)],
  [
    'validation',
    (said) =>
      /invalid|required|missing|must (be|have|contain)|not valid|\bneeds\b|not supported|unsupported|does not match|syntax error|parameter value|is reserved/i.test(
        said,
      ),
  ],
];

/** The reason that words give; undefined where nobody knows them. */
export const reasonInWords = (said: string): RefusalReason | undefined =>
  byWords.find(([, matches]) => matches(said))?.[0];

const byStatus: Readonly<Partial<Record<number, RefusalReason>>> = {
  401: 'credentials',
  403: 'credentials',
  404: 'not-found',
  422: 'validation',
  429: 'rate',
};

/** Why a service refused. Its words say more than its status, because 401 and 403 are both used for several reasons. */
export function refusalReason(status: number, said: string): RefusalReason {
  if (status >= 300 && status < 400) return 'redirect';
  if (/^\W*invalid ip\b(?!.*(host|name ?server|glue))/i.test(said)) return 'address';
  const reason = reasonInWords(said) ?? byStatus[status];
  if (reason !== undefined) return reason;
  if (status === 400) return 'validation';
  return status >= 500 ? 'server' : 'other';
}

/** A value that was sent is masked by then. */
const whatWasSent =
  /domain|\bname\b|\bhost|object|action|period|\byears?\b|\bterm\b|parameter|field|contact|name ?server|registrant|phone|e-?mail|post ?code|\bzip|address|country|\bstate\b|\bcity\b|company|\btld|extension|\bvalue\b|language|\bip\b|\[masked\]/i;
/** Of an order, a charge or the service's own parts: a missing one is needed when all is done (G5). */
const whatComesAfter =
  /\bbill|payment|gateway|order|product|client|customer|currency|module|function|script/i;

/** Nothing was done where what was sent is missing or wrong. */
const isOfWhatWasSent = (said: string): boolean => whatWasSent.test(said) && !whatComesAfter.test(said);

/**
 * What a service does with something else than the registry, or when the registry has done its part: papers and messages, files,
 * rows of a database, lists; what is left for later orders; dates, which nobody sent. Beside these, no reason is a defined one (H5).
 */
const ofSomethingElse: readonly RegExp[] = [
  /invoice|receipt|template|\bpdf\b|rechnung|factur|fattura|fa[ck]tuu?r|fatura|vorlage|сч[её]т|发票/i,
  /(?<!e-)\bmail(?:s|er|ing|server|box)?\b|phpmailer|sendmail|smtp|imap|\bsms\b|slack|telegram|newsletter|notif|reminder/i,
  /\b(?:sending|writing|notifying|rendering|generating|uploading|storing)\b|\be-?mail\b.{0,20}\b(?:sent|delivered)|\b(?:confirmation|welcome) e-?mail/i,
  /hook|callback|\bcron|\bqueue|\bjob\b|\bticket|\blog(?:s|ged|ging|file)?\b(?! ?in\b)|audit|history|archive|statistic|backup|\breport/i,
  /\b(?:cart|basket|checkout|list|table|column|row|cache|null|unique)\b|constraint|duplicate entry/i,
  /\w\(\)|\b(?:mkdir|fopen|fwrite|chmod|unlink|file_put_contents)\b|\bdir(?:ectory)?\b|folder|\bpath\b|\bdisk\b|writ(?:e|able)\b|\.(?:log|php|tpl|pdf|te?xt|ini|json)\b|(?<![\w/])\/(?:\w+\/)+\w*|\b[a-z]:\\/i,
  /\bfurther\b|\bfuture\b|\bleft\b|\bupcoming\b|\bsubsequent\b|\bnext (?:order|renewal|year|period)|\bmore (?:orders|renewals|domains)/i,
  /\brenew\w*\b.{0,60}\b(?:before|after|within|earlier|days?)\b|expiry|expiration|\bexpires\b|\bdate\b(?! of birth)/i,
];

/**
 * As {@link refusalReason}, for a write: unknown words are `other`, whatever the status, because the status alone
 * proves nothing.
 *
 * A 400 without words on registering is the only failure that the API document defines: the name exists already.
 */
export function reasonOfNo(
  { existsMayBeOurs }: Pick<Operation<never, object>, 'existsMayBeOurs'>,
  status: number,
  said: string,
): RefusalReason {
  const reason = said === '' ? undefined : (reasonInWords(said) ?? 'other');
  if (reason !== 'exists' && ofSomethingElse.some((words) => words.test(said))) return 'other';
  if (reason === 'not-found' || reason === 'validation') return isOfWhatWasSent(said) ? reason : 'other';
  if (reason !== undefined) return reason;
  return existsMayBeOurs === true && status === 400 ? 'exists' : refusalReason(status, said);
}

/**
 * Parses the answer to a change: success, refusal, or unclear. An answer that says both is unclear.
 *
 * Unknown: which operations answer the bare string `success` and which an object. Nothing shows an answer under `result`, as
 * other interfaces of the family write it, so that is unclear.
 * Assumed: `"success"`, `{"success": true}` and the documented status object are a success; a text under `error`,
 * `success: false` and `status: "error"` are a refusal (field notes, "Error answers").
 */
export function saysDone(body: Json): ParsedAnswer<object> {
  if (typeof body === 'string' && isWord(body, 'success')) return success({});
  const said = refusalIn(body);
  const done = isObject(body) && saysYes(body);
  if (said !== null) return done ? unclear() : rejected(said);
  return done ? success({}) : unclear();
}

/** The words with which `body` refuses (the empty text where it has none), or null where it does not refuse. */
export function refusalIn(body: Json): string | null {
  if (typeof body === 'string') return isKnownRefusal(body) ? body : null;
  if (!isObject(body)) return null;
  return hasError(member(body, 'error')) || saysNo(body) || isKnownRefusal(textOf(body, 'message'))
    ? wordsOf(body)
    : null;
}

/** Texts that services of this family are known to refuse with, also inside a longer text. Source: field notes. */
export const isKnownRefusal = (text: string): boolean =>
  text.length < 500 &&
  /invalid api token|action (is )?not (allowed|found)|not have enough credits|too many requests/i.test(text);

/** The words of an `error` member, at any depth: text, list of texts, or object with texts. */
export function errorWords(error: Json | undefined): string {
  if (typeof error === 'string') return error;
  if (isArray(error)) return error.map(errorWords).filter(Boolean).join('; ');
  return isObject(error) ? Object.values(error).map(errorWords).filter(Boolean).join('; ') : '';
}

/**
 * Whether an `error` member reports an error: not where it is PHP's false, as a text too. An empty *object* counts: PHP writes it
 * for an error that it cannot serialise.
 */
export const hasError = (error: Json | undefined): boolean => {
  if (typeof error === 'string') return !['', '0', 'false'].includes(error.trim().toLowerCase());
  return isArray(error) ? error.length > 0 : Boolean(error);
};

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

const masked = '[masked]';

/** Punctuation that may surround a word. */
const around = /^[("'“‘[]*(.*?)[)"'”’\].,;:!?…]*$/su;

const plain: readonly RegExp[] = [
  /^$/,
  // A word, also with a hyphen or an apostrophe in it; an abbreviation; a number; a single dash, slash or bar.
  /^\p{Lu}?\p{Ll}+(['’/-]\p{Lu}?\p{Ll}+)*$/u,
  /^[A-Z]{1,5}s?$/,
  /^\d{1,4}$/,
  /^[-–—/&|]$/,
  /^\d{1,3}(\.\d{1,3}){3}$/,
  /^[\da-f]{1,4}(:[\da-f]{0,4}){2,7}$/i,
  /^\[?e-mail\]?$/,
  /^\[?masked\]?$/,
];

/**
 * A service's words with everything masked that could be a code. Ordinary words, short numbers, IP addresses and the
 * texts in `known` stay. A single word is masked unless it is in `known`, because a bare code looks like that.
 *
 * Unknown: what a code looks like. Cautious: what is not a word is masked. A code of lower-case letters only would not
 * be masked among other words.
 */
export function plainWords(words: string, known: readonly string[]): string {
  const tokens = words.split(' ').filter(Boolean);
  const isKnown = (token: string): boolean => known.includes(token.toLowerCase());
  const isPlain = (token: string): boolean => {
    const word = around.exec(token)?.[1] ?? token;
    return isKnown(word) || plain.some((form) => form.test(word));
  };
  if (tokens.length === 1) return isKnown(tokens[0] ?? '') ? words : masked;
  return tokens.map((token) => (isPlain(token) ? token : masked)).join(' ');
}

/** Words that services, and the pages in front of them, use about themselves, and that no name has. */
const ofServices = new Set(
  `a acceptable access account action active added address addresses administrator again already an and api approved are area at
  attention authentication authorisation authorised authorization authorized available bad balance billing blocked browser by
  cannot change changed check child client closed cloudflare code command completed configuration connection contact contacts
  could created credentials credit credits curl currency customer database date deactivated deleted denied details disabled domain
  domains down duplicate email empty enough error errors exceeded exception exists expired expires expiry extension extensions
  failed failure fatal feature field fields firewall for forbidden found from funds gateway has have host in inactive incorrect
  information insufficient internal invalid invoice ip is just key later licence license limit lock locked login lookup lookups
  maintenance many message missing modified module modules moment name nameserver nameservers no not object of ok on operation or
  order orders out parameter payment pending period permission permitted please premium pricing processed product prohibits
  provider proxy queued quota quotas record refused register registered registrar registration registrations registry rejected
  remote renew renewal renewals renewed request requests required reseller resellers response restricted result security server
  service set signin status success successful successfully support supported suspended sync syncs template temporarily temporary
  that the this timed timeout tld tlds to token too transfer transferred transfers try unable unauthorised unauthorized
  unavailable undefined unexpected unknown unlocked unsupported up updated used user username valid value verification version was
  website whitelist whitelisted whois with wrong your`.split(/\s+/),
);

/** Forms of words about an outcome that are no code: besides `plain`, dates, times, amounts and names of constants. */
const aboutOutcome: readonly RegExp[] = [
  ...plain,
  /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/,
  /^\d\d:\d\d(:\d\d)?$/,
  /^[-+$€£]?\d{1,6}([.,]\d{1,2})?[%€£]?$/,
  /^[a-z]+(_[a-z]+)+$/,
  // As in `clientTransferProhibited`. Source: RFC 5731, section 2.3.
  /^(client|server|pending|auto|redemption|add|transfer)([A-Z][a-z]+)+$/,
];

const phoneNumber = /(?<![\w.:])\+?\(?\d[\d\s()./-]{5,}\d(?!\w)/g;
const isDate = /^\d{4}-\d\d-\d\d(\s\d\d)?$/;
const isIpV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * A service's words about a change, with everything masked that looks like a code, an e-mail address, a phone number, or a
 * person's: a word that was sent as one, and capitalised words in a row that are not a service's own (G8).
 *
 * Unknown: what a code looks like. Cautious: what is neither a word, a date nor an amount is masked.
 *
 * @param known The names that were sent. @param sent The words of the values that were sent, in lower case.
 */
export function outcomeWords(
  words: string,
  known: readonly string[],
  sent: ReadonlySet<string> = new Set(),
): string {
  const tokens = words
    .replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g, '[e-mail]')
    .replace(phoneNumber, (found) => (isDate.test(found) || isIpV4.test(found) ? found : masked))
    .split(' ')
    .filter(Boolean);
  const bare = tokens.map((token) => around.exec(token)?.[1] ?? token);
  const isKept = (word: string): boolean => {
    const lower = word.toLowerCase();
    if (known.includes(lower.replace(/\.$/, ''))) return true;
    if (lower.length > 2 && sent.has(lower)) return false;
    return aboutOutcome.some((form) => form.test(word)) || ofServices.has(lower);
  };
  const isCapital = (at: number): boolean => /^\p{Lu}\p{Ll}/u.test(bare[at] ?? '');
  const isInName = (word: string, at: number): boolean =>
    isCapital(at) && !ofServices.has(word.toLowerCase()) && (isCapital(at - 1) || isCapital(at + 1));
  return tokens
    .map((token, at) => {
      const word = bare[at] ?? token;
      return isKept(word) && !isInName(word, at) ? token : masked;
    })
    .join(' ');
}
