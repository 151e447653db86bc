import type { AppError } from '#shared/app-error.ts';
import type { Plan, PlanRow } from '#shared/domain/plan.ts';
import type { Bridge, Input } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { coalesced } from '../../changes/coalesced.ts';
import { createPaged, type Paged } from '../../changes/paged.ts';

export type Which = Input<'plans', 'rows'>['which'];
export type PlanStep = 'apply' | 'pause' | 'resume' | 'stop' | 'read-again' | 'leave-out';

export const pageSize = 500;

export interface PlanViewState {
  readonly which: Which;
  /** The row under the cursor, among those that are shown. */
  readonly cursor: number;
  readonly doing: PlanStep | null;
  /** Why what was asked for last could not be done. */
  readonly error: AppError | null;
  /** As it was typed. */
  readonly typedCount: string;
  readonly goOn: boolean;
}

export interface PlanStore extends StoreApi<PlanViewState> {
  readonly rows: Paged<PlanRow, null>;
  readonly actions: {
    readonly show: (which: Which) => void;
    readonly moveTo: (cursor: number) => void;
    readonly typeCount: (typedCount: string) => void;
    readonly goOnAfterUncertain: (goOn: boolean) => void;
    readonly leaveOut: (index: number, isLeftOut: boolean) => Promise<void>;
    readonly apply: (plan: Plan) => Promise<void>;
    readonly step: (step: 'pause' | 'stop' | 'read-again') => Promise<void>;
    readonly resume: () => Promise<void>;
    readonly begin: () => void;
    readonly end: () => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'plans'>;
  readonly on: Pick<Bridge['on'], 'plans.changed' | 'changes.changed'>;
  readonly planId: string;
  readonly put: (plan: Plan) => void;
  readonly restMs: number;
}

/** One plan as it is looked at: its rows, live, and what a person decides about it. */
export function createPlanStore({ request: { plans: ask }, on, planId: id, put, restMs }: Deps): PlanStore {
  const store = createStore<PlanViewState>(() => ({
    which: 'all',
    cursor: -1,
    doing: null,
    error: null,
    typedCount: '',
    goOn: false,
  }));
  const { getState: get, setState: set } = store;

  const rows = createPaged<PlanRow, null>(pageSize, async (offset, limit) => {
    const result = await ask.rows({ id, which: get().which, offset, limit });
    return result.ok ? { ok: true, value: { ...result.value, more: null } } : result;
  });
  const readAgain = coalesced(() => void rows.again(), restMs);

  /** One thing at a time; what it brings is the plan as it stands then. */
  async function during(doing: PlanStep, asked: () => Promise<Result<Plan>>): Promise<void> {
    if (get().doing !== null) return;
    set({ doing, error: null });
    const result = await asked();
    set({ doing: null, error: result.ok ? null : result.error });
    if (result.ok) put(result.value);
  }

  return {
    ...store,
    rows,
    actions: {
      show(which) {
        set({ which, cursor: -1 });
        void rows.anew();
      },
      moveTo: (cursor) => set({ cursor }),
      typeCount: (typedCount) => set({ typedCount, error: null }),
      goOnAfterUncertain: (goOn) => set({ goOn }),
      async leaveOut(index, isLeftOut) {
        const leftOut = isLeftOut ? 'by-hand' : null;
        rows.patch((row) => (row.index === index ? { ...row, leftOut } : row));
        await during('leave-out', () => ask.leaveOut({ id, index, isLeftOut }));
        readAgain();
      },
      apply: (plan) => during('apply', () => ask.apply({ id, ...consentOf(plan, get()) })),
      step: (step) => during(step, () => steps(ask)[step]({ id })),
      resume: () => during('resume', () => ask.resume({ id, goOnAfterUncertain: get().goOn })),
      ...createListening(on, id, rows, readAgain),
    },
  };
}

/** What is applied is what was looked at: its digest says so. */
const consentOf = (plan: Plan, { typedCount, goOn }: PlanViewState) => ({
  digest: plan.digest ?? '',
  typedCount: plan.typedCount === null ? null : typedNumber(typedCount),
  goOnAfterUncertain: goOn,
});

/** While the plan is looked at, its rows follow what main tells. */
function createListening(
  on: Deps['on'],
  id: string,
  rows: Paged<PlanRow, null>,
  readAgain: () => void,
): Pick<PlanStore['actions'], 'begin' | 'end'> {
  const ends: (() => void)[] = [];
  return {
    begin() {
      ends.push(
        on['plans.changed'](({ plans }) => {
          if (plans.some((plan) => plan.id === id)) readAgain();
        }),
        on['changes.changed'](({ changes }) => {
          const states = new Map(changes.map((change) => [change.id, change.state]));
          rows.patch((row) => ({ ...row, state: states.get(row.changeId ?? '') ?? row.state }));
        }),
      );
      void rows.anew();
    },
    end: () => ends.splice(0).forEach((end) => end()),
  };
}

const steps = (ask: Bridge['request']['plans']) =>
  ({ pause: ask.pause, stop: ask.stop, 'read-again': ask.readAgain }) as const;

/** What was typed, as a number; with or without the marks that group its digits. Null where it is none. */
export function typedNumber(text: string): number | null {
  const digits = text.replace(/[\s.,'’]/gu, '');
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}
