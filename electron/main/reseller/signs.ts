import { isArray, isObject, type Json, type JsonObject } from './json.ts';

/** What an answer to a write says, wherever it says it. */
export interface Signs {
  /** What says yes and what says no: the flag, or the words. */
  readonly yes: readonly Sign[];
  readonly no: readonly Sign[];
  /** Something stands in it that is not known to be silent beside a yes: a text, a name, a flag or a number (H1). */
  readonly isStrange: boolean;
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

/** What an answer may repeat. */
export interface Sent {
  /** Takes out of a text the names and secrets that were sent, because those may contain any word. */
  readonly silence: (text: string) => string;
  /** The names of all members of the form, as separate words in lower case. */
  readonly names: ReadonlySet<string>;
  /** All values of the form and the parts of the path and of the domain's name, in lower case. */
  readonly values: ReadonlySet<string>;
  /** Those that are no secrets. */
  readonly words: ReadonlySet<string>;
  /** The day before the answer, UTC, as in `2026-11-27`: no domain that was renewed expires before it. */
  readonly yesterday: string;
}

interface Reading {
  readonly sent: Sent;
  /** Flags and words about the domain's own state say nothing about the call; errors and success flags still do. */
  readonly reportsOnDomain: boolean;
}

/**
 * Collects all that says yes, no, pending or trouble in an answer, and what nobody knows: one pass over every member at every depth.
 * A false sign costs a read or a question to a person; a missed one costs a lapsed domain or a second payment (G1, G5, H1).
 */
export function signsOf(body: Json, reading: Reading): Signs {
  const found: Found = { yes: [], no: [], isStrange: false, isPending: false, isTrouble: false };
  collect(body, '', { ...reading, found });
  return found;
}

type Found = {
  -readonly [Name in keyof Signs]: Signs[Name] extends readonly Sign[] ? Sign[] : boolean;
};

interface Collecting extends Reading {
  readonly found: Found;
}

/** @param name The member's own name as separate words in lower case; a list's entries have the list's. */
function collect(value: Json, name: string, to: Collecting): void {
  judgeMember(name, value, to);
  if (typeof value === 'string') judgeText(value, name, to);
  if (isArray(value)) for (const each of value) collect(each, name, to);
  else if (isObject(value)) {
    if (!to.reportsOnDomain && isUnchanged(value)) to.found.no.push({ word: 'unchanged', text: '' });
    for (const [inner, each] of Object.entries(value)) collect(each, nameOf(inner, name), to);
  }
}

/** `orderId`, `order_id` and `{"order":{"id":…}}` are all `order id`. */
function nameOf(inner: string, outer: string): string {
  const name = nameWords(inner);
  return partOfOrder.test(name) && order.test(outer) ? `${outer} ${name}` : name;
}

/** A name or a code as separate words: `NotEnoughCredits`, `RENEWAL_FAILED`. */
const asWords = (text: string): string =>
  text
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/[_-]+/g, ' ')
    .trim();

/** The same in lower case. */
export const nameWords = (name: string): string => asWords(name).toLowerCase();

function judgeMember(name: string, value: Json, to: Collecting): void {
  const { found, sent, reportsOnDomain } = to;
  const problem = (reportsOnDomain ? problemOfCall : problemName).exec(name)?.[0];
  if (problem !== undefined) {
    if (!isNothing(value)) found.no.push(flag(problem, value));
    return;
  }
  judgeClaim(name, value, to);
  found.isStrange ||= !reportsOnDomain && !isSilent(name, value, sent);
}

function judgeClaim(name: string, value: Json, { found, reportsOnDomain }: Collecting): void {
  const success = momentName.test(name) ? undefined : yesWords.exec(name)?.[0];
  if (success !== undefined) judgeFlag(success, value, isNo(value) || isEmptyList(value), found);
  else if (!reportsOnDomain && name !== '') judgeState(name, value, found);
}

function judgeState(name: string, value: Json, found: Found): void {
  if (state.test(name)) judgeFlag(name, value, value !== null && isNo(value), found);
  else if (order.test(name)) judgeFlag(name, value, isNo(value), found, isContent);
  if (pending.test(name) && isContent(value)) found.isPending = true;
  judgeCode(name, value, found);
}

