import { assertNever } from '#shared/assert-never.ts';
import type { LeftOutReason, Plan, PlanAsk, PlanRow, PlanState } from '#shared/domain/plan.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { counted, format } from '../../lib/format.ts';

/** What is done to each domain, as a title. */
export function planTitle(ask: PlanAsk): string {
  switch (ask.kind) {
    case 'lock':
      return ask.state === 'locked' ? 'Lock' : 'Unlock';
    case 'nameservers':
      return 'Set nameservers';
    case 'renew':
      return `Renew for ${counted(ask.periodYears, 'year', 'years')}`;
    default:
      return assertNever(ask);
  }
}

const stateWords: Readonly<Record<PlanState, string>> = {
  reading: 'Reading',
  ready: 'Awaiting review',
  running: 'Running',
  paused: 'Paused',
  halted: 'Needs attention',
  done: 'Done',
  stopped: 'Stopped',
};

/** Where a batch stands, in a word or two. */
export const planStateText = ({ state, stoppedBy }: Pick<Plan, 'state' | 'stoppedBy'>): string =>
  state === 'stopped' && stoppedBy === 'restore' ? 'Stopped by a restore' : stateWords[state];

/** Why a row is not applied. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  'already-so': 'No change needed',
  'not-readable': 'Could not be read',
  'open-change': 'An earlier change is not finished',
  archived: 'Archived',
  'transferred-away': 'Transferred away',
  'changed-since': 'Changed since it was looked at',
  renewed: 'Renewed recently',
  'by-hand': 'Excluded by you',
};

/** Why a row is not applied, in a sentence or less: with its day where it was renewed, else with what went wrong. */
export function excludedText({ leftOut, error, renewal }: PlanRow): string {
  if (leftOut === null) return '';
  if (leftOut === 'renewed' && renewal?.renewedAt != null)
    return `Renewed on ${format.day(renewal.renewedAt)}`;
  if (error === null) return leftOutWords[leftOut];
  const { happened } = sentencesFor(error);
  return leftOut === 'changed-since' ? happened : `${leftOutWords[leftOut]}. ${happened}`;
}

/** How far a batch is, in a few words. */
export function planProgress({ state, counts }: Plan): string {
  const { rows, read, toDo, remaining } = counts;
  switch (state) {
    case 'reading':
      return `Read ${format.count(read)} of ${format.count(rows)}`;
    case 'ready':
      return `${format.count(remaining)} ready`;
    case 'running':
    case 'paused':
    case 'halted':
    case 'done':
    case 'stopped':
      return `${format.count(overOf({ counts }))} of ${counted(toDo, 'change', 'changes')}`;
    default:
      return assertNever(state);
  }
}

/** How many changes have come to an end of some kind. */
export const overOf = ({ counts }: Pick<Plan, 'counts'>): number =>
  counts.confirmed + counts.refused + counts.uncertain;

/** Something of it was applied before: what is read and reviewed now is what is left. */
export const isAgain = (plan: Pick<Plan, 'counts'>): boolean => overOf(plan) > 0;

/** What the button says that applies it. */
export const applyWords = ({ counts }: Pick<Plan, 'counts'>): string =>
  `Apply ${counted(counts.remaining, 'change', 'changes')}`;
