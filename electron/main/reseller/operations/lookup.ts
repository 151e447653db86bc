import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import { ok } from '#shared/result.ts';
import { invalidInput } from '../../system/texts.ts';
import { documentedLookup, entriesIn, type LookupNote, matchEntries } from '../lookup/answer.ts';
import { findingOf } from '../lookup/finding.ts';
import type { JsonObject } from '../json.ts';
import { type Operation, success, unclear } from '../operation.ts';

export interface LookupInput {
  /** The second-level label; it is sent as an A-label. */
  readonly label: string;
  /** Sent as given: in the notation set for the account, see {@link inNotation}. At least one. */
  readonly tlds: readonly string[];
}

export interface LookupAnswer {
  /** One for each requested TLD, in the same order. */
  readonly findings: readonly LookupFinding[];
  /** What else the answer held: duplicates, names that were not requested, errors without a name. */
  readonly notes: readonly LookupNote[];
}

interface LookupFinding {
  readonly finding: CheckedFinding;
  /** The whole result from which the finding was read, see `fieldsOf`; null if there was none. */
  readonly result: JsonObject | null;
}

/**
 * Looks up whether `label` is free under each of `tlds`. Read-only, though a POST.
 *
 * Unknown: in which form an internationalised name is expected. Assumed: as an A-label, which every registrar accepts.
 * Source: Domain Reseller API v2.2, "Domain availability".
 */
export const lookup: Operation<LookupInput, LookupAnswer, 'read'> = {
  name: 'lookup',
  effect: 'read',
  answers: 'open',
  documented: documentedLookup,
  ask({ label, tlds }, { premiumEnabled }) {
    const searchTerm = aLabelsOf(label);
    if (!/^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(searchTerm))
      return invalidInput('label', 'This is not a label');
    // An empty list may mean the account's default TLDs: never send one.
    if (tlds.length === 0) return invalidInput('tlds', 'Choose at least one TLD');
    return ok({
      path: lookupPath,
      form: [
        ['searchTerm', searchTerm],
        ['tldsToInclude', tlds],
        ['premiumEnabled', premiumEnabled ? '1' : '0'],
      ],
    });
  },
  judge(body, { label, tlds }, answeredAt) {
    const entries = entriesIn(body);
    if (entries === null) return unclear();
    const asked = tlds.map((given) => askedName(aLabelsOf(label), given));
    const matched = matchEntries(asked, entries);
    return success({
      findings: asked.map((name, index) => {
        const match = matched.byAsked[index] ?? 'none';
        return {
          finding: findingOf(name, match, answeredAt),
          result: typeof match === 'string' ? null : match,
        };
      }),
      notes: matched.notes,
    });
  },
};

/** One array object for all calls, so that its URL is built once. */
const lookupPath = ['domains', 'lookup'];

/** `tld` with or without its leading dot, as set for the account. */
export const inNotation = (tld: string, notation: 'without-dot' | 'with-dot'): string =>
  `${notation === 'with-dot' ? '.' : ''}${tld.replace(/^\.+/, '')}`;

function askedName(label: string, given: string) {
  const tld = bareTld(given);
  const ascii = aLabelsOf(tld);
  return { label, tld, asciiTld: ascii, domain: `${label}.${ascii}` };
}
