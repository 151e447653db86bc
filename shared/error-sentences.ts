import { teamFaultWords } from './domain/team-troubles.ts';
import { inEnglish, localDay, localTime } from './domain/counting.ts';
import { nounOf, readPartWords } from './domain/change-kinds.ts';
import type { FindingKind } from './domain/finding.ts';
import { limitSentence, overchargeText } from './domain/limits.ts';
import type {
  AppError,
  AppErrorKind,
  BreakableJournal,
  ChangedPart,
  Doubt,
  EarlierPayment,
  ErrorOf,
  KeychainFault,
  ReachFailure,
  RefusalReason,
  StorageFault,
  UnreadableReason,
} from './errors.ts';
import { isolated } from './domain/isolated.ts';

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

export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The service's own words, as a quotation; empty if it gave none. */
const quoted = (said = ''): string => (said === '' ? '' : `The service said: “${isolated(said)}”`);

/** Exhaustive: a new kind of failure does not compile until it has its sentences. */
const sentences: { readonly [K in AppErrorKind]: (error: ErrorOf<K>) => ErrorSentences } = {
  'invalid-input': ({ reason }) => nothingChanged([sentence(reason), 'Correct it and try again.']),
  'no-account': () =>
    nothingChanged([
      'No account is set up.',
      'Add an account, or use the practice account.',
      ['add-account'],
    ]),
  'no-key': () =>
    nothingChanged([
      'This account has no API key.',
      'Enter the key once; it is stored in the keychain.',
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
  cancelled: () => nothingChanged(['This was cancelled.', 'Try again at any time.', ['try-again']]),
  'app-locked': () => nothingChanged(['Namedesk is locked.', 'Unlock it, then try again.']),
  bug: ({ incidentId }) =>
    nothingChanged([
      `This is a bug in Namedesk. The log has it as incident ${incidentId}.`,
      'Try again. If it happens again, report the incident number.',
      ['try-again'],
    ]),
  refused({ why, status, said }) {
    const [happened, ...rest] = refusals[why];
    return nothingChanged([`${happened} ${quoted(said) || 'It gave no words'} (HTTP ${status}).`, ...rest]);
  },
  unreachable: ({ why }) => nothingChanged(reach[why]),
  'not-sent': ({ why }) => nothingChanged(reach[why]),
  unreadable({ why, status, said }) {
    const [happened, ...rest] = why === 'blocked' && status === 401 ? unsaid401 : unreadable[why];
    const words = said === undefined ? '' : `: “${isolated(said)}”`;
    const whole = `${happened} (HTTP ${status})${words}. It counts as neither yes nor no.`;
    return nothingChanged([whole, ...rest]);
  },
  uncertain: ({ why, said, yes, no }) => ({
    happened:
      yes !== undefined && no !== undefined
        ? `The answer says both yes (“${isolated(yes)}”) and no (“${isolated(no)}”).`
        : [doubts[why], quoted(said) && `${quoted(said)}.`].filter((part) => part !== '').join(' '),
    changed: 'We don’t know whether this was done.',
    next: 'It is never sent again automatically. Verify what the service has before you go on.',
    remedies: [],
  }),
  'open-change': ({ number }) =>
    nothingChanged([
      `Change ${number} on this domain is of the same kind and is not finished.`,
      'Open it in Activity: send it, verify it, mark it as done or not done, or withdraw it. Then try again.',
    ]),
  'changed-since': ({ what, number, unsure, by }) =>
    nothingChanged([
      by !== undefined
        ? `${nounOf(by.change)} by ${isolated(by.name)} took effect on ${localTime(by.at)}.`
        : what === 'earlier-change' && number !== undefined && number > 0
          ? `Change ${number} ${unsure === undefined ? 'took effect in the meantime.' : unsureWords[unsure]}`
          : changedWords[what].changed,
      what === 'login' ? 'Withdraw it, then start again.' : 'Review it again, then send it.',
    ]),
  'claimed-elsewhere': ({ by, change, since, state }) =>
    nothingChanged([
      `${nounOf(change)} of this domain by ${isolated(by)} ${claimWords[state]} ${localTime(since)}.`,
      claimSteps[state](isolated(by)),
      ['try-again'],
    ]),
  'team-unavailable': ({ why, since, by }) =>
    nothingChanged([...teamFaultWords(why, since, by), ['try-again']]),
  'team-limit': ({ why, limit }) => nothingChanged(teamLimitWords[why](limit ?? 0)),
  'over-limit': ({ limits }) =>
    nothingChanged([
      limits.map(limitSentence).join(' ') || 'This exceeds a spending limit.',
      'Review it again and confirm the amount, or change Settings → Limits.',
    ]),
  'charged-more': ({ number, ...charge }) => ({
    happened: `${charge.isOfAll === true ? 'At' : 'For'} change ${number}, ${overchargeText(charge)}.`,
    changed: 'Done, as far as is known. Nothing more was sent.',
    next: 'Ask your provider for the price.',
    remedies: [],
  }),
  'rate-limited': ({ retryAfterS }) =>
    nothingChanged([
      retryAfterS === null
        ? 'Too many requests are waiting: none of them ended within 30 seconds.'
        : `The service asked us to wait another ${waitWords(retryAfterS)}.`,
      'Send it later.',
    ]),
  'account-in-use': (error) => nothingChanged(inUseWords(error)),
  'not-available': ({ finding }) =>
    nothingChanged([
      `Checked just before ordering: the name is ${findingWords[finding]}.`,
      'Nothing was ordered. Choose another name, or check it again later.',
    ]),
  'journal-broken': ({ journal, seq }) => nothingChanged(brokenWords[journal](seq)),
  'restore-unacknowledged': () =>
    nothingChanged([
      'Something may have been paid that you have not reviewed yet.',
      'Review what may have changed. Then paid changes can be sent.',
    ]),
  'from-backup': ({ mayBeDone, earlier }) => ({
    happened:
      earlier === undefined
        ? 'This was planned in a backup or an older file of the workspace, and was withdrawn when that came into use.'
        : earlierText(earlier),
    changed:
      earlier !== undefined
        ? 'The journal does not prove it, and nobody can rule it out.'
        : mayBeDone
          ? 'We don’t know whether it was sent since it was planned.'
          : 'It was not sent since it was planned.',
    next: mayBeDone
      ? 'Check your provider’s panel before you do it again.'
      : 'Start it again if you still want it.',
    remedies: [],
  }),
};

/** What is known of a payment that the journal does not prove: day, change number and price, as far as they are known. */
export function earlierText(earlier: EarlierPayment): string {
  const { number, sentAt, price, accountLabel, place, since, saidAt } = earlier;
  if (saidAt !== undefined)
    return `You said on ${localDay(saidAt)} that it was done since ${localDay(since)}${place === null ? '' : `, by another workspace of yours: ${isolated(place)}`}.`;
  if (place !== null)
    return `Another workspace of yours pays with this login: ${isolated(place)}. What it has done since ${localDay(since)} is not in this journal.`;
  if (number === null)
    return `What was paid since ${localDay(since)} is not known for any domain of this login.`;
  const when = sentAt === null ? 'its day is not known' : `sent on ${localDay(sentAt)}`;
  const cost = price === null ? 'price not given' : price;
  const by = accountLabel === null ? '' : `, ${isolated(accountLabel)}`;
  return `Another file records a payment for it: change ${number}${by}, ${when}, ${cost}.`;
}

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
    'The keychain did not answer in time.',
    'It may be waiting for you in another window. Answer it there, or restart the keychain service, then try again.',
  ],
  denied: [
    'The keychain refused: access was denied.',
    'Allow Namedesk in your system’s password manager, then try again.',
  ],
  replaced: [
    'Namedesk was updated while it was running, and the keychain is only asked by the same version.',
    'Restart Namedesk, then try again. Whatever waits for the key goes on then.',
  ],
};

