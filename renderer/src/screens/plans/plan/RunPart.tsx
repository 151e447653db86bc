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
  const { state, counts, waitingFor } = plan;
  if (state === 'reading' || state === 'ready') return '';
  const title = state === 'running' && waitingFor !== null ? 'Waiting' : titles[state];
  return `${title}: ${format.count(overOf(plan))} of ${counted(counts.toDo, 'change', 'changes')}`;
}

function moreOf({ state, waitingFor, counts, goesOnAfterUncertain }: Plan): string {
  if (state === 'reading' || state === 'ready') return '';
  if (waitingFor !== null) return `${sentencesFor(waitingFor).happened} It goes on by itself once it can.`;
  if (state === 'running' && goesOnAfterUncertain)
    return 'One after the other, each read back. It goes on after uncertain ones.';
  if (state === 'done' && counts.uncertain > 0)
    return 'Of the uncertain ones we do not know whether they were done: read them back, or settle them.';
  return more[state];
}

const more: Readonly<Record<RunState, string>> = {
  running: 'One after the other, each read back. It halts at the first uncertain one.',
  paused: 'No further change is sent until you resume. What was on its way comes to its end.',
  halted:
    'We do not know whether this change was done. Read it back or settle it, then resume; or go on with the others.',
  stopped: 'The rows that are left were not sent, and will not be.',
  done: 'Every row has its change, or was left out.',
};
