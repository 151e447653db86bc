import { isArray, isObject, type Json } from './json.ts';

/** What an answer to a write says, wherever it says it. */
export interface Signs {
  /** What says yes and what says no: the flag, or the words. */
  readonly yes: readonly Sign[];
  readonly no: readonly Sign[];
  /** The service may still do it. */
  readonly isPending: boolean;
  /** The service, or a system behind it, does not know the outcome. */
  readonly isTrouble: boolean;
}

export interface Sign {
  /** Out of the closed lists of this module: never a value of the answer. */
  readonly word: string;
  /** The text in which it stands, as it came; empty for a flag. */
  readonly text: string;
}

interface Reading {
  /** Takes out of a text what was sent, because an answer may repeat that and it may contain any word. */
  readonly silence: (text: string) => string;
  /** Flags and words about the domain's own state say nothing about the call; errors and success flags still do. */
  readonly reportsOnDomain: boolean;
}

/**
 * Collects all that says yes, no, pending or trouble in an answer: one pass over every member at every depth. A false sign costs a
 * read or a question to a person; a missed one costs a lapsed domain or a second payment (G1, G5).
 */
export function signsOf(body: Json, reading: Reading): Signs {
  const found = { yes: [] as Sign[], no: [] as Sign[], isPending: false, isTrouble: false };
  collect(body, '', { ...reading, found });
  return found;
}

interface Collecting extends Reading {
  readonly found: { yes: Sign[]; no: Sign[]; isPending: boolean; isTrouble: boolean };
}

/** @param name The member's own name as separate words in lower case; a list's entries have the list's. */
function collect(value: Json, name: string, to: Collecting): void {
  judgeMember(name, value, to);
  if (isArray(value)) for (const each of value) collect(each, name, to);
  else if (isObject(value))
    for (const [inner, each] of Object.entries(value)) collect(each, nameOf(inner, name), to);
  else if (typeof value === 'string') judgeText(value, name, to);
}

/** `orderId`, `order_id` and `{"order":{"id":…}}` are all `order id`. */
function nameOf(inner: string, outer: string): string {
  const name = asWords(inner).toLowerCase();
  return partOfOrder.test(name) && order.test(outer) ? `${outer} ${name}` : name;
}

/** A name or a code as separate words: `NotEnoughCredits`, `RENEWAL_FAILED`. */
const asWords = (text: string): string =>
  text
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/[_-]+/g, ' ')
    .trim();

function judgeMember(name: string, value: Json, { found, reportsOnDomain }: Collecting): void {
  if (name === '') return;
  const problem = reportsOnDomain && stateOfDomain.test(name) ? undefined : problemName.exec(name)?.[0];
  if (problem !== undefined) {
    if (!isNothing(value)) found.no.push(flag(problem, value));
    return;
  }
  const success = momentName.test(name) ? undefined : yesWords.exec(name)?.[0];
  if (success !== undefined) judgeFlag(success, value, isNo(value) || isEmptyList(value), found);
  else if (!reportsOnDomain) judgeState(name, value, found);
}

function judgeState(name: string, value: Json, found: Collecting['found']): void {
  if (state.test(name)) judgeFlag(name, value, value !== null && isNo(value), found);
  else if (order.test(name)) judgeFlag(name, value, isNo(value), found, isContent);
  if (pending.test(name) && isContent(value)) found.isPending = true;
  judgeCode(name, value, found);
}

function judgeFlag(
  name: string,
  value: Json,
  saysNo: boolean,
  { yes, no }: Collecting['found'],
  saysYes = isYes,
): void {
  if (saysNo) no.push(flag(name, value));
  else if (saysYes(value)) yes.push(flag(name, value));
}

/** Numbers of HTTP and of EPP (RFC 5730, section 3). A bare 0 under `code` says nothing: services write it for both. */
function judgeCode(name: string, value: Json, { yes, no }: Collecting['found']): void {
  const number = code.test(name) ? numberOf(value) : null;
  if (number === null) return;
  if ((number >= 200 && number < 300) || number === 1_000) yes.push(flag(name, number));
  if (number < 0 || (number >= 400 && number < 600) || (number >= 2_000 && number < 3_000))
    no.push(flag(name, number));
}

/** The texts that are the service's own words where the rest of the answer reports on the domain. */
const ownWords = /^(message|msg|reason|detail|description|info|note)s?$/;

