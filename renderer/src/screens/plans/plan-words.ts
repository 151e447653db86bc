import { assertNever } from '#shared/assert-never.ts';
import type { LeftOutReason, Plan, PlanAsk, PlanState } from '#shared/domain/plan.ts';
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

export const planStateWords: Readonly<Record<PlanState, string>> = {
  reading: 'Reading',
  ready: 'To be looked at',
  running: 'Running',
  paused: 'Paused',
  halted: 'Waits for you',
  done: 'Done',
  stopped: 'Stopped',
};

/** Why a row is not applied. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  'already-so': 'It is so already',
  'not-readable': 'Could not be read',
  'open-change': 'An earlier change is not finished',
  archived: 'It is archived',
  'transferred-away': 'It was transferred away',
  'changed-since': 'Changed since it was looked at',
  'by-hand': 'Left out by you',
};

/** How far a plan is, in a few words. */
export function planProgress({ state, counts }: Plan): string {
  const { rows, read, toDo } = counts;
  switch (state) {
    case 'reading':
      return `Read ${format.count(read)} of ${format.count(rows)}`;
    case 'ready':
      return counted(toDo, 'change', 'changes');
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

/** What the button says that applies it. */
export const applyWords = ({ counts }: Pick<Plan, 'counts'>): string =>
  `Apply ${counted(counts.toDo, 'change', 'changes')}`;
