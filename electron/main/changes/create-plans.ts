import type { Plan } from '#shared/domain/plan.ts';
import type { Connections } from '../connections/connections.ts';
import type { Timer } from '../connections/throttle.ts';
import { notBuilt } from '../not-built.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Changes } from './changes.ts';
import type { Plans } from './plans.ts';

export interface PlansDeps {
  readonly workspace: Pick<Workspace, 'journal'>;
  readonly changes: Pick<Changes, 'perform' | 'find' | 'health'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly portfolio: Pick<Portfolio, 'list' | 'learn'>;
  readonly announce: (plans: readonly Plan[], removed: readonly string[]) => void;
  readonly onBug: (thrown: unknown) => void;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

export const createPlans = (_deps: PlansDeps): Plans => notBuilt();