function judgeText(text: string, name: string, { found, silence, reportsOnDomain }: Collecting): void {
  const doubt = doubtInWords(silence(text));
  if (doubt === 'pending') found.isPending = true;
  if (doubt === 'trouble') found.isTrouble = true;
  const mayBeState = reportsOnDomain && name !== '' && !ownWords.test(name) && !problemName.test(name);
  const words = asWords(silence(text));
  const no = (mayBeState ? failedWords : noWords).exec(words)?.[0];
  const yes = (mayBeState ? succeededWords : yesWords).exec(words.replace(negatedYes, ' '))?.[0];
  if (no !== undefined) found.no.push({ word: no.toLowerCase(), text });
  if (yes !== undefined) found.yes.push({ word: yes.toLowerCase(), text });
}

const flag = (name: string, value: Json): Sign => ({
  word: typeof value === 'object' && value !== null ? name : `${name}: ${shownFlag(value)}`,
  text: '',
});

/** Flags and numbers only: any other text may be personal, and is judged as text. */
const shownFlag = (value: Json): string => {
  const shown = typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
  if (shown === '') return '“”';
  return shown.length <= 5 && /^(-?\d+|true|false|null|yes|no|on|off|y|n|f|t)$/.test(shown) ? shown : '…';
};

/**
 * Nothing under a name of a problem. An empty list is how PHP writes no errors. An empty *object* is a problem: PHP writes it for
 * an exception that it cannot serialise.
 */
const isNothing = (value: Json): boolean => isEmptyList(value) || (!isObject(value) && isNo(value));

const isEmptyList = (value: Json): boolean => isArray(value) && value.length === 0;

/** PHP's spellings of no, as a flag or as a number that is not one. */
function isNo(value: Json): boolean {
  if (typeof value === 'object') return value === null;
  if (typeof value !== 'string') return value === false || Number(value) <= 0;
  const word = value.trim().toLowerCase();
  return ['', 'false', 'no', 'n', 'f', 'off', 'null', 'nil', 'none'].includes(word) || Number(word) <= 0;
}

const isYes = (value: Json): boolean =>
  value === true ||
  numberOf(value) === 1 ||
  (typeof value === 'string' && ['true', 'yes', 'y', 't', 'on'].includes(value.trim().toLowerCase()));

/** An id, or anything else that an order can be known by. */
const isContent = (value: Json): boolean =>
  (typeof value === 'string' || typeof value === 'number' || value === true) && !isNo(value);

function numberOf(value: Json): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : null;
}

/** A pattern of whole words. `\b` knows no letters beyond ASCII. */
const anyOf = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');

const failing = [
  'err(?:or\\p{L}*)?\\d*',
  ...['fail\\p{L}*', 'fault\\p{L}*', 'problem\\p{L}*', 'exception\\p{L}*', 'fatal', 'unsuccess\\p{L}*'],
  ...['insufficient\\p{L}*', 'incorrect', 'invalid\\p{L}*', 'illegal', 'wrong', 'bad', 'missing', 'unpaid'],
  ...['den(?:y|ied|ies)', 'declin\\p{L}*', 'refus\\p{L}*', 'reject\\p{L}*', 'forbidden', 'prohibit\\p{L}*'],
  ...[
    'cancel\\p{L}*',
    'abort\\p{L}*',
    'revers(?:ed|al)',
    'refund\\p{L}*',
    'rolled back',
    'skipp?ed',
    'void(?:ed)?',
  ],
  ...[
    'unable',
    'cannot',
    'not',
    'unknown',
    'unsupported',
    'unavailable',
    'unauthori[sz]ed',
    'disallow\\p{L}*',
  ],
  ...['exceed\\p{L}*', 'overdue', 'suspend\\p{L}*', 'block(?:ed)?', 'ignored', 'impossible', 'inactive'],
];

/** A flag of a domain that a sync reports on. Source: WHMCS developer documentation, "Domain synchronisation". */
const stateOfDomain = /^cancell?ed$/;

/** Names of members under which anything but {@link isNothing} is a no. */
const problemName = anyOf(...failing);

/** Words of a no. Also those of languages of the field: none of them may be taken for a part of a yes. */
const noWords = anyOf(
  ...failing,
  ...['no', 'nor', 'none', 'never', 'nothing', 'neither', 'without', 'un', 'non', 'nok', 'ko', 'false'],
  ...[
    "\\p{L}+n[’']t",
    'cant',
    'wont',
    'didnt',
    'too (?:low|little|few|small)',
    'low',
    'lack\\p{L}*',
    'stopped',
  ],
  ...['nicht', 'kein\\p{L}*', 'fehl\\p{L}*', 'abgelehnt', 'erreur', 'échec', 'échoué', 'pas', 'refusé'],
  ...['errore', 'fall[oó]', 'rechazad[oa]', 'niet', 'fout', 'mislukt', 'ошибк\\p{L}*', 'не'],
);

