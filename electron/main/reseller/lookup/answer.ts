import { aLabelsOf, plainHost } from '#shared/domain/domain-name.ts';
import type { CheckedFinding, UnknownCause } from '#shared/domain/finding.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import {
  flagIn,
  givesTwice,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  member,
  type Shape,
  textOf,
} from '../json.ts';
import { sanitize } from '../mask.ts';
import { errorWords, hasError } from '../refusals.ts';

export interface AskedName {
  /** A-label. */
  readonly label: string;
  /** Without a leading dot, lower case. */
  readonly tld: string;
  readonly asciiTld: string;
  /** A-labels. */
  readonly domain: string;
}

/** Something in an answer that does not belong to what was requested. `text` is a name, or the service's words. */
export interface LookupNote {
  readonly kind: 'duplicate' | 'contradiction' | 'stray' | 'error';
  readonly text: string;
}

/** The result for a requested name, or why there is none. */
export type Match = JsonObject | 'none' | 'contradiction';

interface Matched {
  /** In the order of the request. */
  readonly byAsked: readonly Match[];
  readonly notes: readonly LookupNote[];
}

/**
 * Finds the entry for each requested name. An entry that names another domain is a stray, whatever its TLD says. Two
 * entries of one name with the same decision are a duplicate; with different decisions they are a contradiction, and
 * neither is used.
 */
export function matchEntries(asked: readonly AskedName[], entries: readonly Json[]): Matched {
  const byAsked = asked.map((): Match => 'none');
  const notes: LookupNote[] = [];
  const plain = plainDomains(asked);
  for (const entry of entries) {
    const indexes = isObject(entry) ? (plain.get(textOf(entry, 'domainName')) ?? askedBy(entry, asked)) : [];
    if (!isObject(entry) || indexes.length === 0) notes.push(strayNote(entry));
    else {
      for (const index of indexes) {
        const kind = take(byAsked, index, entry);
        if (kind !== null) notes.push({ kind, text: asked[index]?.domain ?? '' });
      }
    }
  }
  return { byAsked, notes };
}

/** Matches a name that already is in A-label form, so that `askedBy` would not change it. */
const plainDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * The indexes of the plain requested names. Nearly every entry names its domain exactly as requested; only the other
 * entries need a search through all requested names.
 */
