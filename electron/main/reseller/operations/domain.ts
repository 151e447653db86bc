import { decodeHTMLStrict } from 'entities/decode';
import type { LockState } from '#shared/changes/parts.ts';
import type { SyncAnswer } from '#shared/domain/change.ts';
import { canExpireOn, instantIn } from '#shared/domain/expiry.ts';
import { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import { flagIn, isObject, type Json, type JsonObject, member, parseJson, textOf } from '../json.ts';
import { sanitize } from '../mask.ts';
import { domainCall, type DomainInput, type Operation, success, unclear } from '../operation.ts';
import { plainWords, saysDone } from '../refusals.ts';

export interface Lock {
  readonly state: LockState;
}

interface LockUpdate extends DomainInput {
  readonly state: LockState;
}

/** Source: Domain Reseller API v2.2, "Registrar lock". */
export const readLock: Operation<DomainInput, Lock, 'read'> = {
  name: 'readLock',
  effect: 'read',
  answers: 'open',
  documented: { text: /^(locked|unlocked)$/, called: 'locked or unlocked' },
  ask: ({ domain }) => domainCall(domain, ['lock'], null),
  judge(body) {
    const state = stateIn(body);
    return state === null ? unclear() : success({ state });
  },
};

/**
 * Sets the lock. Only the two documented words are ever sent: any other value is known to *unlock* silently.
 *
 * Unknown: the body of the answer. An empty one proves nothing, so the lock is read back.
 */
export const writeLock: Operation<LockUpdate, object, 'write'> = {
  name: 'writeLock',
  effect: 'write',
  answers: 'outcome',
  documented: null,
  ask: ({ domain, state }) =>
    stateIn(state) === state
      ? domainCall(domain, ['lock'], [['lockstatus', state]])
      : invalidInput('state', 'A lock is set to “locked” or “unlocked”'),
  judge(body, { state }) {
    if (typeof body === 'string' && stateIn(body) === state) return success({});
    return saysDone(body);
  },
};

function stateIn(body: Json): LockState | null {
  const word = isObject(body) ? textOf(body, 'lockstatus') : body;
  if (typeof word !== 'string') return null;
  const state = word.trim().toLowerCase();
  return state === 'locked' || state === 'unlocked' ? state : null;
}

/** A transfer code, or the statement that it was e-mailed to the registrant. A refusal is a failure, not an answer. */
export type EppAnswer =
  { readonly kind: 'code'; readonly code: Secret } | { readonly kind: 'emailed-to-registrant' };

/**
 * Fetches the transfer code: once for each request of the user, because at some registries each request creates a new
 * code.
 *
 * Unknown: the shape of the answer, and what a code looks like.
 * Assumed: `{eppcode}`, or a bare string; a success alone means that it was e-mailed. A success next to anything that may be a
 * code under another name is unclear, so that nobody waits for a mail that never comes. HTML entities are decoded, once.
 * Careful: a text that may be something else than a code is unclear (H21). A wrong code fails weeks later at another registrar,
 * and the next request may make another one.
 * Source: Domain Reseller API v2.2, "Operations whose shapes are not given"; field notes, "EPP code".
 */
export const readEppCode: Operation<DomainInput, EppAnswer, 'read-once'> = {
  name: 'readEppCode',
  effect: 'read-once',
  answers: 'secret',
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['eppcode'], null),
  judge(body, { domain }) {
    const given = isObject(body) ? member(body, 'eppcode') : body;
    const text = codeText(given).trim();
    if (saysEmailed(text)) return success({ kind: 'emailed-to-registrant' });
    // What was encoded is decoded first: a blank may stand in it as an entity.
    const code = decodeHTMLStrict(text).trim();
    if (unseen.test(code)) return unclear('unsafe-text');
    if (isCode(code, domain)) return success({ kind: 'code', code: new Secret(code) });
    return isDone(body) && isAlone(body, domain) ? success({ kind: 'emailed-to-registrant' }) : unclear();
  },
};

/** A number only where its digits are those of the answer: larger ones, and fractions, lose some when JSON is parsed. */
function codeText(given: Json | undefined): string {
  if (typeof given === 'number') return Number.isSafeInteger(given) && given >= 0 ? String(given) : '';
  return typeof given === 'string' ? given : '';
}

/** Characters that nobody sees in a code, and U+FFFD, which stands for one that could not be decoded. White space is judged apart. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800\uFFFD]/u;

const longestCode = 255;

/** Whether a text can be a transfer code and nothing else. */
function isCode(text: string, domain: string): boolean {
  if (text === '' || text.length > longestCode || /\s/.test(text) || !/[\p{L}\p{N}]/u.test(text))
    return false;
  const word = text.toLowerCase();
  return !isNone(word) && word !== domain.toLowerCase() && !other.test(text) && !isJsonText(text);
}

/** Words in place of a code, without what separates or ends them: “N/A”, “[none]”, “not_available”. */
const isNone = (word: string): boolean => noneWords.has(word.replace(/[^\p{L}\p{N}]/gu, ''));

/**
 * What services write where there is no code, in the languages of the field. Closed: of a word that is not here nobody can say
 * that it is no code.
 */