const storageWords: Readonly<Record<StorageFault, Words>> = {
  full: ['The disk is full, so this could not be saved.', 'Free some space, then try again.'],
  'read-only': [
    'The workspace cannot be written to.',
    'Check the permissions of the workspace folder; Settings shows where it is.',
  ],
  'newer-version': [
    'The workspace was written by a newer Namedesk.',
    'Use that version, or open another workspace.',
  ],
  damaged: [
    'The workspace file is damaged. It was moved aside, not deleted.',
    'Restart Namedesk to see what could be restored.',
  ],
  busy: [
    'The workspace is in use by another Namedesk, such as a command line.',
    'It opens automatically once the other one has ended.',
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
    'Your account has no permission for this.',
    'Ask your provider for permission. Everything else works as before.',
  ],
  rate: [
    'The service says it is getting too many requests.',
    'Wait a minute, then try again. You can lower the account’s request rate.',
    ['try-again', 'edit-account'],
  ],
  credit: ['The credit of this account is not enough.', 'Add credit at your provider, then try again.'],
  exists: ['The service says this already exists.', 'Check it before you go on.'],
  'not-found': [
    'The service could not find this.',
    'Check that the name is in this account, and the account’s base URL.',
    ['edit-account'],
  ],
  validation: ['The service rejected what was sent.', 'Correct it and try again.'],
  server: ['The service had an internal error.', 'Try again later, or tell your provider.', ['try-again']],
  redirect: [
    'The service redirected to another address. Namedesk did not follow, because the key would have been sent there.',
    'Check the base URL of the account.',
    ['edit-account'],
  ],
  other: ['The service refused.', 'Its message may say why.', ['try-again']],
};

