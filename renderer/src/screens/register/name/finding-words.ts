import type { FindingKind } from '#shared/domain/finding.ts';
import type { Finding } from '../../../lib/nouns.ts';

const words: Readonly<Record<FindingKind, string | null>> = {
  available: null,
  premium: null,
  taken: 'A taken name cannot be ordered.',
  reserved: 'A reserved name cannot be ordered.',
  invalid: 'The service does not take this for a name, so it cannot be ordered.',
  unknown: 'Whether it is available is not known, so it cannot be ordered. Look again.',
  unchecked: 'It was not looked up yet.',
};

/** Why a name cannot be ordered, in a sentence; null where it can. Right before ordering, main looks once more. */
export const notOrderable = (finding: Pick<Finding, 'kind'>): string | null => words[finding.kind];

export const isOrderable = (finding: Finding | null): boolean =>
  finding !== null && notOrderable(finding) === null;