const yes = [
  ...['success(?:ful|fully)?', 'succeed(?:s|ed)?', 'done', 'ok', 'okay', 'complete[ds]?', 'finished'],
  ...[
    'renewed',
    'registered',
    'extended',
    'ordered',
    'placed',
    'accepted',
    'approved',
    'processed',
    'executed',
  ],
  ...[
    'performed',
    'applied',
    'updated',
    'modified',
    'changed',
    'saved',
    'stored',
    'created',
    'added',
    'deleted',
  ],
  ...['removed', 'activated', 'paid', 'charged', 'billed', 'debited', 'deducted', 'invoiced', 'confirmed'],
  ...['submitted', 'received', 'issued', 'thanks', 'thank you', 'congratulations', 'fulfilled', 'granted'],
  ...[
    'erfolgreich',
    'verlängert',
    'registriert',
    'réussie?',
    'succès',
    'renouvelée?',
    'éxito',
    'renovad[oa]',
  ],
];
const yesWords = anyOf(...yes);

/** No domain's own state, which may be `inactive` or `ok`, says that something failed or succeeded: the call did. */
const failedWords = anyOf('fail\\p{L}*', 'err(?:or\\p{L}*)?\\d*');
const succeededWords = anyOf('success(?:ful|fully)?', 'succeed(?:s|ed)?');

/** A word of a yes that a word right before it takes back: “not registered”, “could not be renewed”, “must be paid”. */
const negatedYes = new RegExp(
  `(?<!\\p{L})(?:not|never|cannot|\\p{L}+n[’']t|to|must|should|nicht|pas)(?: (?:yet|be|been|being|correctly|properly|successfully|fully|have)){0,3} ${yesWords.source}`,
  'giu',
);

/** `created at: null` says nothing of the call. */
const momentName = / (at|on|by|date|time)$/;
const state = /^(status|state|result|outcome|response|return|retval)$/;
const code = /^((http|status|result|response|return|reply) ?)?(code|status|state|result|outcome)$/;
const order =
  /^(\p{L}+ )?(order|invoice|transaction|trans|txn|payment|charge|receipt)s?( ?(id|no|nr|num|number|ref|reference)s?)?$/u;
const partOfOrder = /^(id|no|nr|num|number|ref|reference)$/;

const pending =
  /pending|in progress|\bqueue|awaiting|scheduled|\bmanual|(under|in) review|(being|still|currently|will be) process|\b(approval|verification|confirmation)\b.{0,20}\b(required|needed|sent)|\b(requires?|needs|waiting for)\b.{0,20}\b(approval|verification|confirmation)/i;

/**
 * Words that suggest that the service itself, or a system behind it, does not know the outcome of a write. The service
 * is a thin proxy to a registry, and the registry may have done it.
 */
const trouble: readonly RegExp[] = [
  /time[sd]?[\s_-]?out|deadline|took too long|no (response|answer|reply)|not (respond|answer)/i,
  /\bcurl\b|connect|communicat|socket|\bssl\b|\btls\b|handshake|network|unreachable|\breach|resolve|reset by|broken pipe|session/i,
  /gateway|proxy|upstream|backend/i,
  /internal|server error|temporar|(service|server|registry|registrar|system|api) (is )?(currently )?(not available|unavailable|down|clos)/i,
  /maintenance|overload|\bbusy\b|exception|fatal|stack|unexpected|unknown error|crash|undefined|\bclass\b|abort|interrupt/i,
  /database|\bsql|deadlock|access denied for user|no such file|\bfile\b|\bstream\b/i,
  /\brespons(e|es)\b|responded|\breply\b|malformed|\bpars(e|ing)\b|\bxml\b|\bjson\b|decode/i,
  /\bagain\b|\bretry|\blater\b/i,
  /\balready\b/i,
  /\b(http|status|error|code)\b\D{0,10}5\d\d\b|\b(epp|code|error|result)\b\D{0,10}(2400|250[0-2])\b/i,
];

/** Why `words` make a refusal or a success unreliable; null if they do not. F2. */
export function doubtInWords(words: string): 'pending' | 'trouble' | null {
  if (pending.test(words)) return 'pending';
  return trouble.some((pattern) => pattern.test(words)) ? 'trouble' : null;
}