const reach: Readonly<Record<ReachFailure, Words>> = {
  offline: [
    'This computer is offline.',
    'Saved results stay available. Connect, then try again.',
    ['try-again'],
  ],
  'name-not-resolved': [
    'The host of the base URL could not be found.',
    'Check the network and the base URL of the account.',
    ['try-again', 'edit-account'],
  ],
  'connection-refused': [
    'The server refused the connection.',
    'Check the base URL of the account, or wait for the service.',
    ['try-again', 'edit-account'],
  ],
  'tls-failed': [
    'No secure connection could be made, so nothing was sent.',
    'Check this computer’s clock and the base URL. Do not continue if the network is not yours.',
    ['try-again', 'edit-account'],
  ],
  'not-https': [
    'The server at this address does not speak HTTPS, so nothing was sent.',
    'Check the port in the base URL of the account. HTTPS usually needs none.',
    ['edit-account', 'try-again'],
  ],
  'connect-timeout': [
    'The server did not answer the connection attempt.',
    'Check the network, then try again.',
    ['try-again'],
  ],
  'clock-unknown': [
    'The hour is about to turn and the service’s clock is still unknown, so nothing was sent.',
    'Try again in a few seconds.',
    ['try-again'],
  ],
  'no-answer-in-time': [
    'The service did not answer in time.',
    'Try again. If it is always slow, raise the account’s time-out.',
    ['try-again', 'edit-account'],
  ],
  'connection-lost': [
    'The connection was lost before the answer was complete.',
    'Check the network, then try again.',
    ['try-again'],
  ],
};

const notInForm = (is: string): Words => [
  `The service’s answer ${is}`,
  'Try again. If it keeps happening, check that the base URL is the API’s.',
  ['try-again', 'edit-account'],
];

const unreadable: Readonly<Record<UnreadableReason, Words>> = {
  empty: notInForm('is empty'),
  'not-json': notInForm('is not JSON'),
  'wrong-shape': notInForm('is not in the expected form'),
  'too-large': notInForm('is larger than 5 MiB'),
  'too-deep': notInForm('is nested too deeply'),
  'cut-short': notInForm('was cut short'),
  'unsafe-text': notInForm('has characters that cannot be seen, or that could not be decoded'),
  coded: notInForm('is compressed, which was not asked for'),
  'php-warnings': [
    'The service prints PHP warnings in place of its answer, or in front of it',
    'Tell your provider: the service must not print them (display_errors). Then try again.',
    ['try-again'],
  ],
  'not-offered': [
    'The service says that it has nothing at this operation’s address, which says nothing about any domain',
    'Try again later. If it stays so, ask your provider whether this can be read, and check that the base URL of the account is the API’s.',
    ['try-again', 'edit-account'],
  ],
  'no-operation': [
    'The server has nothing at this address, which says nothing about any domain',
    'Check that the base URL of the account is the API’s. If it is, try again later: the service may be under maintenance.',
    ['edit-account', 'try-again'],
  ],
  blocked: [
    'Something between here and the service blocks this, so the service did not judge the key',
    'Try again later or from another network. If it stays so, tell your provider what blocks, and this computer’s address.',
    ['try-again'],
  ],
};

