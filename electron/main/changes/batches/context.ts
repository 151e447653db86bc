import type { ChangeAsk } from '#shared/changes/index.ts';
import { yearsText } from '#shared/changes/kind.ts';
import type { Batch, BatchAsk } from '#shared/domain/batch.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { AccountThrottle } from '../../connections/throttle.ts';
import type { RetryTimer } from '../../jobs/waiting.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { QueuePerAccount } from '../../system/queue.ts';
import type { Timer } from '../../system/timer.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Changes } from '../changes.ts';
import { seenText } from '../kinds/index.ts';
import type { ChangingConnection } from '../ledger.ts';
import { plainHost } from '../present.ts';

/** The throttle has lanes, because reading a batch is bulk work. */
export interface BatchConnection extends ChangingConnection {
  readonly throttle: Pick<AccountThrottle, 'run' | 'lane'>;
}

export interface BatchesDeps {
  readonly workspace: Pick<Workspace, 'plans'> & { readonly findings: Pick<Workspace['findings'], 'known'> };
  readonly changes: Pick<Changes, 'perform' | 'withdraw' | 'health'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<BatchConnection>> };
  /** Receives what is read. */
  readonly portfolio: Pick<Portfolio, 'learn'>;
  readonly announce: (plans: readonly Batch[], removed: readonly string[]) => void;
  /** Receives exceptions of background work. @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

/** Dependencies shared by every module of this folder. */
export interface BatchesContext extends BatchesDeps {
  readonly kept: Workspace['plans'];
  readonly news: BatchEvents;
  readonly turns: QueuePerAccount;
  readonly waits: RetryTimer;
  /** The present time as ISO text. */
  readonly at: () => string;
}

/** The fields of a batch that stay the same while it is worked on. */
export type BatchAtWork = Pick<Batch, 'id' | 'accountId' | 'ask'>;

/** Announces batches that have changed, at most every 100 ms. */
interface BatchEvents {
  readonly changed: (planId: string) => void;
  readonly removed: (planId: string) => void;
  readonly close: () => void;
}

const everyMs = 100;

type NewsDeps = Pick<BatchesDeps, 'workspace' | 'announce' | 'timer' | 'onBug'>;

export function createBatchEvents({ workspace, announce, timer, onBug }: NewsDeps): BatchEvents {
  const changed = new Set<string>();
  const removed = new Set<string>();
  const closing = new AbortController();
  let isPlanned = false;

  async function tell(): Promise<void> {
    const [ids, gone] = [[...changed], [...removed]];
    changed.clear();
    removed.clear();
    isPlanned = false;
    // Read right before announcing, so that counts and state are of the same moment.
    const plans = ids.length === 0 ? null : await workspace.plans.some({ ids });
    if (closing.signal.aborted) return;
    if (plans === null || plans.ok) announce(plans?.value ?? [], gone);
    else for (const id of gone) removed.add(id);
  }

  function plan(): void {
    if (isPlanned || closing.signal.aborted) return;
    isPlanned = true;
    timer.sleep(everyMs, closing.signal).then(tell).catch(unlessClosed);
  }

  function unlessClosed(thrown: unknown): void {
    if (!closing.signal.aborted) onBug(thrown);
  }

  return {
    changed(planId) {
      changed.add(planId);
      plan();
    },
    removed(planId) {
      changed.delete(planId);
      removed.add(planId);
      plan();
    },
    close: () => closing.abort(),
  };
}

/** The running jobs: at most one for each batch. */
export interface BatchJobs {
  /** Does nothing where the batch has a job already. A job that was ended finishes first. */
  readonly begin: (planId: string, work: (signal: AbortSignal) => Promise<void>) => void;
  readonly isAtWork: (planId: string) => boolean;
  /** Ends the batch's job: it begins nothing new from now on. */
  readonly end: (planId: string) => void;
  /** Ends all jobs and accepts no more; resolves when they have finished. */
  readonly close: () => Promise<void>;
}

interface Work {
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

export function createBatchJobs(onBug: (thrown: unknown) => unknown): BatchJobs {
  const works = new Map<string, Work>();
  let isClosed = false;

  const isAtWork = (planId: string): boolean => works.get(planId)?.ending.signal.aborted === false;

  return {
    isAtWork,
    begin(planId, work) {
      if (isClosed || isAtWork(planId)) return;
      const ending = new AbortController();
      const before = works.get(planId)?.done ?? Promise.resolve();
      const done = before
        .then(() => (ending.signal.aborted ? undefined : work(ending.signal)))
        .catch(onBug)
        .then(() => {
          if (works.get(planId)?.ending === ending) works.delete(planId);
        });
      works.set(planId, { ending, done });
    },
    end: (planId) => works.get(planId)?.ending.abort(),
    async close() {
      isClosed = true;
      const all = [...works.values()];
      for (const { ending } of all) ending.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

/** The change that is requested for each domain. */
export const changeAskOf = (ask: BatchAsk): ChangeAsk =>
  ask.kind === 'renew' ? { ...ask, addons: {} } : ask;

/** The state that each domain should have afterwards, for display. */
export function afterOf(ask: BatchAsk): string {
  switch (ask.kind) {
    case 'lock':
      return ask.state;
    case 'nameservers':
      return hostsText(ask.nameservers);
    case 'renew':
      return `renewed for ${yearsText(ask.periodYears)}`;
    default:
      return assertNever(ask);
  }
}

/** The state in which nothing needs to change, for comparison with `seenText`; null where there is none. */
export function wantedText(ask: BatchAsk): string | null {
  switch (ask.kind) {
    case 'lock':
      return seenText(ask, { before: { lock: ask.state } }, null);
    case 'nameservers':
      return seenText(ask, { before: { nameservers: ask.nameservers } }, null);
    case 'renew':
      return null;
    default:
      return assertNever(ask);
  }
}

/** The hosts in their order, in the form for comparison. */
export const hostsText = (hosts: readonly string[]): string => hosts.map(plainHost).join(', ');
