import type { Batch, BatchAsk } from '#shared/domain/batch.ts';
import type { Change, ChangeAsk } from '#shared/domain/change.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { Output, Parsed } from '#shared/routes.ts';
import type { AccountThrottle, Timer } from '../../connections/throttle.ts';
import type { RetryTimer } from '../../jobs/waiting.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { QueuePerAccount } from '../../system/queue.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Changes } from '../changes.ts';
import type { ChangingConnection } from '../ledger.ts';
import { plainHost, presentText } from '../present.ts';

export type BatchRows = Output<'plans', 'rows'>;
export type RowsAsked = Omit<Parsed<'plans', 'rows'>, 'id'>;

/**
 * Many changes that are looked at as one and applied change by change, under the account's throttle: never two of an
 * account at once. All of it fails with `invalid-input` (`id`) where the plan is not there, or not in a state for it.
 */
export interface Batches {
  readonly list: (accountId: string) => Promise<Result<readonly Batch[]>>;
  readonly find: (id: string) => Promise<Result<Batch>>;
  /** Begins to read. Fails with: `invalid-input`, `storage`, `journal-broken`, `no-account`. */
  readonly prepare: (accountId: string, ask: BatchAsk, domains: readonly string[]) => Promise<Result<Batch>>;
  readonly rows: (id: string, asked: RowsAsked) => Promise<Result<BatchRows>>;
  readonly leaveOut: (id: string, index: number, isLeftOut: boolean) => Promise<Result<Batch>>;
  readonly readAgain: (id: string) => Promise<Result<Batch>>;
  /**
   * What is applied is what was looked at, within 15 minutes.
   *
   * Fails with: `changed-since` (`plan`), `invalid-input` (`typedCount`), `over-limit`, `storage`, `journal-broken`.
   */
  readonly apply: (
    id: string,
    digest: string,
    typedCount: number | null,
    goOnAfterUncertain: boolean,
    /** What the limits that are gone over ask for, as a person typed it. */
    typedLimit?: string | null,
  ) => Promise<Result<Batch>>;
  /** A change that is on its way comes to its end; no other one is begun. */
  readonly pause: (id: string) => Promise<Result<Batch>>;
  /**
   * Of one that waits for a connection: it tries now. Where what was agreed to does not hold any more (a new start, a rest of over
   * 12 hours, another login), the rest is read anew instead, to be looked at and applied. Fails with: `over-limit` too.
   */
  readonly resume: (
    id: string,
    goOnAfterUncertain: boolean,
    /** What the limits that are gone over ask for, as a person typed it. */
    typedLimit?: string | null,
  ) => Promise<Result<Batch>>;
  readonly stop: (id: string) => Promise<Result<Batch>>;
  readonly remove: (id: string) => Promise<Result<unknown>>;
  /** Changes have come to another state: whoever looks at their plans is told. */
  readonly heard: (changes: readonly Change[]) => void;
  /** The account may be reached again, or is not as it was: what waits looks whether it can go on. Every account where none is named. */
  readonly wake: (accountId?: string) => void;
  /** At the start: plans that were running are paused; those that were reading read on. */
  readonly takeUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Reading a plan is bulk work. */
export interface BatchConnection extends ChangingConnection {
  readonly throttle: Pick<AccountThrottle, 'run' | 'lane'>;
}

export interface BatchesDeps {
  readonly workspace: Pick<Workspace, 'plans'> & { readonly findings: Pick<Workspace['findings'], 'known'> };
  readonly changes: Pick<Changes, 'perform' | 'withdraw' | 'health'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<BatchConnection>> };
  /** Told of what is read. */
  readonly portfolio: Pick<Portfolio, 'learn'>;
  readonly announce: (plans: readonly Batch[], removed: readonly string[]) => void;
  /** Takes what was thrown where nobody waits for it. @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

/** What every part of this folder stands on. */
export interface BatchesContext extends BatchesDeps {
  readonly kept: Workspace['plans'];
  readonly news: BatchEvents;
  readonly turns: QueuePerAccount;
  readonly waits: RetryTimer;
  /** Now, as it is written. */
  readonly at: () => string;
}

/** What of a plan does not change while it is worked on. */
export type BatchAtWork = Pick<Batch, 'id' | 'accountId' | 'ask'>;

/** Tells of plans that are not as they were, at most every 100 ms. */
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
    // Asked when it is told, so that counts and state are of one moment.
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

/** The plans that are worked on: each by one at a time. */
export interface BatchJobs {
  /** Passed over where the plan is worked on already. One that was ended comes to its end first. */
  readonly begin: (planId: string, work: (signal: AbortSignal) => Promise<void>) => void;
  readonly isAtWork: (planId: string) => boolean;
  /** Nothing new is begun for it from now on. */
  readonly end: (planId: string) => void;
  /** Ends all of them, for good; resolves when they have. */
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

/** What is asked of each domain. */
export const changeAskOf = (ask: BatchAsk): ChangeAsk =>
  ask.kind === 'renew' ? { ...ask, addons: {} } : ask;

/** What each domain is to become, for people. */
export function afterOf(ask: BatchAsk): string {
  switch (ask.kind) {
    case 'lock':
      return ask.state;
    case 'nameservers':
      return hostsText(ask.nameservers);
    case 'renew':
      return ask.periodYears === 1 ? 'renewed for 1 year' : `renewed for ${ask.periodYears} years`;
    default:
      return assertNever(ask);
  }
}

/** The present state in which there is nothing to change, to be compared with `presentText`; null where there is none. */
export function wantedText(ask: BatchAsk): string | null {
  switch (ask.kind) {
    case 'lock':
      return presentText('lock', { lock: ask.state });
    case 'nameservers':
      return presentText('nameservers', { nameservers: ask.nameservers });
    case 'renew':
      return null;
    default:
      return assertNever(ask);
  }
}

/** In their order, as they are compared. */
export const hostsText = (hosts: readonly string[]): string => hosts.map(plainHost).join(', ');