/** A 401 without words of the service: its own server may write such a page where the key is wrong. */
const unsaid401: Words = [
  'Something between here and the service blocks this, or the key or the e-mail address is wrong and the service does not say so',
  'Check the e-mail address and the key. If they are right, try again later or from another network, then tell your provider.',
  ['try-again', 'enter-key', 'edit-account'],
];

const doubts: Readonly<Record<Doubt, string>> = {
  'no-complete-answer': 'No complete answer came back.',
  'answer-not-understood': 'The answer could not be understood.',
  'says-both': 'The answer says both yes and no.',
  'server-error': 'The service answered with an internal error.',
  redirected: 'The service redirected to another address.',
  'unclear-refusal': 'The service said no, but its message doesn’t rule out that it was done.',
  blocked: 'Something between here and the service answered in its place.',
  pending: 'The service says this is pending: it may still be done.',
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
    `The journal of changes fails its check at entry ${seq}, so no change is sent to any service.`,
    'See Changes for details. Lookups and reads keep working.',
  ],
  accesses: (seq) => [
    `The journal of codes fails its check at line ${seq}, so no transfer code is requested.`,
    'See Changes for details. Changes, reads and lookups keep working.',
  ],
};

const changedWords: Readonly<Record<ChangedPart, { readonly changed: string }>> = {
  ...readPartWords,
  price: { changed: 'The price has changed since you looked.' },
  batch: { changed: 'This batch has changed since you reviewed it.' },
  review: { changed: 'This review has expired.' },
  'earlier-change': { changed: 'Another change of this kind took effect since you looked.' },
  unasked: { changed: 'The team was not asked about this when it was reviewed.' },
  login: { changed: 'The account’s server or e-mail address is not the one you reviewed.' },
  consent: { changed: 'This was reviewed too long ago.' },
  start: { changed: 'Namedesk was closed since this was reviewed.' },
};

const claimWords = {
  held: 'has been about to be sent since',
  sent: 'has been under way since',
  uncertain: 'has been uncertain since',
  bought: 'took effect: it was sent on',
} as const;

const whenFinished = (): string => 'Wait until it is finished, then review it again.';

const claimSteps: Readonly<Record<keyof typeof claimWords, (by: string) => string>> = {
  held: whenFinished,
  sent: whenFinished,
  uncertain: (by) => `It has to be verified by ${by} first. Then review it again.`,
  bought: () =>
    'A team buys a name once. If it was given back since, an admin frees it first: namedesk team release.',
};

const teamLimitWords: Readonly<Record<ErrorOf<'team-limit'>['why'], (limit: number) => Words>> = {
  alone: (limit) => [
    `In your team, one person alone sends ${inEnglish.counted(limit, 'charged change', 'charged changes')} in 24 hours, and you have sent as many.`,
    'Ask a colleague to approve the rest, as a batch that you have reviewed, or send it later.',
  ],
  team: (limit) => [
    `Your team sends ${inEnglish.counted(limit, 'charged change', 'charged changes')} in 24 hours, and has sent as many.`,
    'Send it later, or ask an admin of the team about its limit.',
  ],
  approval: () => [
    'An approval was requested for this batch, and none covers this change: it waits, was refused, is older than a day, its person is no longer in the team, or the batch, a name or a price is another one since.',
    'Review what is left and ask again, or withdraw the request.',
  ],
};

const unsureWords = {
  uncharged: 'was accepted in the meantime, but not yet charged: it may not have been done.',
  open: 'was sent in the meantime with another account, and may have been done.',
  later:
    'was not done as far as was known, but the expiry is later by its years since: it may have been renewed.',
} as const;

function waitWords(seconds: number): string {
  if (seconds < 90) return inEnglish.counted(seconds, 'second', 'seconds');
  return seconds < 5_400
    ? inEnglish.counted(Math.round(seconds / 60), 'minute', 'minutes')
    : inEnglish.counted(Math.round(seconds / 3_600), 'hour', 'hours');
}

export const findingWords: Readonly<Record<FindingKind, string>> = {
  available: 'available',
  premium: 'available at a premium price',
  taken: 'taken',
  reserved: 'reserved',
  invalid: 'not a valid name',
  unknown: 'unknown: the service gave no usable answer',
  unchecked: 'not checked',
};
