import { findingKinds, type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';
import type { Estimate, Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { count, counted, duration } from '../numbers.ts';

const cellsOf = ({ names, tlds }: Session): number => names * tlds.length;

/**
 * `12,300 of 20,000 (61 %) · 5,321 available · 9.8 requests/s · 3 min left (2 min to 5 min)`: what a narrow terminal cuts off
 * stands last.
 */
export function progressLine(session: Session): string {
  const all = cellsOf(session);
  const done = all - session.left;
  const { pace, counts } = session;
  const parts = [`${count(done)} of ${count(all)} (${Math.floor((done / Math.max(1, all)) * 100)} %)`];
  parts.push(`${count(counts.available + counts.premium)} available`);
  if (counts.unknown > 0) parts.push(`${count(counts.unknown)} unknown`);
  if (session.state === 'waiting') parts.push('waiting');
  if (pace !== null) {
    parts.push(`${pace.requestsPerSecond.toFixed(1)} requests/s`);
    if (pace.slowedBy !== null) parts.push(slowedBy[pace.slowedBy]);
    if (pace.left !== null) parts.push(timeLeft(pace.left));
  }
  return parts.join(' · ');
}

const timeLeft = ({ likely, low, high }: Estimate): string =>
  duration(low) === duration(high)
    ? `${duration(likely)} left`
    : `${duration(likely)} left (${duration(low)} to ${duration(high)})`;

const slowedBy: Readonly<Record<NonNullable<NonNullable<Session['pace']>['slowedBy']>, string>> = {
  rate: 'slowed: the service says it is asked too often',
  server: 'slowed: the service has errors of its own',
  timeouts: 'slowed: answers do not come in time',
  latency: 'slowed: answers come slower than before',
  'retry-after': 'slowed: the service asked for a pause',
};

/** `20,000 cells in 3 min 5 s: 9,123 available, 812 premium, …`. @param seconds Null where it is not worth telling. */
export function countsLine(session: Session, seconds: number | null): string {
  const said = findingKinds
    .filter((kind) => session.counts[kind] > 0)
    .map((kind) => `${count(session.counts[kind])} ${kind}`);
  const time = seconds === null ? '' : ` in ${duration(seconds)}`;
  return `"${session.name}": ${counted(cellsOf(session), 'cell', 'cells')}${time}: ${said.join(', ')}.`;
}

/** Why cells have no answer, each cause with its count; none where all have one. */
export function unknownLines({ counts, causes }: Session): readonly string[] {
  if (counts.unknown === 0) return [];
  const known = unknownCauses.filter((cause) => (causes[cause] ?? 0) > 0);
  return [
    `${counted(counts.unknown, 'cell has', 'cells have')} no usable answer:`,
    ...known.map((cause) => `  ${count(causes[cause] ?? 0)} × ${causeWords[cause]} (${cause})`),
  ];
}

const causeWords: Readonly<Record<UnknownCause, string>> = {
  'not-in-answer': 'asked for, but not in the answer',
  'no-decision': 'in the answer, but without a yes or no',
  'error-in-answer': 'an error instead of an answer about this name',
  refused: 'refused by the service',
  unreachable: 'the service could not be reached',
  unreadable: 'the answer could not be read',
  'no-key': 'no key',
  cancelled: 'stopped before it was answered',
};

export function waitingLine({ waitingFor }: Session): string {
  if (waitingFor === null) return 'Waiting; it goes on by itself.';
  return `Waiting, and going on by itself when this has passed: ${sentencesFor(waitingFor).happened}`;
}
