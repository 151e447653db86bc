import type { Change, ChangeAsk } from '#shared/domain/change.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatest } from '../../lib/remote.ts';
import { createConfirming, type Confirming } from './confirming.ts';
import { createFollowing } from './following.ts';
import { type Deed, type FlowState, idleFlow, type Review, type Reviewing } from './flow-state.ts';

export interface FlowActions extends Confirming {
  /** Reads what is there now, for a person to look at before anything is sent. While a change is on its way this does nothing. */
  readonly begin: (ask: ChangeAsk) => void;
  /** Reads once more what is there now. */
  readonly lookAgain: () => void;
  /** Of a change that is over but open. */
  readonly act: (deed: Deed) => void;
  /** Puts away what is in sight, unless it is on its way. */
  readonly close: () => void;
}

export interface FlowStore extends StoreApi<FlowState> {
  /** As A-labels. */
  readonly domain: string;
  readonly actions: FlowActions;
  /** A change as it stands now; of another than this store's it takes no notice. */
  readonly put: (change: Change) => void;
}

export interface FlowDeps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly domain: string;
}

/** One change of one domain: looked at, sent once, followed until it is over. */
export function createFlowStore({ request, domain }: FlowDeps): FlowStore {
  const store = createStore<FlowState>(() => idleFlow);
  const { getState: get, setState: set } = store;
  const following = createFollowing(store, request.changes);
  const latest = createLatest();

  async function prepare(ask: ChangeAsk): Promise<void> {
    const isLatest = latest.begin();
    const result = await request.changes.prepare({ domain, ask });
    if (!isLatest()) return;
    if (result.ok) set(reviewing(ask, result.value), true);
    else set({ step: 'failed', ask, error: result.error }, true);
  }

  function begin(ask: ChangeAsk): void {
    const { step } = get();
    if (step === 'preparing' || step === 'reviewing' || step === 'sending') return;
    set({ step: 'preparing', ask }, true);
    void prepare(ask);
  }

  return {
    ...store,
    domain,
    put: following.put,
    actions: {
      begin,
      lookAgain() {
        const state = get();
        if (state.step === 'failed') begin(state.ask);
        if (state.step !== 'reviewing' || state.busy !== null) return;
        set({ ...state, busy: 'looking' }, true);
        void prepare(state.ask);
      },
      ...createConfirming(store, request.changes, following),
      act: following.act,
      close() {
        const state = get();
        if (state.step === 'sending' || (state.step === 'reviewing' && state.busy === 'applying')) return;
        latest.begin();
        set(idleFlow, true);
      },
    },
  };
}

const reviewing = (ask: ChangeAsk, review: Review): Reviewing => ({
  step: 'reviewing',
  ask,
  review,
  typedName: '',
  premiumAccepted: false,
  busy: null,
  error: null,
});
