import type { AppError, Doubt, ReachFailure, RefusalReason, UnreadableReason } from '../app-error.ts';
import { assertNever } from '../assert-never.ts';
import { type ErrorSentences, nothingChanged, type Remedy } from './sentence.ts';

/** What can come of asking a service. */
type ServiceError = Extract<
  AppError,
  { readonly kind: 'refused' | 'unreachable' | 'not-sent' | 'unreadable' | 'uncertain' }
>;

const serviceKinds: ReadonlySet<string> = new Set<ServiceError['kind']>([
  'refused',
  'unreachable',
  'not-sent',
  'unreadable',
  'uncertain',
]);

export const isServiceError = (error: AppError): error is ServiceError => serviceKinds.has(error.kind);

export function serviceSentences(error: ServiceError): ErrorSentences {
  switch (error.kind) {
    case 'refused':
      return refusalSentences(error.why, error.status, error.said);
    case 'unreachable':
    case 'not-sent':
      return reachSentences(error.why);
    case 'unreadable':
      return unreadableSentences(error.why, error.status);
    case 'uncertain':
      return doubtSentences(error.why, error.said);
    default:
      return assertNever(error);
  }
}

type Words = readonly [happened: string, next: string, remedies: readonly Remedy[]];

const asSentences = ([happened, next, remedies]: Words): ErrorSentences => ({
  happened,
  changed: nothingChanged,
  next,
  remedies,
});

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
    [],
  ],
  rate: [
    'The service says that it was asked too often.',
    'Wait a minute, then try again. A lower request rate can be set for the account.',
    ['try-again', 'edit-account'],
  ],
  credit: ['The credit of this account is not enough.', 'Add credit at your provider, then try again.', []],
  exists: ['The service says that this exists already.', 'Look at it before you go on.', []],
  'not-found': [
    'The service does not know what was asked for.',
    'Check the base URL of the account, and the name.',
    ['edit-account'],
  ],
  validation: ['The service did not accept what was sent.', 'Correct it and try again.', []],
  server: ['The service had an error of its own.', 'Wait a little, then try again.', ['try-again']],
  redirect: [
    'The service pointed to another address. It was not followed, since the key would have travelled along.',
    'Check the base URL of the account.',
    ['edit-account'],
  ],
  other: ['The service refused.', 'Its own words may tell why.', ['try-again']],
};

/** @param said The service's own words, quoted as such. */
function refusalSentences(why: RefusalReason, status: number, said: string): ErrorSentences {
  const sentences = asSentences(refusals[why]);
  const words = said === '' ? `It gave no words (HTTP ${status}).` : `It said: “${said}” (HTTP ${status}).`;
  return { ...sentences, happened: `${sentences.happened} ${words}` };
}

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

const reachSentences = (why: ReachFailure): ErrorSentences => asSentences(reach[why]);

const unreadable: Readonly<Record<UnreadableReason, string>> = {
  empty: 'an empty answer',
  'not-json': 'something that is not JSON',
  'wrong-shape': 'an answer of a shape that the API does not have',
  'too-large': 'an answer larger than 5 MiB',
  'too-deep': 'an answer nested too deeply',
  'cut-short': 'an answer that was cut short',
};

const unreadableSentences = (why: UnreadableReason, status: number): ErrorSentences =>
  asSentences([
    `The service answered, but with ${unreadable[why]} (HTTP ${status}). It is taken for neither a yes nor a no.`,
    'Try again. If it stays so, check that the base URL is the one of the API.',
    ['try-again', 'edit-account'],
  ]);

const doubts: Readonly<Record<Doubt, string>> = {
  'no-complete-answer': 'No complete answer came back.',
  'answer-not-understood': 'The answer could not be understood.',
  'server-error': 'The service answered with an error of its own.',
  redirected: 'The service pointed to another address.',
  'unclear-refusal': 'The service said no, but not in words that rule out that it was done.',
  pending: 'The service says that this is pending: it may still do it.',
  exists: 'The service says that the name exists already. An order of yours may have gone through before.',
};

/** @param said The service's own words, quoted as such; left out where it gave none. */
const doubtSentences = (why: Doubt, said?: string): ErrorSentences => ({
  happened: said === undefined || said === '' ? doubts[why] : `${doubts[why]} It said: “${said}”.`,
  changed: 'We do not know whether this was done.',
  next: 'It is not sent again by itself. Read back what the service has before you go on.',
  remedies: [],
});
