import type { AppError, BreakableJournal, ChangedPart } from '../app-error.ts';
import type { FindingKind } from '../domain/finding.ts';
import { type ErrorSentences, nothingChanged } from './sentence.ts';

export type ChangeError = Extract<
  AppError,
  { readonly kind: 'open-change' | 'changed-since' | 'not-available' | 'journal-broken' }
>;

const kinds: ReadonlySet<AppError['kind']> = new Set<ChangeError['kind']>([
  'open-change',
  'changed-since',
  'not-available',
  'journal-broken',
]);

export const isChangeError = (error: AppError): error is ChangeError => kinds.has(error.kind);

/** The sentences for what keeps a change from being sent, or a code from being asked for. In none of these cases anything has left. */
export function changeSentences(error: ChangeError): ErrorSentences {
  switch (error.kind) {
    case 'open-change':
      return said(
        `Change ${error.number} on this domain is of the same kind and is not finished.`,
        'Look at it under Changes: send it, read it back, settle or withdraw it. Then do this one.',
      );
    case 'changed-since':
      return said(changedWords[error.what], 'Look at it once more, then send it.');
    case 'not-available':
      return said(
        `Looked up just before ordering, the name is ${findingWords[error.finding]}.`,
        'Choose another name, or look again later. Nothing was ordered.',
      );
    case 'journal-broken':
      return said(...brokenWords[error.journal](error.seq));
  }
}

const said = (happened: string, next: string): ErrorSentences => ({
  happened,
  changed: nothingChanged,
  next,
  remedies: [],
});

const brokenWords: Readonly<Record<BreakableJournal, (seq: number) => [happened: string, next: string]>> = {
  changes: (seq) => [
    `The journal of changes does not hold together at entry ${seq}, so nothing is changed at any service.`,
    'Changes says what is wrong. Reading and looking up go on as ever.',
  ],
  accesses: (seq) => [
    `The journal of codes does not hold together at line ${seq}, so no transfer code is asked for.`,
    'Changes says what is wrong. Changing, reading and looking up go on as ever.',
  ],
};

const changedWords: Readonly<Record<ChangedPart, string>> = {
  lock: 'The registrar lock is otherwise than when you looked.',
  nameservers: 'The nameservers are others than when you looked.',
  contacts: 'The contacts are otherwise than when you looked.',
  finding: 'What was found of this name is otherwise than when you looked.',
  plan: 'What the plan was made of has changed since you looked at it.',
  review: 'This review is no longer there: it was made too long ago, or Namedesk was started anew.',
};

const findingWords: Readonly<Record<FindingKind, string>> = {
  available: 'available',
  premium: 'available at a premium price',
  taken: 'taken',
  reserved: 'reserved',
  invalid: 'not a valid name',
  unknown: 'unknown: the service gave no usable answer',
  unchecked: 'not checked',
};
