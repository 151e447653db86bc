import type { AppError } from '#shared/app-error.ts';
import type { UnknownCause } from '#shared/domain/finding.ts';
import type { Estimate, Pace, Session, SessionState } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { counted, format } from '../../../lib/format.ts';

export const stateWords: Readonly<Record<SessionState, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
};

export const cellsOf = (session: Pick<Session, 'names' | 'tlds'>): number =>
  session.names * session.tlds.length;

/** `2,000 names × 20 TLDs`. */
export const sizeInWords = (session: Pick<Session, 'names' | 'tlds'>): string =>
  `${counted(session.names, 'name', 'names')} × ${counted(session.tlds.length, 'TLD', 'TLDs')}`;

/** Whole percents, rounded down: 100 is said when nothing is left, and not before. */
export function percentDone(session: Pick<Session, 'names' | 'tlds' | 'left'>): number {
  const all = cellsOf(session);
  return all === 0 ? 100 : Math.floor((100 * (all - session.left)) / all);
}

/** How long is left: `about 12 min left (9 to 16 min)`; empty where it cannot be told. */
export function leftInWords(left: Estimate | null): string {
  if (left === null) return '';
  const likely = roughly(left.likely);
  const low = roughly(left.low);
  const high = roughly(left.high);
  return low === high ? `about ${likely} left` : `about ${likely} left (${low} to ${high})`;
}

/** As exact as it deserves: seconds below two minutes, minutes below two hours. */
export function roughly(seconds: number): string {
  const step = seconds < 10 ? 1 : seconds < 120 ? 5 : seconds < 7_200 ? 60 : 600;
  return format.duration(Math.max(1, Math.round(seconds / step) * step) * 1_000);
}

const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const rateInWords = ({ requestsPerSecond, cellsPerSecond }: Pace): string =>
  `${oneDigit.format(requestsPerSecond)} requests/s · ${format.count(Math.round(cellsPerSecond))} cells/s`;

/** Why it is slower than the account's ceiling; empty where it is not. */
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
  rate: 'Slowed down: the service says that it is asked too often',
  server: 'Slowed down: the service has errors of its own',
  timeouts: 'Slowed down: answers do not come in time',
  latency: 'Slowed down: the service answers slowly',
  'retry-after': 'The service asked for a pause',
};

/** Why a session waits, and that it goes on by itself. */
export function waitingInWords(error: AppError): string {
  if (error.kind === 'unreachable' && error.why === 'offline') return 'Offline: goes on by itself';
  return `${sentencesFor(error).happened} It goes on by itself once that has passed.`;
}

/** What failed, in one or two words, for lists of causes. */
export const causeWords: Readonly<Record<UnknownCause, string>> = {
  'not-in-answer': 'Left out of the answer',
  'no-decision': 'Answered without a decision',
  'error-in-answer': 'Error at the service',
  refused: 'Refused',
  unreachable: 'Not reached',
  unreadable: 'Answer not readable',
  'no-key': 'No key',
  cancelled: 'Stopped before the answer',
};
