import { Button } from '@mantine/core';
import { isConfirmedBy, type OverLimit } from '#shared/domain/limits.ts';
import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Tick } from '../../../components/Tick.tsx';
import { useChangeList } from '../../changes/change-list.ts';
import { TypedLimit } from '../../limits/TypedLimit.tsx';
import { wholeList } from '../../changes/list/list-store.ts';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';
import { RemovePlan } from './RemovePlan.tsx';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** Pausing, going on and stopping; of a plan that is over, taking it off the list. */
export function RunActions({ store, plan }: Props) {
  const { doing, typedLimit } = useStore(store);
  const { step, typeLimit } = store.actions;
  const limits =
    plan.state === 'halted' && plan.waitingFor?.kind === 'over-limit' ? plan.waitingFor.limits : [];
  const hasUncertain = plan.state === 'halted' && plan.waitingFor === null;
  const isOver = plan.state === 'done' || plan.state === 'stopped';
  if (isOver) return <RemovePlan plan={plan} />;
  return (
    <div className={css['apply']}>
      {limits.length > 0 && <TypedLimit limits={limits} typed={typedLimit} onType={typeLimit} />}
      <div className={css['buttons']}>
        {hasUncertain && <OpenUncertain plan={plan} />}
        {plan.state === 'running' ? (
          <Button variant="default" loading={doing === 'pause'} onClick={() => void step('pause')}>
            Pause
          </Button>
        ) : (
          <Resume store={store} limits={limits} isFirst={!hasUncertain} />
        )}
        <Button
          variant="default"
          loading={doing === 'stop'}
          disabled={doing === 'resume'}
          onClick={() => void step('stop')}
        >
          Stop
        </Button>
      </div>
      {plan.state !== 'running' && <GoOn store={store} />}
    </div>
  );
}

interface ResumeProps extends Pick<Props, 'store'> {
  /** That have to be confirmed first. */
  readonly limits: readonly OverLimit[];
  readonly isFirst: boolean;
}

function Resume({ store, limits, isFirst }: ResumeProps) {
  const { doing, typedLimit } = useStore(store);
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      disabled={!isConfirmedBy(limits, typedLimit)}
      loading={doing === 'resume'}
      onClick={() => void store.actions.resume()}
    >
      Resume
    </Button>
  );
}

function GoOn({ store }: Pick<Props, 'store'>) {
  const goOn = useStore(store, (state) => state.goOn);
  return (
    <Tick
      label="Also after uncertain ones"
      checked={goOn}
      onChange={(event) => store.actions.goOnAfterUncertain(event.currentTarget.checked)}
    />
  );
}

/** Leads to the uncertain changes of this plan; to the change itself where it is one. */
function OpenUncertain({ plan }: Pick<Props, 'plan'>) {
  const { bridge, route } = useStores();
  const list = useChangeList();

  async function open(): Promise<void> {
    list.actions.lookAt({ ...wholeList, planId: plan.id, states: ['uncertain'] });
    const found = await bridge.request.changes.list({
      filter: {
        accountId: null,
        states: ['uncertain'],
        kinds: null,
        text: '',
        domain: null,
        planId: plan.id,
      },
      offset: 0,
      limit: 1,
    });
    const changeId = found.ok ? (found.value.changes[0]?.id ?? null) : null;
    route.actions.goToChanges({ kind: 'list', changeId });
  }

  return <Button onClick={() => void open()}>Open the uncertain one</Button>;
}
