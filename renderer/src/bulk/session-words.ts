import type { UnknownCause } from '#shared/domain/finding.ts';
import {
  type Estimate,
  type Pace,
  type Session,
  type SessionState,
  type ShownCounts,
  shownCountsOf,
  unreadNamesReason,
} from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError, AppErrorKind, RefusalReason } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { counted, format, roughly } from '../ui/Formats.tsx';
import { findingWords } from '../ui/Marks.tsx';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

export const stateWords: Readonly<Record<SessionState, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Done',
};

export const cellsOf = (session: Pick<Session, 'names' | 'tlds'>): number =>
  session.names * session.tlds.length;

/** `2,000 names × 20 TLDs`. */
export const sizeInWords = (session: Pick<Session, 'names' | 'tlds'>): string =>
  `${counted(session.names, 'name', 'names')} × ${counted(session.tlds.length, 'TLD', 'TLDs')}`;

/** Whole percents, rounded down: 100 only when nothing is left. */
export function percentDone(session: Pick<Session, 'names' | 'tlds' | 'left'>): number {
  const all = cellsOf(session);
  return all === 0 ? 100 : Math.floor((100 * (all - session.left)) / all);
}

/** The remaining time: `about 12 min left (9 to 16 min)`; empty where it cannot be estimated. */
export function leftInWords(left: Estimate | null): string {
  if (left === null) return '';
  const likely = roughly(left.likely);
  const low = roughly(left.low);
  const high = roughly(left.high);
  return low === high ? `about ${likely} left` : `about ${likely} left (${low} to ${high})`;
}

const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const rateInWords = ({ requestsPerSecond, cellsPerSecond }: Pace): string =>
  `${oneDigit.format(requestsPerSecond)} requests/s · ${format.count(Math.round(cellsPerSecond))} checks/s`;

/** What the service allows, as far as it was found out, or the user's own limit; empty where it is slowed down. */
export function allowedInWords({ slowedBy, ceilingPerSecond, allowedPerSecond, observed }: Pace): string {
  if (slowedBy !== null) return '';
  if (observed.perSecond !== null)
    return `The service allows about ${oneDigit.format(observed.perSecond)} requests/s`;
  if (observed.concurrency !== null)
    return `The service allows ${counted(observed.concurrency, 'request', 'requests')} at once`;
  if (ceilingPerSecond !== null) return `Your limit: ${oneDigit.format(ceilingPerSecond)} requests/s`;
  return allowedPerSecond === null
    ? ''
    : `No limit met up to ${oneDigit.format(allowedPerSecond)} requests/s`;
}

/** Why it is slower than the account's rate limit; empty where it is not. */
export function slowedInWords({ slowedBy, allowedPerSecond, ceilingPerSecond }: Pace): string {
  if (slowedBy === null) return '';
  const now =
    allowedPerSecond === null
      ? ''
      : `; now at most ${oneDigit.format(allowedPerSecond)} requests/s${
          ceilingPerSecond === null ? '' : ` of ${oneDigit.format(ceilingPerSecond)}`
        }`;
  return `${slowedWords[slowedBy]}${now}`;
}

const slowedWords: Readonly<Record<NonNullable<Pace['slowedBy']>, string>> = {
  rate: 'Slowed down: the service says it gets too many requests',
  server: 'Slowed down: the service has internal errors',
  timeouts: 'Slowed down: answers time out',
  latency: 'Slowed down: the service answers slowly',
  'retry-after': 'The service asked for a pause',
};

/** Why a session waits, and that it resumes by itself. */
export function waitingInWords(error: AppError): string {
  if (error.kind === 'unreachable' && error.why === 'offline') return 'Offline: resumes automatically';
  return `${sentencesFor(error).happened} Resumes automatically.`;
}

/** The cause of a failure in one or two words, for lists of causes. */
export const causeWords: Readonly<Record<UnknownCause, string>> = {
  'not-in-answer': 'Missing from the answer',
  'no-decision': 'Answered without a yes or no',
  'error-in-answer': 'Service error',
  refused: 'Refused',
  unreachable: 'Service unreachable',
  unreadable: 'Unreadable answer',
  'no-key': 'No key',
  cancelled: 'Cancelled',
};

/** How many cells were checked longer ago than `seconds`; unchecked cells have no age. */
export function countOlder(checkedAt: Uint32Array, nowMs: number, seconds: number): number {
  const before = Math.floor(nowMs / 1_000) - seconds;
  let count = 0;
  for (const at of checkedAt) if (at !== 0 && at < before) count += 1;
  return count;
}

