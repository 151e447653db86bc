import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/tld.ts';
import { type JsonObject, parseJson } from '../json.ts';
import { entriesIn } from './entries.ts';
import { matchEntries } from './match.ts';

/**
 * The lookup result for one name inside an answer that was kept.
 *
 * @param domain A-labels. @param tld As the finding has it.
 * @returns null where the answer holds none for it, holds two that contradict each other, or was cut.
 */
export function resultIn(answer: string, domain: string, tld: string): JsonObject | null {
  const body = parseJson(answer);
  const entries = body.ok ? entriesIn(body.value) : null;
  if (entries === null) return null;
  const asciiTld = aLabelsOf(bareTld(tld));
  const asked = { label: domain.slice(0, -asciiTld.length - 1), tld: bareTld(tld), asciiTld, domain };
  const [match] = matchEntries([asked], entries).byAsked;
  return match === undefined || typeof match === 'string' ? null : match;
}
