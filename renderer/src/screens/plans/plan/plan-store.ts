import type { AppError } from '#shared/app-error.ts';
import { amountToType, type OverLimit } from '#shared/domain/limits.ts';
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
  /** The limits that applying it, or going on with it, would go over; empty where none are known of. */
  readonly limits: readonly OverLimit[];
  /** What they ask for, as it was typed. */
  readonly typedLimit: string;
  /** Going on was asked for, and what is left is read anew instead. */
  readonly isReadAnew: boolean;
}

export interface PlanStore extends StoreApi<PlanViewState> {
  readonly rows: Paged<PlanRow, null>;
  readonly actions: {
    readonly show: (which: Which) => void;
    readonly moveTo: (cursor: number) => void;
    readonly typeCount: (typedCount: string) => void;
    readonly goOnAfterUncertain: (goOn: boolean) => void;
    readonly typeLimit: (typedLimit: string) => void;
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

const noLimit = { limits: [], typedLimit: '' } as const;

/** One plan as it is looked at: its rows, live, and what a person decides about it. */
export function createPlanStore({ request: { plans: ask }, on, planId: id, put, restMs }: Deps): PlanStore {
  const store = createStore<PlanViewState>(() => ({
    which: 'all',
    cursor: -1,
    doing: null,
    error: null,
    typedCount: '',
    goOn: false,
    ...noLimit,
    isReadAnew: false,
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
    set({ doing: null, ...(result.ok ? { error: null } : refusedWith(result.error)) });
    if (result.ok) put(result.value);
  }

  /** A limit is confirmed where it is gone over; it is no trouble. */
  function refusedWith(error: AppError): Partial<PlanViewState> {
    if (error.kind !== 'over-limit') return { error };
    const { limits } = error;
    const isSame = amountToType(get().limits) === amountToType(limits);
    return { error: null, limits, ...(isSame ? {} : { typedLimit: '' }) };
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
      typeLimit: (typedLimit) => set({ typedLimit }),
      async leaveOut(index, isLeftOut) {
        // Without this row, or with it, it comes to something else.
        set(noLimit);
        const leftOut = isLeftOut ? 'by-hand' : null;
        rows.patch((row) => (row.index === index ? { ...row, leftOut } : row));
        await during('leave-out', () => ask.leaveOut({ id, index, isLeftOut }));
        readAgain();
      },
      ...createSteering(store, ask, id, during),
      ...createListening(on, id, rows, readAgain),
    },
  };
}

/** Applying it, ending it, and going on with it. */
function createSteering(
  { getState: get, setState: set }: StoreApi<PlanViewState>,
  ask: Bridge['request']['plans'],
  id: string,
  during: (doing: PlanStep, asked: () => Promise<Result<Plan>>) => Promise<void>,
): Pick<PlanStore['actions'], 'apply' | 'step' | 'resume'> {
  return {
    apply: (plan) =>
      during('apply', async () => {
        const applied = await ask.apply({ id, ...consentOf(plan, get()) });
        if (applied.ok) set({ ...noLimit, isReadAnew: false });
        return applied;
      }),
    step(step) {
      set(noLimit);
      return during(step, () => steps(ask)[step]({ id }));
    },
    resume: () =>
      during('resume', async () => {
        const { goOn, typedLimit } = get();
        const typed = typedLimit.trim() || null;
        const resumed = await ask.resume({ id, goOnAfterUncertain: goOn, typedLimit: typed });
        if (resumed.ok) set({ ...noLimit, isReadAnew: resumed.value.state === 'reading' });
        return resumed;
      }),
  };
}

/** What is applied is what was looked at: its digest says so. */
const consentOf = (plan: Plan, { typedCount, goOn, typedLimit }: PlanViewState) => ({
  digest: plan.digest ?? '',
  typedCount: plan.typedCount === null ? null : typedNumber(typedCount),
  goOnAfterUncertain: goOn,
  typedLimit: typedLimit.trim() || null,
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
