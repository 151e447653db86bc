import type { Plan } from '#shared/domain/plan.ts';
import type { Result } from '#shared/result.ts';
import type { AccountThrottle, Timer } from '../../connections/throttle.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Changes } from '../changes.ts';
import type { ChangingConnection } from '../context.ts';
import type { News } from './news.ts';
import type { Turns } from './turns.ts';
import type { Waits } from './waits.ts';

/** Reading a plan is bulk work. */
export interface PlanningConnection extends ChangingConnection {
  readonly throttle: Pick<AccountThrottle, 'run' | 'lane'>;
}

export interface PlansDeps {
  readonly workspace: Pick<Workspace, 'plans'> & { readonly findings: Pick<Workspace['findings'], 'known'> };
  readonly changes: Pick<Changes, 'perform' | 'withdraw' | 'health'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<PlanningConnection>> };
  /** Told of what is read. */
  readonly portfolio: Pick<Portfolio, 'learn'>;
  readonly announce: (plans: readonly Plan[], removed: readonly string[]) => void;
  /** Takes what was thrown where nobody waits for it. @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

/** What every part of this folder stands on. */
export interface PlansContext extends PlansDeps {
  readonly kept: Workspace['plans'];
  readonly news: News;
  readonly turns: Turns;
  readonly waits: Waits;
  /** Now, as it is written. */
  readonly at: () => string;
}

/** What of a plan does not change while it is worked on. */
export type PlanAtWork = Pick<Plan, 'id' | 'accountId' | 'ask'>;
