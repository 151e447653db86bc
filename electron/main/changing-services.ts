import type { Change } from '#shared/domain/change.ts';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Plan } from '#shared/domain/plan.ts';
import type { Domain, Reading } from '#shared/domain/portfolio.ts';
import { createSealing } from './accounts/create-sealing.ts';
import type { Vault } from './accounts/vault.ts';
import type { Changes } from './changes/changes.ts';
import { createChanges } from './changes/create-changes.ts';
import { createPlans } from './changes/create-plans.ts';
import type { Plans } from './changes/plans.ts';
import type { Connections } from './connections/connections.ts';
import type { Timer } from './connections/throttle.ts';
import { noteChanges } from './diagnostics/noted.ts';
import type { Logger } from './log/logger.ts';
import { createDrafts, createTemplates } from './portfolio/create-kept-texts.ts';
import { forgetDraftOf } from './portfolio/forget-drafts.ts';
import { createPortfolio } from './portfolio/create-portfolio.ts';
import type { Drafts, Templates } from './portfolio/kept-texts.ts';
import type { Portfolio } from './portfolio/portfolio.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What looks after domains and changes them. */
export interface ChangingServices {
  readonly portfolio: Portfolio;
  readonly templates: Templates;
  readonly drafts: Drafts;
  readonly changes: Changes;
  readonly plans: Plans;
}

/** What it tells unasked. */
export interface ChangingNews {
  readonly announceChanges: (changes: readonly Change[]) => void;
  readonly announceHealth: (health: JournalHealth) => void;
  readonly announceDomains: (
    accountId: string,
    domains: readonly Domain[],
    removed: readonly string[],
  ) => void;
  readonly announceReading: (reading: Reading) => void;
  readonly announcePlans: (plans: readonly Plan[], removed: readonly string[]) => void;
}

export interface ChangingDeps extends ChangingNews {
  readonly workspace: Workspace;
  readonly connections: Connections;
  readonly vault: Vault;
  readonly log: Pick<Logger, 'bug' | 'note'>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createChangingServices(deps: ChangingDeps): ChangingServices {
  const { workspace, connections, vault, log, timer, now, newId } = deps;
  const common = {
    workspace,
    connections,
    timer,
    now,
    newId,
    onBug: (thrown: unknown) => log.bug(thrown),
  };
  const sealing = createSealing({ vault });
  const portfolio = createPortfolio({
    ...common,
    sealing,
    announce: deps.announceDomains,
    announceReading: deps.announceReading,
  });
  const drafts = createDrafts({ ...common, sealing });
  const changes = createChanges({
    ...common,
    journal: workspace.journal,
    findings: workspace.findings,
    settings: workspace.settings,
    paidChangesBlockedBy: () =>
      workspace.restoreNotice() === null ? null : { kind: 'restore-unacknowledged' },
    accesses: workspace.codeAccesses,
    sealing,
    portfolio,
    announce(changed) {
      noteChanges(log, changed);
      deps.announceChanges(changed);
      plans.heard(changed);
      for (const change of changed) forgetDraftOf(change, drafts).catch(common.onBug);
    },
    announceHealth: deps.announceHealth,
  });
  const plans = createPlans({ ...common, changes, portfolio, announce: deps.announcePlans });
  return {
    portfolio,
    templates: createTemplates({ ...common, sealing }),
    drafts,
    changes,
    plans,
  };
}