const noneWords: ReadonlySet<string> = new Set(
  `na none null nil no nan false true yes undefined unknown empty blank void zero 0 00 000 0000
  unavailable notavailable notfound notset notsupported unsupported nocode notapplicable notrequired noeppcode noauthcode
  unauthorized unauthorised forbidden denied accessdenied notallowed disabled locked pending processing requested expired
  error err failed failure fail invalid exception timeout timedout ok success done sent hidden masked redacted encrypted
  code eppcode authcode authinfo epp password string object array xxx xxxx xxxxx xxxxxx xxxxxxx xxxxxxxx
  kein keine keiner keines leer fehler unbekannt nichtverfügbar nichtvorhanden ungültig aucun aucune vide indisponible inconnu erreur
  ninguno ninguna nulo vacío nodisponible desconocido nessuno nessuna vuoto nondisponibile errore geen leeg onbekend nietbeschikbaar
  fout nenhum nenhuma vazio indisponível indisponivel brak nieznany niedostępny žádný neznámý yok hata ingen inget saknas tom
  нет неизвестно недоступно ошибка なし 無 无 没有 없음`.split(/\s+/),
);

/**
 * Markup, an e-mail address or a web address. A code may have `<`, `>` and `@` in it: only what begins as an element or has the
 * end of one is markup.
 */
const other =
  /^<[a-z!?][^>]*>|<\/[a-z][a-z0-9]*\s*>|<(?:br|hr|p|img|span|div)\s*\/?>|<!\[CDATA\[|\]\]>|<!--|<\?(?:xml|php)|^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[a-z]{2,}$|^[a-z]+:\/\//i;

/** JSON in a text, also one that was cut. */
const isJsonText = (text: string): boolean =>
  /^[[{]["'[{]/.test(text) || (/^["[{]/.test(text) && parseJson(text).ok);

/** A sentence that says that the code was sent by e-mail. Anything in it that may take that back makes it unclear. */
const saysEmailed = (text: string): boolean =>
  /^e-?mailed\.?$/i.test(text) ||
  (/\b(?:has been|have been|was|were) (?:\w+ ){0,2}(?:sent|e-?mailed|mailed)\b/i.test(text) &&
    /\be-?mail/i.test(text) &&
    !/\b(?:not|no|never|cannot|unable|fail\w*|error\w*|if|unless|until|after|once|when|will|must|should|please|contact support|\w+n[’']t)\b/i.test(
      text,
    ));

const isDone = (body: Json): boolean => saysDone(body).kind === 'success';

/** Whether the success comes only with status words and the domain, and with nothing that could be a code. */
const isAlone = (body: Json, domain: string): boolean =>
  !isObject(body) ||
  Object.entries(body).every(
    ([name, value]) =>
      isNothing(value) ||
      value === domain ||
      name === 'success' ||
      name === 'status' ||
      (name === 'message' && typeof value === 'string' && saysNoMore(value, domain)),
  );

const isNothing = (value: Json): boolean => value === null || value === '' || value === false;

function saysNoMore(message: string, domain: string): boolean {
  const said = sanitize(message, []);
  return /^(success|ok|done|sent)$/i.test(said) || plainWords(said, [domain]) === said;
}

/**
 * Asks the service to compare the domain with the registry.
 *
 * Unknown: purpose, effects and shapes; so it is treated as a change and never used for repairs.
 * Assumed: any subset of `{active, expirydate, expired, transferredAway}` (field notes, "Sync").
 */
export const sync: Operation<DomainInput, SyncAnswer, 'write'> = {
  name: 'sync',
  effect: 'write',
  answers: 'outcome',
  reportsOnDomain: true,
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['sync'], []),
  judge(body) {
    const syncAnswer = isObject(body) ? syncAnswerIn(body) : noSyncAnswer;
    const done = saysDone(body);
    if (done.kind === 'refusal') return done;
    return done.kind === 'success' || Object.values(syncAnswer).some((value) => value !== null)
      ? success(syncAnswer)
      : unclear();
  },
};

const noSyncAnswer: SyncAnswer = { active: null, expired: null, transferredAway: null, expiresOn: null };

const syncAnswerIn = (body: JsonObject): SyncAnswer => ({
  active: flagIn(member(body, 'active')),
  expired: flagIn(member(body, 'expired')),
  transferredAway: flagIn(member(body, 'transferredAway')),
  expiresOn: dayAtStartOf(textOf(body, 'expirydate')),
  ...cancelledIn(member(body, 'cancelled') ?? member(body, 'canceled')),
});

/** Left out where it is not said. */
function cancelledIn(value: Json | undefined): Pick<SyncAnswer, 'cancelled'> {
  const cancelled = flagIn(value);
  return cancelled === null ? {} : { cancelled };
}

/**
 * The date at the start of a text, if a domain can expire on it. Services write 1970-01-01 and dates that the calendar does not have
 * where they know none (H24).
 */
function dayAtStartOf(text: string): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(text.trim())?.[0] ?? '';
  return instantIn(day) !== null && canExpireOn(day) ? day : null;
}
