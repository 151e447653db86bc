import { cellCode } from '../../../shared/domain/session.ts';
import { aLabelsOf } from '../../../shared/domain/domain-name.ts';
import { bareTld } from '../../../shared/domain/plain-name.ts';
import { isKnownRefusal, refusalIn } from '../../../electron/main/reseller/refusals.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  textOf,
} from '../../../electron/main/reseller/json.ts';
import { decide, entriesIn } from '../../../electron/main/reseller/lookup/answer.ts';

/**
 * The codes of a look-up's answer by the rule alone: every entry is held against every name that was asked for. Slow, and
 * what any faster reading has to agree with.
 */
export function plainCodes(text: string, label: string, tlds: readonly string[]): readonly number[] {
  const all = (cause: 'refused' | 'unreadable') => tlds.map(() => cellCode('unknown', cause));
  const parsed = parseJson(text);
  if (!parsed.ok) return all(isKnownRefusal(text) ? 'refused' : 'unreadable');
  if (refusalIn(parsed.value) !== null) return all('refused');
  const entries = entriesIn(parsed.value);
  if (entries === null) return all('unreadable');
  return tlds.map((tld) =>
    codeOf(
      entries.filter((entry) => isObject(entry)),
      label,
      tld,
      tlds,
    ),
  );
}

function codeOf(entries: readonly JsonObject[], label: string, tld: string, tlds: readonly string[]): number {
  const answers = entries.filter((entry) => isAbout(entry, label, tld, tlds));
  const codes = new Set(answers.map(codeOfEntry));
  if (codes.size === 0) return cellCode('unknown', 'not-in-answer');
  const [only = 0] = codes;
  return codes.size === 1 ? only : cellCode('unknown', 'no-decision');
}

function codeOfEntry(entry: JsonObject): number {
  const { kind, cause } = decide(entry);
  return cellCode(kind, cause);
}

/** An entry is about a name when it names it; or, where it names none, when its label and its TLD are the name's. */
function isAbout(entry: JsonObject, label: string, given: string, tlds: readonly string[]): boolean {
  const tld = bareTld(given);
  const said = (field: string): string => nameIn(entry, field);
  const name = said('domainName') || said('idnDomainName');
  if (name !== '' && name !== label) return name === `${label}.${aLabelsOf(tld)}`;
  const sld = said('sld') || said('idnSld');
  if (sld !== '' && sld !== label) return false;
  const ownTld = aLabelsOf(bareTld(textOf(entry, 'tld')));
  if (ownTld !== '') return ownTld === aLabelsOf(tld);
  const noDots = bareTld(textOf(entry, 'tldNoDots'));
  const fitting = new Set(tlds.map(bareTld).filter((each) => each.replaceAll('.', '') === noDots));
  return noDots !== '' && fitting.size === 1 && fitting.has(tld);
}

const nameIn = (entry: JsonObject, field: string): string =>
  aLabelsOf(textOf(entry, field).trim().toLowerCase().replace(/\.$/, ''));

/** What an answer holds, whole or in part, as something else to read: in another order, doubled, without names. */
export function rearranged(body: Json): readonly Json[] {
  if (!Array.isArray(body)) return [body];
  const entries = body as readonly Json[]; // Array.isArray says any[]; the body is JSON.
  return [
    entries,
    entries.toReversed(),
    [...entries, ...entries],
    entries.slice(1),
    entries.map((entry) => (isObject(entry) ? { ...entry, domainName: '' } : entry)),
    entries.map((entry) => (isObject(entry) ? { ...entry, domainName: textOf(entry, 'sld') } : entry)),
    entries.map((entry) =>
      isObject(entry) ? { ...entry, domainName: textOf(entry, 'domainName').toUpperCase() } : entry,
    ),
  ];
}
