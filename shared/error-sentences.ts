import type { FindingKind } from './domain/finding.ts';
import type { OverLimit } from './domain/limits.ts';
import type {
  AppError,
  AppErrorKind,
  BreakableJournal,
  ChangedPart,
  Doubt,
  ErrorOf,
  KeychainFault,
  ReachFailure,
  RefusalReason,
  StorageFault,
  UnreadableReason,
} from './errors.ts';

/** The action that the screen offers next. It determines the button's label. */
export type Remedy = 'try-again' | 'enter-key' | 'edit-account' | 'add-account' | 'keep-in-memory';

interface ErrorSentences {
  readonly happened: string;
  readonly changed: string;
  readonly next: string;
  readonly remedies: readonly Remedy[];
}

/** The sentences for a failure. */
export const sentencesFor = (error: AppError): ErrorSentences =>
  // The table has for each kind a function that takes an error of that kind.
  (sentences[error.kind] as (error: AppError) => ErrorSentences)(error);

type Words = readonly [happened: string, next: string, remedies?: readonly Remedy[]];

const nothingChanged = ([happened, next, remedies = []]: Words): ErrorSentences => ({
  happened,
  changed: 'Nothing was changed.',
  next,
  remedies,
});

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The service's own words, as a quotation; empty if it gave none. */
const quoted = (said: string | undefined): string =>
  said === undefined || said === '' ? '' : `It said: “${said}”`;

/** Exhaustive: a new kind of failure does not compile until it has its sentences. */
const sentences: { readonly [K in AppErrorKind]: (error: ErrorOf<K>) => ErrorSentences } = {
  'invalid-input': ({ reason }) => nothingChanged([sentence(reason), 'Correct it and try again.']),
  'no-account': () =>
    nothingChanged([
      'There is no account to ask with.',
      'Add an account, or take the practice account.',
      ['add-account'],
    ]),
  'no-key': () =>
    nothingChanged([
      'This account has no API key.',
      'Enter the key once; the keychain keeps it.',
      ['enter-key'],
    ]),
  keychain({ fault }) {
    const [happened, next] = keychainWords[fault];
    return nothingChanged([happened, next, ['try-again', 'keep-in-memory']]);
  },
  storage({ fault }) {
    const [happened, next] = storageWords[fault];
    return nothingChanged([happened, next, ['try-again']]);
  },
  cancelled: () =>
    nothingChanged(['This was stopped before it ended.', 'Ask again whenever you like.', ['try-again']]),
  bug: ({ incidentId }) =>
    nothingChanged([
      `This is a mistake in Namedesk, kept in its log as incident ${incidentId}.`,
      'Try again. If it comes back, report the incident number.',
      ['try-again'],
    ]),
  refused({ why, status, said }) {
    const [happened, ...rest] = refusals[why];
    const words = quoted(said) || 'It gave no words';
    return nothingChanged([`${happened} ${words} (HTTP ${status}).`, ...rest]);
  },
  unreachable: ({ why }) => nothingChanged(reach[why]),
  'not-sent': ({ why }) => nothingChanged(reach[why]),
  unreadable: ({ why, status }) =>
    nothingChanged([
      `The service answered, but with ${unreadable[why]} (HTTP ${status}). It is taken for neither a yes nor a no.`,
      'Try again. If it stays so, check that the base URL is the one of the API.',
      ['try-again', 'edit-account'],
    ]),
  uncertain: ({ why, said }) => ({
    happened: [doubts[why], quoted(said) && `${quoted(said)}.`].filter((part) => part !== '').join(' '),
    changed: 'We do not know whether this was done.',
    next: 'It is not sent again by itself. Read back what the service has before you go on.',
    remedies: [],
  }),
  'open-change': ({ number }) =>
    nothingChanged([
      `Change ${number} on this domain is of the same kind and is not finished.`,
      'Look at it under Changes: send it, read it back, settle or withdraw it. Then do this one.',
    ]),
  'changed-since': ({ what, number }) =>
    nothingChanged([
      what === 'earlier-change' && number !== undefined && number > 0
        ? `Change ${number} took effect meanwhile.`
        : changedWords[what],
      what === 'login' ? 'Withdraw it, then begin it again.' : 'Review it again, then send it.',
    ]),
  'over-limit': ({ limits }) =>
    nothingChanged([
      limits.map(limitSentence).join(' ') || 'This goes over a limit.',
      'Review it again and confirm the amount, or change Settings → Limits.',
    ]),
  'rate-limited': ({ retryAfterS }) =>
    nothingChanged([
      retryAfterS === null
        ? 'The service is busy: no place came free within 30 seconds.'
        : `The service asked to be left alone for another ${waitWords(retryAfterS)}.`,
      'Send it later.',
    ]),
  'account-in-use': (error) => nothingChanged(inUseWords(error)),
  'not-available': ({ finding }) =>
    nothingChanged([
      `Looked up just before ordering, the name is ${findingWords[finding]}.`,
      'Choose another name, or look again later. Nothing was ordered.',
    ]),
  'journal-broken': ({ journal, seq }) => nothingChanged(brokenWords[journal](seq)),
  'restore-unacknowledged': () =>
    nothingChanged([
      'Namedesk was restored from a backup.',
      'Look at what may have changed since, then paid changes can be sent.',
    ]),
  'from-backup': ({ mayBeDone }) => ({
    happened:
      'From a backup: this was planned when the backup was made, and was withdrawn when it was restored.',
    changed: mayBeDone
      ? 'It is not known whether it was sent after the backup was made.'
      : 'It was not sent after the backup was made.',
    next: mayBeDone
      ? 'Check your provider’s panel before you do it again.'
      : 'Begin it anew if you still want it.',
    remedies: [],
  }),
};