function judgeFlag(name: string, value: Json, saysNo: boolean, { yes, no }: Found, saysYes = isYes): void {
  if (saysNo) no.push(flag(name, value));
  else if (saysYes(value)) yes.push(flag(name, value));
}

/** Numbers of HTTP and of EPP (RFC 5730, section 3). A bare 0 under `code` says nothing: services write it for both. */
function judgeCode(name: string, value: Json, { yes, no }: Found): void {
  const number = code.test(name) ? numberOf(value) : null;
  if (number === null) return;
  if (isCodeOfYes(number)) yes.push(flag(name, number));
  if (number < 0 || (number >= 400 && number < 600) || (number >= 2_000 && number < 3_000))
    no.push(flag(name, number));
}

const isCodeOfYes = (number: number): boolean => (number >= 200 && number < 300) || number === 1_000;

/** The texts that are the service's own words where the rest of the answer reports on the domain. */
const ownWords = /^((message|msg|reason|detail|description|info|note)s?)?$/;

function judgeText(text: string, name: string, { found, sent, reportsOnDomain }: Collecting): void {
  const silent = sent.silence(text);
  const doubt = doubtInWords(silent);
  found.isPending ||= doubt === 'pending';
  found.isTrouble ||= doubt === 'trouble';
  const { no, yes } = reportsOnDomain ? wordsOfReport(name) : wordsOfCall;
  const words = nameWords(silent);
  const sign = (word: string): Sign => ({ word, text });
  found.no.push(...(no.exec(words) ?? []).map(sign));
  found.yes.push(...(yes.exec(words.replace(negatedYes, ' ')) ?? []).map(sign));
  if (
    reportsOnDomain &&
    ownWords.test(name) &&
    !isKnownText(text.toLowerCase().replace(stateWords, ' '), sent)
  )
    found.isStrange = true;
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
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
}

/** The entries of a list, in which `_` stands for a blank. */
const listed = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.trim().split(/\s+/)).map((entry) => entry.replaceAll('_', ' '));

/** A pattern of whole words, for texts in lower case. `\b` knows no letters beyond ASCII, and Chinese has no blanks. */
const anyOf = (entries: readonly string[], flags = 'u'): RegExp => {
  const isChinese = (entry: string): boolean => /^\p{Script=Han}/u.test(entry);
  const longestFirst = entries.toSorted((a, b) => b.length - a.length);
  const chinese = longestFirst.filter(isChinese);
  const others = `(?<!\\p{L})(?:${longestFirst.filter((entry) => !isChinese(entry)).join('|')})(?!\\p{L})`;
  return new RegExp(`(?:${[others, ...chinese].join('|')})`, flags);
};

/** What says that the call failed. */
const failing = listed(
  `err(?:or\\p{L}*)?\\d* fail\\p{L}* fault\\p{L}* problem\\p{L}* exception\\p{L}* fatal unsuccess\\p{L}*
  insufficient\\p{L}* incorrect invalid\\p{L}* illegal wrong bad missing den(?:y|ied|ies) declin\\p{L}* refus\\p{L}*
  reject\\p{L}* forbidden prohibit\\p{L}* abort\\p{L}* skipp?ed unable cannot not unknown unsupported unauthori[sz]ed
  disallow\\p{L}* exceed\\p{L}* ignored impossible`,
);

/** The same of an order, or a state that a domain may be in. */
const undone = listed(
  `cancel\\p{L}* revers(?:ed|al) refund\\p{L}* rolled_back void(?:ed)? unpaid unavailable overdue suspend\\p{L}* block(?:ed)?
  inactive`,
);

/** Names of members under which anything but {@link isNothing} is a no: also `errno`, `dryRun`, `simulated`. */
const beginning = ['(?:err|test|dry|sim|demo)[\\p{L}\\d]*'];
const problemOfCall = anyOf([...failing, ...beginning]);
const problemName = anyOf([...failing, ...undone, ...beginning]);