function plainDomains(asked: readonly AskedName[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  asked.forEach(({ domain, label }, index) => {
    if (label.includes('.') || !plainDomain.test(domain)) return;
    const before = found.get(domain);
    if (before === undefined) found.set(domain, [index]);
    else before.push(index);
  });
  return found;
}

/** Stores `entry` at `index`; returns the problem if an entry was there already. */
function take(byAsked: Match[], index: number, entry: JsonObject): 'duplicate' | 'contradiction' | null {
  const before = byAsked[index] ?? 'none';
  if (before === 'none') {
    byAsked[index] = entry;
    return null;
  }
  if (before !== 'contradiction' && decidesAlike(before, entry)) return 'duplicate';
  byAsked[index] = 'contradiction';
  return 'contradiction';
}

/** The indexes in `asked` that `entry` answers; several only if a TLD was requested twice. */
function askedBy(entry: JsonObject, asked: readonly AskedName[]): readonly number[] {
  const name = plainHost(textOf(entry, 'domainName')) || plainHost(textOf(entry, 'idnDomainName'));
  const sld = plainHost(textOf(entry, 'sld')) || plainHost(textOf(entry, 'idnSld'));
  const tld = aLabelsOf(bareTld(textOf(entry, 'tld')));
  const tldNoDots = bareTld(textOf(entry, 'tldNoDots'));
  const answers = (one: AskedName): boolean => {
    if (name !== '' && name !== one.label) return name === one.domain;
    if (sld !== '' && sld !== one.label) return false;
    return tld === '' ? isOnlyOneWith(tldNoDots, one, asked) : tld === one.asciiTld;
  };
  return asked.flatMap((one, index) => (answers(one) ? [index] : []));
}

const withoutDots = (tld: string): string => tld.replaceAll('.', '');

/** Whether `one` is the only match: without dots, different TLDs can look the same, like `co.uk` and `couk`. */
function isOnlyOneWith(tldNoDots: string, one: AskedName, asked: readonly AskedName[]): boolean {
  if (tldNoDots === '' || withoutDots(one.tld) !== tldNoDots) return false;
  return new Set(asked.filter(({ tld }) => withoutDots(tld) === tldNoDots).map(({ tld }) => tld)).size === 1;
}

function decidesAlike(a: JsonObject, b: JsonObject): boolean {
  const [first, second] = [decide(a), decide(b)];
  return first.kind === second.kind && first.cause === second.cause;
}

function strayNote(entry: Json): LookupNote {
  if (typeof entry === 'string') return { kind: 'error', text: sanitize(entry, []) };
  const error = isObject(entry) ? member(entry, 'error') : undefined;
  if (hasError(error)) return { kind: 'error', text: sanitize(errorWords(error), []) };
  return { kind: 'stray', text: isObject(entry) ? sanitize(textOf(entry, 'domainName'), []) : '' };
}

export interface Decision {
  readonly kind: CheckedFinding['kind'];
  readonly cause: UnknownCause | null;
}

/**
 * The decision from one lookup result. Only `isAvailable` decides, and only as a real boolean; the status text never makes a name
 * available. An `isValidDomain` that is present but not `true` prevents the name from being available.
 *
 * Unknown is what the answer says that it does not know, and what contradicts itself in its own flags or gives a member twice (H22).
 * A registered or a reserved name stays what it is, whatever else is said of it.
 *
 * Source: Domain Reseller API v2.2, "Lookup result"; C17.
 */
export function decide(result: JsonObject): Decision {
  const available = member(result, 'isAvailable');
  const valid = member(result, 'isValidDomain');
  if (hasError(member(result, 'error'))) return unknown('error-in-answer');
  if (givesTwice(result)) return unknown('no-decision');
  if (valid === false) return known('invalid');
  const isRegistered = flagIn(member(result, 'isRegistered')) === true;
  if (available === false) return notAvailable(result, isRegistered);
  if (available !== true || (valid !== undefined && valid !== true) || isRegistered)
    return unknown('no-decision');
  if (doubtIn(result) !== '') return unknown('error-in-answer');
  return known(isPremium(result) ? 'premium' : 'available');
}

function notAvailable(result: JsonObject, isRegistered: boolean): Decision {
  if (isReserved(textOf(result, 'status'))) return known('reserved');
  return !isRegistered && doubtIn(result) !== '' ? unknown('error-in-answer') : known('taken');
}

export const isReserved = (status: string): boolean => status.trim().toLowerCase() === 'reserved';

/** The service's words that it does not know whether the name is free; empty where it says nothing of the kind. The name is no word of it. */
export function doubtIn(result: JsonObject): string {
  const names = ['domainName', 'idnDomainName'].map((name) => textOf(result, name)).filter(Boolean);
  const withoutNames = (text: string): string =>
    names
      .map((name) => new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'gi'))
      .reduce((rest, name) => rest.replaceAll(name, ' '), text);
  return (
    doubtfulMembers
      .map((name) => textOf(result, name))
      .find((text) => isDoubtful(text) && isDoubtful(withoutNames(text))) ?? ''
  );
}

export const doubtfulMembers = ['domainErrorMessage', 'status', 'legacyStatus'] as const;

/**
 * Words that say that something failed, or is not known. “Not available” and “cannot be registered” are none of them: they are said
 * of a taken name; nor is “no data found”, with which registries answer for a free one. Source: the states of a lookup in the WHMCS developer documentation, "Availability checks".
 */
export const isDoubtful = (text: string): boolean =>
  doubtful.test(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));