const keychainWords: Readonly<Record<KeychainFault, Words>> = {
  'no-bus': [
    'The keychain cannot be reached: this session has no message bus (D-Bus).',
    'Start Namedesk from a desktop session, or with dbus-run-session.',
  ],
  'no-service': [
    'This system has no keychain service running.',
    'Install and start one, such as GNOME Keyring or KWallet, then try again.',
  ],
  'no-collection': [
    'The keychain is there, but has no default keyring to keep a key in.',
    'Create a default keyring in your system’s password manager, then try again.',
  ],
  locked: [
    'The keychain is locked, and its request to unlock it could not be shown.',
    'Unlock it in your system’s password manager, then try again.',
  ],
  'no-answer': [
    'The keychain did not answer within three seconds.',
    'It may be waiting for you in another window. Answer it there, or restart the keychain service, then try again.',
  ],
  denied: [
    'The keychain refused: access was denied.',
    'Allow Namedesk in your system’s password manager, then try again.',
  ],
};

const storageWords: Readonly<Record<StorageFault, Words>> = {
  full: ['The disk is full, so this could not be kept.', 'Free some space, then try again.'],
  'read-only': [
    'The workspace cannot be written to.',
    'Check the permissions of the workspace folder; Settings shows where it is.',
  ],
  'newer-version': [
    'The workspace was written by a newer Namedesk.',
    'Use that version, or open another workspace.',
  ],
  damaged: [
    'The workspace file is damaged. It was set aside, not deleted.',
    'Restart Namedesk; it says what could be restored.',
  ],
  busy: [
    'The workspace is in use by another Namedesk, such as a command line.',
    'It opens by itself as soon as that one has ended.',
  ],
};

const refusals: Readonly<Record<RefusalReason, Words>> = {
  credentials: [
    'The service refused the key or the e-mail address.',
    'Check the e-mail address, then enter the key again.',
    ['enter-key', 'edit-account'],
  ],
  address: [
    'The service refused this computer’s network address.',
    'Add the address to the list of allowed addresses at your provider, then try again.',
    ['try-again'],
  ],
  permission: [
    'The service does not permit this to your account.',
    'Ask your provider to permit it. Everything else goes on as before.',
  ],
  rate: [
    'The service says that it was asked too often.',
    'Wait a minute, then try again. A lower request rate can be set for the account.',
    ['try-again', 'edit-account'],
  ],
  credit: ['The credit of this account is not enough.', 'Add credit at your provider, then try again.'],
  exists: ['The service says that this exists already.', 'Look at it before you go on.'],
  'not-found': [
    'The service does not know what was asked for.',
    'Check the base URL of the account, and the name.',
    ['edit-account'],
  ],
  validation: ['The service did not accept what was sent.', 'Correct it and try again.'],
  server: ['The service had an error of its own.', 'Wait a little, then try again.', ['try-again']],
  redirect: [
    'The service pointed to another address. It was not followed, since the key would have travelled along.',
    'Check the base URL of the account.',
    ['edit-account'],
  ],
  other: ['The service refused.', 'Its own words may tell why.', ['try-again']],
};