const ofYes = listed(
  `success(?:ful|fully)? succeed(?:s|ed)? done ok okay complete[ds]? finished renewed registered extended ordered placed accepted
  approved processed executed performed applied updated modified changed saved stored created added deleted removed activated paid
  charged billed debited deducted invoiced confirmed submitted received issued thanks thank_you congratulations fulfilled granted`,
  `erfolg erfolgreich verlängert erneuert registriert aktualisiert geändert gespeichert ausgeführt durchgeführt abgeschlossen
  erstellt bestellt bezahlt abgebucht erledigt danke`,
  `succès réussie?s? renouvelée?s? prolongée?s? enregistrée?s? effectuée?s? modifiée?s? mise?s?_à_jour créée?s? terminée?s? payée?s?
  débitée?s? acceptée?s? validée?s? confirmée?s? merci`,
  `éxito exitosamente correctamente renovad[oa]s? registrad[oa]s? actualizad[oa]s? modificad[oa]s? cread[oa]s? completad[oa]s?
  realizad[oa]s? pagad[oa]s? aceptad[oa]s? confirmad[oa]s? gracias`,
  `successo correttamente rinnovat[oaie] prolungat[oaie] registrat[oaie] aggiornat[oaie] modificat[oaie] creat[oaie] completat[oaie]
  eseguit[oaie] pagat[oaie] accettat[oaie] confermat[oaie] grazie`,
  `succes succesvol gelukt verlengd geregistreerd bijgewerkt gewijzigd opgeslagen aangemaakt voltooid uitgevoerd betaald bedankt`,
  `sukces(?:em)? pomyślnie odnowion[aoey] przedłużon[aoey] zarejestrowan[aoey] zaktualizowan[aoey] zmienion[aoey] zapisan[aoey]
  utworzon[aoey] zakończon[aoey] zrealizowan[aoey] opłacon[aoey] dziękujemy`,
  `sucesso registad[oa]s? atualizad[oa]s? alterad[oa]s? criad[oa]s? concluíd[oa]s? efetuad[oa]s? obrigad[oa]`,
  `başarıyla başarılı yenilendi uzatıldı kaydedildi güncellendi değiştirildi oluşturuldu tamamlandı alındı ödendi teşekkürler`,
  `успешно успех продл[её]н[аоы]? зарегистрирован[аоы]? обновл[её]н[аоы]? измен[её]н[аоы]? сохран[её]н[аоы]? создан[аоы]?
  выполнен[аоы]? заверш[её]н[аоы]? оплачен[аоы]? принят[аоы]? спасибо`,
  '成功 完成 已续费 已续期 已注册 已更新 谢谢',
);
const yesWords = anyOf(ofYes);

/**
 * What stands beside the words of a yes and takes none of them back. No word of time or of a condition is among them (“registered
 * until paid”), none that asks for something, and none that is a prefix in another language.
 */
const besides = listed(
  `domain domains name names order orders transaction renewal renewals registration extension request command operation
  action account contact contacts details information nameserver nameservers name_servers? hosts? records? registrar_lock lock
  status active period year years date expiry expiration next_due_date now_expires id number reference settings changes
  credits?_(?:(?:was|were|has_been)_)?(?:charged|debited|deducted|used) (?:new|remaining|current)_(?:balance|credits?) payment_(?:(?:was|has_been)_)?(?:received|accepted|completed|confirmed)
  invoice[\\s#:№]*(?:(?:was|has_been|is)_)?paid
  for_your_payment you_have_been the an? this your our it is are was were has have been now all for of and with new`,
  `die der das ein eine ihre? ihr ist sind wurden? worden hat haben für und um nun jetzt neues? vielen_dank domainname bestellung
  auftrag verlängerung registrierung ablaufdatum kontaktdaten vorgang`,
  `le la les l d du des une votre vos ce cette est a_été ont_été avec pour et domaine domaines nom commande opération
  renouvellement enregistrement nouvelle coordonnées`,
  `el los su sus tu del? una ha han sido se fue fueron con para y dominio dominios nombre pedido operación renovación registro
  fecha vencimiento nueva`,
  `il lo di della tuo suo è stat[oa] sono per e ordine operazione rinnovo registrazione data scadenza nuova`,
  `het een uw je voor met en van domein domeinnaam domeinen bestelling verlenging registratie vervaldatum nieuwe`,
  `domena domeny domenę twoja został[ao]? zostały jest na z i dla zamówienie operacja odnowienie rejestracja ważności nowa`,
  `o os seu sua da foi foram com domínio domínios operação renovação registo validade`,
  `alan_adı alan_adınız siparişiniz sipariş işlem işleminiz yenileme kayıt yeni bitiş tarihi için ile ve`,
  `домен домена домены имя ваш ваша ваше был была было на и для заказ операция продление регистрация дата окончания новая`,
  '域名 您的 续费 续订 续期 注册 订单 操作 更新 新到期日 到期日期 到期日 到期时间 为 的 已 了',
);
const silentWords = anyOf([...ofYes, ...besides], 'gu');

