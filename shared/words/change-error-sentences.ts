import type { AppError, BreakableJournal, ChangedPart } from '../app-error.ts';
import type { FindingKind } from '../domain/finding.ts';
import type { OverLimit } from '../domain/limits.ts';
import { type ErrorSentences, nothingChanged } from './sentence.ts';

export type ChangeError = Extract<
  AppError,
  {
    readonly kind:
      | 'open-change'
      | 'changed-since'
      | 'over-limit'
      | 'rate-limited'
      | 'account-in-use'
      | 'not-available'
      | 'journal-broken'
      | 'restore-unacknowledged'
      | 'from-backup';
  }
>;

const kinds: ReadonlySet<AppError['kind']> = new Set<ChangeError['kind']>([
  'open-change',
  'changed-since',
  'over-limit',
  'rate-limited',
  'account-in-use',
  'not-available',
  'journal-broken',
  'restore-unacknowledged',
  'from-backup',
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
      return said(changedSentence(error), changedNext[error.what] ?? 'Review it again, then send it.');
    case 'over-limit':
      return said(
        limitSentences(error.limits),
        'Review it again and confirm the amount, or change Settings → Limits.',
      );
    case 'rate-limited':
      return said(
        error.retryAfterS === null
          ? 'The service is busy: no place came free within 30 seconds.'
          : `The service asked to be left alone for another ${waitWords(error.retryAfterS)}.`,
        'Send it later.',
      );
    case 'account-in-use':
      return said(...inUseWords(error));
    case 'not-available':
      return said(
        `Looked up just before ordering, the name is ${findingWords[error.finding]}.`,
        'Choose another name, or look again later. Nothing was ordered.',
      );
    case 'journal-broken':
      return said(...brokenWords[error.journal](error.seq));
    case 'restore-unacknowledged':
      return said(
        'Namedesk was restored from a backup.',
        'Look at what may have changed since, then paid changes can be sent.',
      );
    case 'from-backup':
      return fromBackup(error.mayBeDone);
  }
}

const said = (happened: string, next: string): ErrorSentences => ({
  happened,
  changed: nothingChanged,
  next,
  remedies: [],
});

/** Names the way on: an account is removed, or gets another login, once nothing of it is open. */
const inUseWords = ({
  why,
  number,
  domain,
}: Extract<ChangeError, { kind: 'account-in-use' }>): [happened: string, next: string] =>
  why === 'batch'
    ? [
        'A batch of this account is being read or applied.',
        'Stop it or wait until it is over, then try again.',
      ]
    : [
        `Change ${number ?? ''}${domain === null ? '' : ` on ${domain}`} is not finished.`,
        'Verify it, mark it as done or not done, or withdraw it. Then try again.',
      ];

const fromBackup = (mayBeDone: boolean): ErrorSentences => ({
  happened:
    'From a backup: this was planned when the backup was made, and was withdrawn when it was restored.',
  changed: mayBeDone
    ? 'It is not known whether it was sent after the backup was made.'
    : 'It was not sent after the backup was made.',
  next: mayBeDone
    ? 'Check your provider’s panel before you do it again.'
    : 'Begin it anew if you still want it.',
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
  price: 'The price that is known is another than when you looked.',
  plan: 'This batch is not as you reviewed it.',
  review: 'This review has expired.',
  'earlier-change': 'Another change of this kind took effect since you looked.',
  login: 'The account’s server or e-mail address is not the one that was reviewed.',
  consent: 'This was reviewed too long ago.',
};

const changedNext: Readonly<Partial<Record<ChangedPart, string>>> = {
  login: 'Withdraw it, then begin it again.',
};

const changedSentence = ({ what, number }: Extract<ChangeError, { kind: 'changed-since' }>): string =>
  what === 'earlier-change' && number !== undefined && number > 0
    ? `Change ${number} took effect meanwhile.`
    : changedWords[what];

/** Which limit is gone over, and by what: the same words wherever it is confirmed. */
export function limitSentence({ span, scope, measure, currency, allowed, wouldBe }: OverLimit): string {
  const whose = scope === 'account' ? 'this account’s limit' : 'your limit';
  const [amount, most] =
    measure === 'sum'
      ? [money(wouldBe, currency), money(allowed, currency)]
      : [`${wouldBe} paid changes of unknown price`, allowed];
  const where = { change: 'This change comes to', batch: 'This batch comes to', day: 'Today comes to' }[span];
  return `${where} ${amount}: ${whose} is ${most}.`;
}

const limitSentences = (limits: readonly OverLimit[]): string =>
  limits.map(limitSentence).join(' ') || 'This goes over a limit.';

const money = (amount: string, currency: string | null): string =>
  currency === null ? amount : `${amount} ${currency}`;

function waitWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

const findingWords: Readonly<Record<FindingKind, string>> = {
  available: 'available',
  premium: 'available at a premium price',
  taken: 'taken',
  reserved: 'reserved',
  invalid: 'not a valid name',
  unknown: 'unknown: the service gave no usable answer',
  unchecked: 'not checked',
};
