import { assertNever } from '#shared/assert-never.ts';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { ChangesView } from '../../shell/route-store.ts';
import { PlansView } from '../plans/PlansView.tsx';
import { PlanView } from '../plans/PlanView.tsx';
import { ChangeList } from './list/ChangeList.tsx';

const list: ChangesView = { kind: 'list', changeId: null };

/** What alters domains: the changes with one of them beside their list, the plans, or one plan. */
export function ChangesScreen() {
  const { route } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'changes' ? state.route.view : list));
  switch (view.kind) {
    case 'list':
      return <ChangeList changeId={view.changeId} />;
    case 'plans':
      return <PlansView />;
    case 'plan':
      return <PlanView key={view.planId} planId={view.planId} />;
    default:
      return assertNever(view);
  }
}