/** Whole words, of which stems have any ending: "collateral" says nothing of a later time. */
const doubtful = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`unknown|undefined|undetermined|uncertain|unclear|unreachable|offline|err|error\p{L}*|fail\p{L}*|exception\p{L}*|fatal|busy|overload\p{L}*`,
    String.raw`time[sd]?[\s_-]?outs?|deadlines?|too long|try again|retr(?:y|ies|ied|ying)|later|temporar\p{L}*|maintenance`,
    String.raw`(?:not|un)[\s_-]?support\p{L}*|no (?:response|answer|reply|connection|whois server)`,
    String.raw`(?:not|\p{L}*n[\u2019']t) (?:respond|answer|reply|reach|know|determin|check|connect)\p{L}*`,
    String.raw`(?:unable|could not|couldn[\u2019']t|cannot|can[\u2019']t|not able) (?:to )?(?:be )?(?:check|connect|determin|find out|get|look|query|queried|reach|read|resolv|retriev|verif)\p{L}*`,
    String.raw`(?:dis|re)?connections?|rate limit\p{L}*|too many (?:requests|queries)|quotas?|throttl\p{L}*|limit (?:is |was )?(?:exceeded|reached)`,
    String.raw`\p{L}*(?:service|server|registry|registrar|system|lookup|whois|api) (?:is |was )?(?:currently |temporarily )?(?:not available|unavailable|down|closed|disabled)`,
    String.raw`unbekannt|fehler\p{L}*|zeitüberschreitung|erreur|échec|inconnue?|desconocid[oa]|fall[oó]|errore|sconosciut[oa]|fout|onbekend|erro|desconhecid[oa]|hata|bilinmiyor|\u043E\u0448\u0438\u0431\u043A\p{L}*|\u043D\u0435\u0438\u0437\u0432\u0435\u0441\u0442\p{L}*`,
    String.raw`nicht (?:erreichbar|unterstützt)\p{L}*|non (?:supporté|pris en charge|supportat)\p{L}*|no soportad\p{L}*|niet ondersteund\p{L}*|não suportad\p{L}*`,
  ].join('|')})(?!\p{L})`,
  'iu',
);

/** The ways in which PHP writes false. */
const saysNo: ReadonlySet<Json> = new Set([false, 0, '', '0', 'false']);

/**
 * Cautious: a name that might be premium counts as premium, because it may cost a hundred times as much. Whatever the flag says, a
 * premium price makes it one (H22): the other price would be that of an ordinary name.
 */
export function isPremium(result: JsonObject): boolean {
  const flag = member(result, 'isPremium');
  const isFlagged = flag !== undefined && flag !== null && !saysNo.has(flag);
  return isFlagged || hasPrice(member(result, 'premiumCostPricing'));
}

/** Whether there is anything in it that may be a price: not where it is empty, or names zero or a currency alone. */
function hasPrice(value: Json | undefined): boolean {
  if (isArray(value)) return value.some(hasPrice);
  if (isObject(value))
    return Object.entries(value).some(([name, inner]) => !/currency/i.test(name) && hasPrice(inner));
  if (typeof value === 'string') return !/^[\s0.,-]*$/.test(value);
  return value !== undefined && value !== null && value !== false && value !== 0;
}

const known = (kind: CheckedFinding['kind']): Decision => ({ kind, cause: null });
const unknown = (cause: UnknownCause): Decision => ({ kind: 'unknown', cause });

/**
 * The entries of a lookup's answer; null if it holds none.
 *
 * Assumed: a service may send a single result without an array.
 */
export function entriesIn(body: Json): readonly Json[] | null {
  const isOne =
    isObject(body) && ['domainName', 'isAvailable'].some((name) => member(body, name) !== undefined);
  return isOne ? [body] : listIn(body);
}

/** A requested TLD in both forms. */
export interface AskedTld {
  /** Without a leading dot, lower case. */
  readonly tld: string;
  /** The same as A-labels. */
  readonly asciiTld: string;
}

/** TLDs that are requested together, in order; created once for many names. */
export interface AskedTlds {
  readonly list: readonly AskedTld[];
  /** Whether each TLD occurs once and is plain ASCII, so that names can be compared without conversion. */
  readonly arePlain: boolean;
}

const plainTld = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

export const askedTld = (given: string): AskedTld => {
  const tld = bareTld(given);
  return { tld, asciiTld: aLabelsOf(tld) };
};

export const askedTlds = (list: readonly AskedTld[]): AskedTlds => ({
  list,
  arePlain:
    list.every(({ asciiTld }) => plainTld.test(asciiTld)) &&
    new Set(list.map(({ asciiTld }) => asciiTld)).size === list.length,
});

/** @param label A-label. */
export const askedName = (label: string, { tld, asciiTld }: AskedTld): AskedName => ({
  label,
  tld,
  asciiTld,
  domain: `${label}.${asciiTld}`,
});

const prices: Shape = { members: { register: 'object', transfer: 'object', renew: 'object' } };

/** Source: Domain Reseller API v2.2, "Lookup result". */
export const documentedLookup: Shape = {
  each: {
    members: {
      domainName: 'string',
      idnDomainName: 'string',
      tld: 'string',
      tldNoDots: 'string',
      sld: 'string',
      idnSld: 'string',
      status: 'string',
      legacyStatus: 'string',
      score: 'number',
      isRegistered: 'boolean',
      isAvailable: 'boolean',
      isValidDomain: 'boolean',
      domainErrorMessage: 'string',
      pricing: { map: prices },
      shortestPeriod: {
        members: { period: 'number', register: 'object', transfer: 'object', renew: 'object' },
      },
      group: 'string',
      minLength: 'number',
      maxLength: 'number',
      isPremium: 'boolean',
      premiumCostPricing: 'array',
    },
  },
};
