import type { AppError } from '#shared/app-error.ts';
import type { Plan, PlanState } from '#shared/domain/plan.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { counted, format } from '../../../lib/format.ts';
import { overOf } from '../plan-words.ts';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';
import { RunActions } from './RunActions.tsx';
import { Tallies } from './Tallies.tsx';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** How far the plan is, what came of its changes so far, and how it goes on. */
export function RunPart({ store, plan }: Props) {
  const { toDo } = plan.counts;
  return (
    <div className={css['standing']}>
      <div className={css['words']}>
        <p className={css['main']} role="status">
          {titleOf(plan)}
        </p>
        <progress
          className={css['bar']}
          aria-label="Applied"
          max={Math.max(1, toDo)}
          value={Math.min(toDo, overOf(plan))}
        />
        <Tallies store={store} plan={plan} />
        <p className={css['quiet']}>{moreOf(plan)}</p>
      </div>
      <RunActions store={store} plan={plan} />
    </div>
  );
}

type RunState = Exclude<PlanState, 'reading' | 'ready'>;

const titles: Readonly<Record<RunState, string>> = {
  running: 'Applying',
  paused: 'Paused',
  halted: 'Halted at an uncertain change',
  done: 'Done',
  stopped: 'Stopped',
};

function titleOf(plan: Plan): string {
  const { state, counts } = plan;
  if (state === 'reading' || state === 'ready') return '';
  return `${titleBefore(plan, state)}: ${format.count(overOf(plan))} of ${counted(counts.toDo, 'change', 'changes')}`;
}

function titleBefore({ waitingFor, stoppedBy }: Plan, state: RunState): string {
  if (state === 'running' && waitingFor !== null) return 'Waiting';
  if (state === 'halted' && waitingFor !== null) return 'Needs attention';
  return state === 'stopped' && stoppedBy === 'restore' ? 'Stopped by a restore' : titles[state];
}

function moreOf(plan: Plan): string {
  const { state, waitingFor, counts, goesOnAfterUncertain, stoppedBy } = plan;
  if (state === 'reading' || state === 'ready') return '';
  if (waitingFor !== null) return waitingText(state, waitingFor);
  if (state === 'running' && goesOnAfterUncertain)
    return 'One after the other, each read back. It goes on after uncertain ones.';
  if (state === 'done' && counts.uncertain > 0)
    return 'Of the uncertain ones we do not know whether they were done: read them back, or settle them.';
  if (state === 'stopped' && stoppedBy === 'restore') return fromBackup;
  return more[state];
}

const fromBackup =
  'This batch came back with a backup and may have been applied after that was made, so nothing of it is sent. Make a new batch for what is still to be done.';

/** It goes on by itself while it runs; halted, only a person makes it go on. */
function waitingText(state: RunState, error: AppError): string {
  const { happened, next } = sentencesFor(error);
  if (state === 'running') return `${happened} It goes on by itself once it can.`;
  // The limit says itself what it wants.
  if (error.kind === 'over-limit') return 'Nothing further is sent until you confirm it.';
  if (error.kind === 'changed-since')
    return `${happened} Resume reads what is left again, for you to review.`;
  return `${happened} ${next} Then resume.`;
}

const more: Readonly<Record<RunState, string>> = {
  running: 'One after the other, each read back. It halts at the first uncertain one.',
  paused: 'No further change is sent until you resume. What was on its way comes to its end.',
  halted:
    'We do not know whether this change was done. Read it back or settle it, then resume; or go on with the others.',
  stopped: 'The rows that are left were not sent, and will not be.',
  done: 'Every row has its change, or was excluded.',
};
