import type { AppError, AppErrorKind, RefusalReason } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import { findingKinds } from '#shared/domain/finding.ts';
import type { Session } from '#shared/domain/session.ts';
import { findingWords } from '../../../components/finding-words.ts';
import { format } from '../../../lib/format.ts';
import { leftInWords, percentDone, slowedInWords } from '../session/session-words.ts';

/** What a session does, in one line; and what else there is to say of it, in another. */
export interface StatusWords {
  readonly main: string;
  /** Empty where there is nothing else to say. */
  readonly more: string;
}

const rate = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "Running · 9.8 requests/s", "Waits: offline", "Paused at 43 %", "Finished 3 h ago". */
export function statusWords(session: Session, nowMs: number): StatusWords {
  const { state, pace } = session;
  switch (state) {
    case 'running':
      return pace === null
        ? { main: 'Running', more: 'Measuring the rate' }
        : {
            main: `Running · ${rate.format(pace.requestsPerSecond)} requests/s`,
            more: [leftInWords(pace.left), slowedInWords(pace)].filter((part) => part !== '').join(' · '),
          };
    case 'waiting':
      return {
        main: session.waitingFor === null ? 'Waits' : `Waits: ${causeOfWaiting(session.waitingFor)}`,
        more: 'Goes on by itself',
      };
    case 'paused':
      return { main: `Paused at ${percentDone(session)} %`, more: unknownsOf(session) };
    case 'stopped':
      return { main: `Stopped at ${percentDone(session)} %`, more: unknownsOf(session) };
    case 'finished':
      return {
        main: session.finishedAt === null ? 'Finished' : `Finished ${format.age(session.finishedAt, nowMs)}`,
        more: unknownsOf(session),
      };
    default:
      return assertNever(state);
  }
}

const unknownsOf = ({ counts }: Session): string =>
  counts.unknown === 0 ? '' : `${format.count(counts.unknown)} unknown`;

/** What a session waits for, as the end of "Waits: …". The whole sentence is on its own screen. */
export function causeOfWaiting(error: AppError): string {
  if (error.kind === 'unreachable' || error.kind === 'not-sent')
    return error.why === 'offline' ? 'offline' : 'service unreachable';
  if (error.kind === 'refused') return refusals[error.why] ?? 'the service refuses';
  if (error.kind === 'storage' && error.fault === 'full') return 'the disk is full';
  return causes[error.kind];
}

const causes: Readonly<Record<Exclude<AppErrorKind, 'unreachable' | 'not-sent' | 'refused'>, string>> = {
  unreadable: 'the service’s answers cannot be read',
  'no-key': 'the account has no key',
  'no-account': 'its account is gone',
  keychain: 'the keychain does not answer',
  storage: 'the workspace cannot be written to',
  uncertain: 'something stands in the way',
  'open-change': 'something stands in the way',
  'changed-since': 'something stands in the way',
  'over-limit': 'something stands in the way',
  'rate-limited': 'the service asked to wait',
  'account-in-use': 'something stands in the way',
  'not-available': 'something stands in the way',
  'journal-broken': 'something stands in the way',
  'restore-unacknowledged': 'something stands in the way',
  'from-backup': 'something stands in the way',
  'invalid-input': 'something stands in the way',
  cancelled: 'something stands in the way',
  bug: 'a mistake in Namedesk stands in the way',
};

const refusals: Partial<Readonly<Record<RefusalReason, string>>> = {
  credentials: 'the service refused the key',
  address: 'the service refuses this computer’s address',
  permission: 'the service does not permit it',
  rate: 'asked too often',
  server: 'the service has errors of its own',
};

/** What the bar says to whoever does not see it: "43 % checked: 1,204 available, 12 unknown". */
export function progressWords(session: Session): string {
  const known = findingKinds.filter((kind) => kind !== 'unchecked' && session.counts[kind] > 0);
  const parts = known.map(
    (kind) => `${format.count(session.counts[kind])} ${findingWords[kind].toLowerCase()}`,
  );
  const checked = `${percentDone(session)} % checked`;
  return parts.length === 0 ? checked : `${checked}: ${parts.join(', ')}`;
}
