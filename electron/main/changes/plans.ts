import type { Change } from '#shared/domain/change.ts';
import type { Plan, PlanAsk } from '#shared/domain/plan.ts';
import type { Output, Parsed } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

export type PlanRows = Output<'plans', 'rows'>;
export type RowsAsked = Omit<Parsed<'plans', 'rows'>, 'id'>;

/**
 * Many changes that are looked at as one and applied change by change, under the account's throttle: never two of an
 * account at once. All of it fails with `invalid-input` (`id`) where the plan is not there, or not in a state for it.
 */
export interface Plans {
  readonly list: (accountId: string) => Promise<Result<readonly Plan[]>>;
  readonly find: (id: string) => Promise<Result<Plan>>;
  /** Begins to read. Fails with: `invalid-input`, `storage`, `journal-broken`, `no-account`. */
  readonly prepare: (accountId: string, ask: PlanAsk, domains: readonly string[]) => Promise<Result<Plan>>;
  readonly rows: (id: string, asked: RowsAsked) => Promise<Result<PlanRows>>;
  readonly leaveOut: (id: string, index: number, isLeftOut: boolean) => Promise<Result<Plan>>;
  readonly readAgain: (id: string) => Promise<Result<Plan>>;
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
  ) => Promise<Result<Plan>>;
  /** A change that is on its way comes to its end; no other one is begun. */
  readonly pause: (id: string) => Promise<Result<Plan>>;
  /**
   * Of one that waits for a connection: it tries now. Where what was agreed to does not hold any more (a new start, a rest of over
   * 12 hours, another login), the rest is read anew instead, to be looked at and applied. Fails with: `over-limit` too.
   */
  readonly resume: (
    id: string,
    goOnAfterUncertain: boolean,
    /** What the limits that are gone over ask for, as a person typed it. */
    typedLimit?: string | null,
  ) => Promise<Result<Plan>>;
  readonly stop: (id: string) => Promise<Result<Plan>>;
  readonly remove: (id: string) => Promise<Result<unknown>>;
  /** Changes have come to another state: whoever looks at their plans is told. */
  readonly heard: (changes: readonly Change[]) => void;
  /** The account may be reached again, or is not as it was: what waits looks whether it can go on. Every account where none is named. */
  readonly wake: (accountId?: string) => void;
  /** At the start: plans that were running are paused; those that were reading read on. */
  readonly takeUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}
