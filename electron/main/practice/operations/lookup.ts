import {
  defaultTlds,
  type Finding,
  findingOf,
  hashOf,
  isPriced,
  readLabel,
  registerCents,
  tlds,
  unicodeName,
  type ValidLabel,
} from '../findings.ts';
import { asciiJson, decimal, type Form, jsonText, listOf, refused, textOf } from '../wire.ts';
import type { Handler, World } from './domains.ts';

/** Unknown: the allowed values of `premiumEnabled`. Assumed: these, and an absent flag, are off. */
const off = new Set(['', '0', 'false', 'off', 'no']);

/** Source: Domain Reseller API v2.2, "Domain availability". TLDs are taken with and without their leading dot. */
export const lookup: Handler = ({ form }, world) => {
  const term = textOf(form, 'searchTerm');
  if (term === '') return refused('searchTerm is required');
  const withPremium = !off.has(textOf(form, 'premiumEnabled').toLowerCase());
  const label = readLabel(term);
  const texts = tldsAsked(form).map((tld) =>
    label.isValid ? oneText(label, tld, withPremium, world) : invalidText(term, tld, label.message),
  );
  return jsonText(`[${texts.join(',')}]`);
};

function oneText(label: ValidLabel, tld: string, withPremium: boolean, world: World): string {
  if (!tlds.has(tld)) return invalidText(label.ascii, tld, 'This TLD is not supported.');
  const finding = findingNow(label.ascii, tld, world);
  const shown = withPremium ? finding : withoutPremium(finding);
  return resultText(label, tld, shown, isPriced(label.ascii, world.mostPriced));
}

const invalidText = (term: string, tld: string, message: string): string =>
  asciiJson(invalidResult(term, tld, message));

/** Unknown: how a premium name is answered if premium was not requested. It cannot be registered then: `reserved`. */
const withoutPremium = (finding: Finding): Finding => (finding === 'premium' ? 'reserved' : finding);

/** The current finding of a name: taken if owned here, a TLD itself (`co` under `uk`), or what the seed gives. */
export function findingNow(label: string, tld: string, { account, seed }: World): Finding {
  const name = `${label}.${tld}`;
  if (account.domains.has(name)) return 'taken';
  return tlds.has(name) ? 'reserved' : findingOf(seed, label, tld);
}

interface PeriodPrices {
  readonly register: object;
  readonly transfer: object;
  readonly renew: object;
}

interface Decision extends Readonly<Record<'isRegistered' | 'isAvailable' | 'isPremium', boolean>> {
  readonly status: string;
  readonly legacyStatus: string;
}

/** Assumed: the `status` of taken and of invalid names; the document publishes only the first two texts. */
const decisions: Readonly<Record<Finding | 'invalid', Decision>> = {
  available: decision('available for registration', { isAvailable: true }),
  premium: decision('available for registration', { isAvailable: true, isPremium: true }),
  reserved: decision('reserved', {}),
  taken: decision('registered', { isRegistered: true }),
  invalid: decision('invalid', {}),
};

function decision(status: string, flags: Partial<Decision>): Decision {
  const { isAvailable = false, isRegistered = false, isPremium = false } = flags;
  const legacyStatus = isAvailable ? 'available' : 'unavailable';
  return { status, legacyStatus, isRegistered, isAvailable, isPremium };
}

const notGiven: PeriodPrices = { register: {}, transfer: {}, renew: {} };

/** Assumed: the shape of a filled-in price, which the document does not show. */
function pricesOf(tldName: string, finding: Finding): PeriodPrices {
  const tld = tlds.get(tldName);
  if (tld === undefined) return notGiven;
  const renew = { price: decimal(tld.renewCents) };
  return { register: { price: decimal(registerCents(tld, finding)) }, transfer: renew, renew };
}

/** Unknown: the meaning of a score. Here it is a constant number from 0 to 100 per name. */
const scoreOf = (label: string, tld: string): number => hashOf(0, `${label}.${tld}`) % 101;

