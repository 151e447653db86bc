import type { FindingKind, UnknownCause } from '#shared/domain/finding.ts';

/** Each finding in one word, the same on every screen. */
export const findingWords: Readonly<Record<FindingKind, string>> = {
  available: 'Available',
  premium: 'Premium',
  taken: 'Taken',
  reserved: 'Reserved',
  invalid: 'Invalid',
  unknown: 'Unknown',
  unchecked: 'Not checked yet',
};

/** Why an asked name has no usable answer, as the second half of a sentence. */
export const unknownWords: Readonly<Record<UnknownCause, string>> = {
  'not-in-answer': 'the answer left this name out',
  'no-decision': 'the answer does not say whether it is available',
  'error-in-answer': 'the service had an error with this name',
  refused: 'the service refused to answer',
  unreachable: 'the service could not be reached',
  unreadable: 'the answer could not be read',
  'no-key': 'the account has no key',
  cancelled: 'the asking was stopped',
};