const hour = 3_600;

/** The offered ages; any other can be typed. */
export const offeredAges = [
  { seconds: hour, words: '1 hour' },
  { seconds: 24 * hour, words: '1 day' },
  { seconds: 7 * 24 * hour, words: '7 days' },
] as const;

export const ageUnits = [
  { value: String(60), label: 'minutes' },
  { value: String(hour), label: 'hours' },
  { value: String(24 * hour), label: 'days' },
] as const;

/** `1 hour`, `36 hours`, `7 days`. */
export function ageInWords(seconds: number): string {
  const units = [
    { one: 'day', many: 'days', size: 24 * hour },
    { one: 'hour', many: 'hours', size: hour },
    { one: 'minute', many: 'minutes', size: 60 },
  ];
  const unit = units.find(({ size }) => seconds >= size && seconds % size === 0) ?? units[2];
  if (unit === undefined) return '';
  return counted(Math.round(seconds / unit.size), unit.one, unit.many);
}

interface StatusWords {
  readonly main: string;
  /** A second line; empty where there is nothing more to say. */
  readonly more: string;
}

/** "Running · 9.8 requests/s", "Waits: offline", "Paused at 43 %", "Done 3 h ago". */
export function statusWords(session: Session, nowMs: number): StatusWords {
  const { state, pace } = session;
  switch (state) {
    case 'running':
      return pace === null
        ? { main: 'Running', more: 'Measuring the rate' }
        : {
            main: `Running · ${oneDigit.format(pace.requestsPerSecond)} requests/s`,
            more: [leftInWords(pace.left), slowedInWords(pace)].filter((part) => part !== '').join(' · '),
          };
    case 'waiting':
      return {
        main: session.waitingFor === null ? 'Waiting' : `Waiting: ${causeOfWaiting(session.waitingFor)}`,
        more: 'Resumes automatically',
      };
    case 'paused':
      return { main: `Paused at ${percentDone(session)} %`, more: unknownsOf(session) };
    case 'stopped':
      return { main: `Stopped at ${percentDone(session)} %`, more: unknownsOf(session) };
    case 'finished':
      return {
        main: session.finishedAt === null ? 'Done' : `Done ${format.age(session.finishedAt, nowMs)}`,
        more: unknownsOf(session),
      };
    default:
      return assertNever(state);
  }
}

const unknownsOf = ({ counts }: Session): string =>
  counts.unknown === 0 ? '' : `${format.count(counts.unknown)} unknown`;

/** What a session waits for, as the end of "Waits: …". The full sentence is on the session's own screen. */
export function causeOfWaiting(error: AppError): string {
  if (error.kind === 'unreachable' || error.kind === 'not-sent')
    return error.why === 'offline' ? 'offline' : 'service unreachable';
  if (error.kind === 'refused') return refusals[error.why] ?? 'the service refuses';
  if (error.kind === 'storage' && error.fault === 'full') return 'the disk is full';
  return causesOfWaiting[error.kind] ?? 'an unexpected problem';
}

const causesOfWaiting: Partial<Readonly<Record<AppErrorKind, string>>> = {
  unreadable: 'the service’s answers cannot be read',
  'no-key': 'the account has no key',
  'no-account': 'its account was removed',
  keychain: 'the keychain does not respond',
  storage: 'the workspace cannot be written to',
  'rate-limited': 'the service asked to wait',
  bug: 'a bug in Namedesk',
};

const refusals: Partial<Readonly<Record<RefusalReason, string>>> = {
  credentials: 'the service refused the key',
  address: 'the service refuses this computer’s address',
  permission: 'no permission at the service',
  rate: 'too many requests',
  server: 'the service has internal errors',
};

/** The numbers of findings in words: "1,204 available, 12 unknown". */
export const countsInWords = (counts: ShownCounts): string =>
  shownKinds
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${format.count(counts[kind] ?? 0)} ${findingWords[kind].toLowerCase()}`)
    .join(', ');

/** The bar in words, for screen readers: "43 % checked: 1,204 available, 12 unknown". */
export function progressWords(session: Session): string {
  const counts = countsInWords({ ...shownCountsOf(session), unchecked: 0 });
  const known = session.own === null && counts !== '' ? `${counts}; ${unreadNamesReason}` : counts;
  const checked = `${percentDone(session)} % checked`;
  return known === '' ? checked : `${checked}: ${known}`;
}
