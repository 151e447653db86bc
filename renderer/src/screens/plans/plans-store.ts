import type { AppError } from '#shared/app-error.ts';
import type { Plan } from '#shared/domain/plan.ts';
import type { Bridge, Input } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../app-stores.ts';
import { createLatest } from '../../lib/remote.ts';
import { storeOf } from '../../lib/store-of.ts';

export interface PlansState {
  /** Those that are known, of all accounts. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** The account whose list is read; null before. */
  readonly listed: string | null;
  /** Why the list could not be read. */
  readonly error: AppError | null;
}

export interface PlansStore extends StoreApi<PlansState> {
  readonly actions: {
    /** Reads the list of an account; afterwards it is live. */
    readonly load: (accountId: string) => Promise<void>;
    readonly find: (id: string) => Promise<Result<Plan>>;
    readonly prepare: (order: Input<'plans', 'prepare'>) => Promise<Result<Plan>>;
    readonly remove: (id: string) => Promise<Result<unknown>>;
    /** Takes note of a plan that an answer brought. */
    readonly put: (plan: Plan) => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'plans'>;
  readonly on: Pick<Bridge['on'], 'plans.changed'>;
}

/** The plans, live. */
export function createPlansStore({ request: { plans: ask }, on }: Deps): PlansStore {
  const store = createStore<PlansState>(() => ({ plans: new Map(), listed: null, error: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function take(plans: readonly Plan[], removed: readonly string[] = []): void {
    const next = new Map(get().plans);
    for (const plan of plans) next.set(plan.id, plan);
    for (const id of removed) next.delete(id);
    set({ plans: next });
  }

  on['plans.changed'](({ plans, removed }) => take(plans, removed));

  async function taken(asked: Promise<Result<Plan>>): Promise<Result<Plan>> {
    const result = await asked;
    if (result.ok) take([result.value]);
    return result;
  }

  return {
    ...store,
    actions: {
      async load(accountId) {
        const isLatest = latest.begin();
        const result = await ask.list({ accountId });
        if (!isLatest()) return;
        if (!result.ok) {
          set({ error: result.error });
          return;
        }
        const others = [...get().plans.values()].filter((plan) => plan.accountId !== accountId);
        set({ plans: new Map(), listed: accountId, error: null });
        take([...others, ...result.value.plans]);
      },
      find: (id) => taken(ask.find({ id })),
      prepare: (order) => taken(ask.prepare(order)),
      async remove(id) {
        const result = await ask.remove({ id });
        if (result.ok) take([], [id]);
        return result;
      },
      put: (plan) => take([plan]),
    },
  };
}

const plansOf = ({ bridge }: Stores) => createPlansStore(bridge);

export const usePlans = (): PlansStore => storeOf(useStores(), plansOf);