/**
 * One element of a lookup's answer, with all documented fields.
 *
 * Source: Domain Reseller API v2.2, "Lookup result".
 */
export type LookupResult = ReturnType<typeof resultOf>;

/** The result for a valid label under a TLD without its leading dot. */
export function resultOf(
  label: ValidLabel,
  tld: string,
  finding: Finding,
  withPrices = isPriced(label.ascii, false),
) {
  const prices = withPrices ? pricesOf(tld, finding) : notGiven;
  return {
    domainName: `${label.ascii}.${tld}`,
    idnDomainName: `${label.unicode}.${unicodeName(tld)}`,
    tld,
    tldNoDots: tld.replaceAll('.', ''),
    sld: label.ascii,
    idnSld: label.unicode,
    ...decisions[finding],
    score: scoreOf(label.ascii, tld),
    isValidDomain: true,
    domainErrorMessage: '',
    pricing: { '1': prices },
    shortestPeriod: { period: 1, ...prices },
    group: '',
    minLength: 0,
    maxLength: 0,
    premiumCostPricing: [],
  };
}

/** The result for an invalid label, or a TLD that the service does not know. */
function invalidResult(term: string, tld: string, domainErrorMessage: string): LookupResult {
  return {
    ...resultOf({ isValid: true, ascii: term, unicode: term }, tld, 'reserved'),
    ...decisions.invalid,
    isValidDomain: false,
    domainErrorMessage,
  };
}

/** Placeholders that cannot occur in a name, where results with the same finding and TLD differ. */
const marks = { ascii: '\uE000', unicode: '\uE001', score: '\uE002' } as const;
const markedPlaces = /(\uE000|\uE001|"\uE002")/;

/** The JSON of a result, split at the placeholders; created once per TLD and finding, with prices and without. */
const cutTexts = new Map<string, readonly string[]>();

function cutTextOf(tld: string, finding: Finding, withPrices: boolean): readonly string[] {
  const key = `${tld} ${finding} ${withPrices}`;
  const known = cutTexts.get(key);
  if (known !== undefined) return known;
  const label = { isValid: true, ascii: marks.ascii, unicode: marks.unicode } as const;
  const marked = resultOf(label, tld, finding, withPrices);
  const cut = JSON.stringify({ ...marked, score: marks.score }).split(markedPlaces);
  cutTexts.set(key, cut);
  return cut;
}

/**
 * The JSON of `resultOf`, five times as fast: lookups are the most frequent requests to this service.
 *
 * @param tld One of the service's own, because each is cached.
 */
export function resultText(label: ValidLabel, tld: string, finding: Finding, withPrices: boolean): string {
  const unicode = label.unicode === label.ascii ? label.ascii : asciiJson(label.unicode).slice(1, -1);
  let text = '';
  for (const part of cutTextOf(tld, finding, withPrices)) {
    if (part === marks.ascii) text += label.ascii;
    else if (part === marks.unicode) text += unicode;
    else if (part === `"${marks.score}"`) text += String(scoreOf(label.ascii, tld));
    else text += part;
  }
  return text;
}

const bareTld = (tld: string): string => (tld.startsWith('.') ? tld.slice(1) : tld).toLowerCase();

/** The TLDs of a lookup, without leading dots; the account's default TLDs if it names none. */
function tldsAsked(form: Form): readonly string[] {
  const asked = listOf(form, 'tldsToInclude');
  return asked.length === 0 ? defaultTlds : asked.map(bareTld);
}

/** The full names of a lookup, as A-labels: all combinations; none if its label is invalid. */
export function namesLookedUp(form: Form): readonly string[] {
  const label = readLabel(textOf(form, 'searchTerm'));
  return label.isValid ? tldsAsked(form).map((tld) => `${label.ascii}.${tld}`) : [];
}