/** What an answer that reports on the domain may say of it besides. */
const ofStates = listed(
  `domain domains? active expired expires inactive transferred away cancelled suspended locked unlocked registered available
  redemption grace pending hold registry registrar sync synced synchroni[sz]ed unchanged up_to_date at in from to on`,
);
const stateWords = anyOf(ofStates, 'gu');

/** Words that are a yes to one operation alone, and the loss of the domain beside that of another. */
const ofDeletion = anyOf(listed('deleted removed'));

/** “Complete the payment” demands. “Un-successful”, `de_activated` and `DeActivated` begin with a word of another language. */
const demand = /(?<!\p{L})complete(?=\s+\p{L})/iu;
const prefixed =
  /(?<!\p{L})(?:\p{L}{1,3}[-_]\p{L}|(?:[Uu]n|[Dd]e|[Dd]is|[Ii]n|[Mm]is|[Nn]on)(?=\p{Lu}\p{Ll}))/u;

const currency =
  '(?:AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|[$€£¥₽₺₹])';
const day = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}\u5E74\d{1,2}\u6708\d{1,2}\u65E5`;
const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}';
const time = String.raw`(?:(?:T|,?\s+(?:at\s+)?)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d|[ap]m))?)?`;
const towards =
  "(?:(?:valid|until|till|to|through|from|on|by|at|bis|zum|am|jusqu[’']?|au|le|hasta|el|al|fino|tot|op|do|dnia|até|до|с|至|到|于)\\s*){0,3}";
const dates = new RegExp(
  String.raw`(?<!\p{L})${towards}(?<![\d.-])(?:${day}|\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?${month},?\s+\d{4}|${month}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})${time}(?![\d-])(?:\s*tarihine(?:\s+kadar)?|\s*\u0433\.)?`,
  'giu',
);
const amounts = new RegExp(
  String.raw`(?<![\p{L}\d.,-])(?:${currency}\s?\d[\d.,]*|\d{1,3}(?:[.,\u2019 ]?\d{3})*[.,]\d\d(?:\s?${currency})?|\d+\s?${currency})(?![\p{L}\d])`,
  'gu',
);
const periods =
  /(?<![\d.,-])(\d{1,2})[\s-]?(?:years?|yrs?|jahre?|ans?|années?|años?|ann[oi]|jaar|jaren|rok|lata?|anos?|yıl|год[аы]?|лет|年)(?!\p{L})(?:\/?\(?s\)?(?!\p{L}))?/giu;
const ids =
  /([#№]|(?<!\p{L})(?:order|invoice|transaction|receipt|payment|reference|id|number|no|nr|bestellung|rechnung|auftrag|commande|facture|pedido|factura|ordine|fattura|bestelling|factuur|zamówienie|faktura|fatura|sipariş|заказ|сч[её]т)|订单|发票)([\s:#№.(]*)((?=[\p{L}-]*\d)[\p{L}\d-]+)/giu;
const signs = /^[\s.,:;!()[\]'’‘"“”„«»/#&*|•…–—=>。，：！（）、；-]*$/u;

/** Whether a text consists of nothing but what a yes may say: its words, and names, numbers, ids, dates and amounts (H1). */
function isKnownText(text: string, sent: Sent): boolean {
  if (text.length > 500) return false;
  const plain = sent
    .silence(text)
    .normalize('NFC')
    .replaceAll('[masked]', ' ')
    .replace(/<\/?(?:b|br|em|i|p|strong)\s*\/?>/gi, ' ');
  const named = plain.match(new RegExp(day, 'gu')) ?? [];
  if (named.length > 1 && new Set(named).size === 1) return false;
  if (demand.test(plain) || prefixed.test(plain)) return false;
  if (ofDeletion.test(plain.toLowerCase()) && !sent.values.has('delete')) return false;
  const words = plain
    .replace(dates, ' ')
    .replace(periods, (found, years: string) => (sent.values.has(years) ? ' ' : found))
    .replace(amounts, (found) => (/[1-9]/.test(found) ? ' ' : found))
    .replace(ids, (found, noun: string, between: string, id: string) =>
      isId(id) ? `${noun}${between}` : found,
    )
    .replace(/(?:(?<=^|\()(?:1000|200)|(?<![\d.,-])1(?=\s+(?:domain|order)))(?![\d.,-])/g, ' ')
    .replace(/(?<=\p{L})(?:\(s\)|['’]s(?!\p{L}))/gu, '');
  const unsent = nameWords(words).replace(/\p{L}+/gu, (word) => (sent.words.has(word) ? ' ' : word));
  return signs.test(unsent.replace(silentWords, ' '));
}

/** Digits with no word beside them: letters in a row are an abbreviation, a number to the base of 16, a known word, or many. */
const isId = (text: string): boolean =>
  /^[\w.:-]{1,64}$/.test(text) &&
  /[1-9]/.test(text) &&
  text
    .split(/[_.:-]/)
    .every(
      (part) =>
        !/[a-z]{4}/i.test(part) ||
        /^(?:[\da-f]+|(?=(?:\D*\d){3})\w{16,})$/i.test(part) ||
        part.toLowerCase().replace(silentWords, '') === '',
    );

/** `created at: null` says nothing of the call. */
const momentName = / (at|on|by|date|time)$/;
const state = /^(status|state|result|outcome|response|return|retval)$/;
const code = /^((http|status|result|response|return|reply) ?)?(code|status|state|result|outcome)$/;
const order =
  /^(\p{L}+ )?(order|invoice|transaction|trans|txn|payment|charge|receipt)s?( ?(id|no|nr|num|number|ref|reference)s?)?$/u;
const partOfOrder = /^(id|no|nr|num|number|ref|reference)$/;

/** Whether a member takes no yes back: it holds nothing, or what is known, under a name that is known. */
function isSilent(name: string, value: Json, sent: Sent): boolean {
  const isEmptyObject = isObject(value) && Object.keys(value).length === 0;
  if (value === null || value === '' || isEmptyList(value) || isEmptyObject) return true;
  if (!isKnownName(name) && !sent.names.has(name)) return false;
  if (typeof value === 'object' || value === true) return true;
  if (isNo(value)) return ofNothing.test(name);
  const number = numberOf(value);
  return number === null ? isKnownValue(name, String(value).trim(), sent) : isKnownNumber(name, number, sent);
}

/** A name may be several words as one, as PHP writes it. */
const isKnownName = (name: string): boolean => name.length <= 60 && knownName.test(name);
const knownName = new RegExp(
  `^(?:(?:${[
    ...listed(
      `domains? idn sld tld names? full order invoices? transaction trans txn payment receipt client user account reseller contacts?
      registrant products? service items? addons? ids? nr num number ref reference handle roid trid cl sv expiry expiration
      expires? ex exp date time stamp due_?date next renewal renew reg registration creation cr up modification last first start
      end valid new old previous current before after periods? terms? duration units? amount price cost total sub tax vat fee net
      gross charges? credits? balance currency code version api action command type operation method requests? ns nameservers?
      hosts? ip address lock locked status state results? outcome messages? msgs? text description desc details? info information
      notes? reason warnings? comment data response return reply http title more meta object is was has lang language`,
    ),
    ...ofYes,
  ].join('|')}| )+(?:at|on|until|to|from|no)?|id|no)?$`,
  'u',
);
/** Names under which false and 0 say nothing. */
const ofNothing =
  /(?:^(?:data|idn|locked|lock)|message|msg|info|notes?|warnings?|details?|desc|description|reason|comment|code|amount|price|cost|total|tax|vat|fee|net|gross|credits?|balance)$/;
const ofAmounts =
  /(?:amount|price|cost|total|tax|vat|fee|net|gross|charge[sd]?|paid|billed|debited|deducted|credits?|balance)$/;
const ofMoments = /(?:date|time|stamp|expiry|expiration|expires?| at| on|until| to| from)$/;
const ofPeriods = /(?:period|years?|terms?|duration)$/;
const ofIds = /(?:ids?|\bno|\bnr|num|number|ref|reference|handle|roid|trid)$/;

/** What a number may be under which names; the first that fits decides. */
const numbers: readonly (readonly [name: RegExp, isKnown: (number: number, sent: Sent) => boolean])[] = [
  [state, (number) => number === 1 || isCodeOfYes(number)],
  [code, (number) => number === 0 || isCodeOfYes(number)],
  [ofPeriods, (number, { values }) => values.has(String(number))],
  [ofAmounts, () => true],
  // Seconds since 1970, or the digits of a date.
  [ofMoments, (number) => number > 10_000_000],
  [ofIds, () => true],
  [order, () => true],
  [/version$/, () => true],
  [/^/, (number) => number === 1],
];

const isKnownNumber = (name: string, number: number, sent: Sent): boolean =>
  (sent.names.has(name) && sent.values.has(String(number))) ||
  numbers.find(([form]) => form.test(name))?.[1](number, sent) === true;

const ofSuccess = anyOf([...ofYes, 'active']);

function isKnownValue(name: string, text: string, sent: Sent): boolean {
  if (sent.values.has(text.toLowerCase().replace(/^\./, '')) || isYes(text)) return true;
  if (state.test(name) && !ofSuccess.test(text.toLowerCase())) return false;
  return isKnownForm(name, text) || (isKnownText(text, sent) && !isOver(name, text, sent.yesterday));
}

/** An id, a currency or a version. */
const isKnownForm = (name: string, text: string): boolean =>
  ((ofIds.test(name) || order.test(name)) && text.split(/\s*,\s*/).every(isId)) ||
  (/currency|\bcode$/.test(name) && new RegExp(`^${currency}$`, 'u').test(text)) ||
  (name.endsWith('version') && /^v?\d+(\.\d+)*$/.test(text));

/** Whether all dates in a text are over, where they may not be: a new expiry may not. */
function isOver(name: string, text: string, yesterday: string): boolean {
  const mayBe = ofMoments.test(name) && !/expir|due|^ex ?date| until$| to$/.test(name);
  const days = mayBe || ofBefore.test(name) ? [] : (text.match(/\d{4}-\d\d-\d\d/g) ?? []);
  return days.length > 0 && days.every((each) => each < yesterday);
}

/** `oldexpiry` without a later `newexpiry`, or a value before that is the one after it (H1). */
function isUnchanged(members: JsonObject): boolean {
  const all = Object.entries(members).map(([given, value]) => {
    const name = given.toLowerCase().replace(/[ _-]/g, '');
    return { isBefore: ofBefore.test(name), subject: name.replace(roles, ''), value };
  });
  const after = all.filter(({ isBefore }) => !isBefore);
  return all.some(({ isBefore, subject, value }) => {
    if (!isBefore || !isContent(value)) return false;
    const same = after.filter((each) => each.subject === subject);
    const day = dayIn(value);
    if (day === null) return same.some((each) => each.value === value);
    const days = (same.some((each) => dayIn(each.value) !== null) ? same : after).map(
      (each) => dayIn(each.value) ?? '',
    );
    return (
      !days.some((each) => each > day) || (same.length > 0 && days.some((each) => each !== '' && each <= day))
    );
  });
}

const ofBefore = /^(?:old|prev|former|prior|before)|(?:before|old|previous|prev|from)$/;
const roles =
  /^(?:old|previous|prev|former|prior|before|current|new|next|after|updated)|(?:before|after|old|new|previous|prev|from|to)$|date/g;

const dayIn = (value: Json): string | null =>
  typeof value === 'string' ? (/^\s*(\d{4}-\d\d-\d\d)/.exec(value)?.[1] ?? null) : null;

const wordsOfCall = { no: problemName, yes: yesWords };
/** No domain's own state, which may be `inactive` or `ok`, says that something failed or succeeded: the call did. */
const wordsOfState = {
  no: anyOf(['fail\\p{L}*', 'err(?:or\\p{L}*)?\\d*']),
  yes: anyOf(['success(?:ful|fully)?', 'succeed(?:s|ed)?']),
};
const wordsOfReport = (name: string): typeof wordsOfCall =>
  ownWords.test(name) || problemOfCall.test(name) ? { no: problemOfCall, yes: yesWords } : wordsOfState;

/** A word of a yes that a word right before it takes back: “not registered”, “could not be renewed”, “must be paid”. */
const negatedYes = new RegExp(
  `(?<!\\p{L})(?:not|never|cannot|\\p{L}+n[’']t|to|must|should|nicht|pas)(?: (?:yet|be|been|being|correctly|properly|successfully|fully|have)){0,3} ${yesWords.source}`,
  'gu',
);

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
