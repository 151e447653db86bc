import type { Change } from '#shared/domain/change.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import type { StoreApi } from 'zustand/vanilla';
import { createLatest } from '../../lib/remote.ts';
import { type Deed, type Followed, type FlowState, isOnItsWay } from './flow-state.ts';

type Changes = Bridge['request']['changes'];

export interface Following {
  /** From now on what main tells of changes is remembered: it may come before the answer that names the change. */
  readonly listen: () => void;
  readonly giveUp: () => void;
  readonly begin: (ask: Followed['ask'], change: Change) => void;
  readonly put: (change: Change) => void;
  readonly act: (deed: Deed) => void;
  /** Withdraws a change that waits to be sent; one that is sent meanwhile goes on. */
  readonly cancel: () => void;
}

/** Follows one change from the moment it is written down, and after it is over. */
export function createFollowing(store: StoreApi<FlowState>, changes: Changes): Following {
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  let heard: Map<string, Change> | null = null;

  /** What is told of a change comes in order, so that the same instant again is newer. */
  function put(change: Change): void {
    heard?.set(change.id, change);
    const state = get();
    if (state.step !== 'sending' && state.step !== 'over') return;
    if (state.change.id !== change.id || change.changedAt < state.change.changedAt) return;
    const { ask, entries } = state;
    const doing = state.step === 'over' ? state.doing : null;
    set(
      isOnItsWay(change)
        ? { step: 'sending', ask, change, entries }
        : { step: 'over', ask, change, entries, doing, error: null },
      true,
    );
    void readStory(change.id);
  }

  async function readStory(id: string): Promise<void> {
    const isLatest = latest.begin();
    const result = await changes.find({ id });
    const state = get();
    if (!result.ok || !isLatest()) return;
    const { entries } = result.value;
    if (state.step === 'sending' && state.change.id === id) set({ ...state, entries }, true);
    if (state.step === 'over' && state.change.id === id) set({ ...state, entries }, true);
  }

  return {
    listen() {
      heard = new Map();
    },
    giveUp() {
      heard = null;
    },
    begin(ask, change) {
      const newer = heard?.get(change.id);
      heard = null;
      set({ step: 'sending', ask, change, entries: [] }, true);
      put(newer !== undefined && newer.changedAt >= change.changedAt ? newer : change);
    },
    put,
    act: createActing(store, changes, put),
    cancel() {
      const state = get();
      if (state.step !== 'sending' || state.change.state !== 'planned') return;
      void changes.withdraw({ id: state.change.id }).then((result) => {
        if (result.ok) put(result.value);
      });
    },
  };
}

/** One deed at a time, and only on a change that is over; what waits to be sent can be withdrawn. */
function createActing(
  { getState: get, setState: set }: StoreApi<FlowState>,
  changes: Changes,
  put: (change: Change) => void,
): Following['act'] {
  async function carryOut(deed: Deed, id: string): Promise<void> {
    const result = await asked(changes, deed, id);
    const state = get();
    if (state.step !== 'over' || state.change.id !== id || state.doing !== deed) return;
    set({ ...state, doing: null, error: result.ok ? null : result.error }, true);
    if (result.ok) put(result.value);
  }

  return (deed) => {
    const state = get();
    if (state.step !== 'over') return;
    const isGivenUp = state.doing === 'send' && deed === 'withdraw';
    if (state.doing !== null && !isGivenUp) return;
    set({ ...state, doing: deed, error: null }, true);
    void carryOut(deed, state.change.id);
  };
}

function asked(changes: Changes, deed: Deed, id: string): Promise<Result<Change>> {
  if (deed === 'read-back') return changes.readBack({ id });
  return deed === 'send' ? changes.send({ id }) : changes.withdraw({ id });
}