const reach: Readonly<Record<ReachFailure, Words>> = {
  offline: [
    'This computer is offline.',
    'What is known stays here, with its age. Connect, then try again.',
    ['try-again'],
  ],
  'name-not-resolved': [
    'The host of the base URL could not be found.',
    'Check the network and the base URL of the account.',
    ['try-again', 'edit-account'],
  ],
  'connection-refused': [
    'The host is there, but does not accept the connection.',
    'Check the base URL of the account, or wait for the service.',
    ['try-again', 'edit-account'],
  ],
  'tls-failed': [
    'No secure connection could be made, so nothing was sent.',
    'Check this computer’s clock and the base URL. Do not go on if the network is not yours.',
    ['try-again', 'edit-account'],
  ],
  'connect-timeout': [
    'The host did not answer the call for a connection.',
    'Check the network, then try again.',
    ['try-again'],
  ],
  'clock-unknown': [
    'The hour is about to turn and the service’s clock is not known yet, so nothing was sent.',
    'Try again in a few seconds.',
    ['try-again'],
  ],
  'no-answer-in-time': [
    'The service was asked, but did not answer in time.',
    'Try again. If it is always slow, allow it more time in the account.',
    ['try-again', 'edit-account'],
  ],
  'connection-lost': [
    'The connection was lost before the answer was complete.',
    'Check the network, then try again.',
    ['try-again'],
  ],
};

const unreadable: Readonly<Record<UnreadableReason, string>> = {
  empty: 'an empty answer',
  'not-json': 'something that is not JSON',
  'wrong-shape': 'an answer of a shape that the API does not have',
  'too-large': 'an answer larger than 5 MiB',
  'too-deep': 'an answer nested too deeply',
  'cut-short': 'an answer that was cut short',
};

const doubts: Readonly<Record<Doubt, string>> = {
  'no-complete-answer': 'No complete answer came back.',
  'answer-not-understood': 'The answer could not be understood.',
  'server-error': 'The service answered with an error of its own.',
  redirected: 'The service pointed to another address.',
  'unclear-refusal': 'The service said no, but not in words that rule out that it was done.',
  pending: 'The service says that this is pending: it may still do it.',
  exists: 'The service says that the name exists already. An order of yours may have gone through before.',
};

/**
 * Says what to do next: an account can be removed, or get another login, once it has no open change or active batch.
 */
const inUseWords = ({ why, number, domain }: ErrorOf<'account-in-use'>): Words =>
  why === 'batch'
    ? [
        'A batch of this account is being read or applied.',
        'Stop it or wait until it is over, then try again.',
      ]
    : [
        `Change ${number ?? ''}${domain === null ? '' : ` on ${domain}`} is not finished.`,
        'Verify it, mark it as done or not done, or withdraw it. Then try again.',
      ];

const brokenWords: Readonly<Record<BreakableJournal, (seq: number) => Words>> = {
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

/**
 * Says which limit is exceeded and by what. Used wherever the user confirms a limit, so that the wording is the same.
 */
export function limitSentence({ span, scope, measure, currency, allowed, wouldBe }: OverLimit): string {
  const whose = scope === 'account' ? 'this account’s limit' : 'your limit';
  const [amount, most] =
    measure === 'sum'
      ? [money(wouldBe, currency), money(allowed, currency)]
      : [`${wouldBe} paid changes of unknown price`, allowed];
  const where = { change: 'This change comes to', batch: 'This batch comes to', day: 'Today comes to' }[span];
  return `${where} ${amount}: ${whose} is ${most}.`;
}

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
