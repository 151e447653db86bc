import type { Change, ChangeAsk } from '#shared/domain/change.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatest } from '../../lib/remote.ts';
import { createConfirming, type Confirming } from './confirming.ts';
import { createFollowing } from './following.ts';
import {
  type Deed,
  type FlowState,
  idleFlow,
  type Review,
  type Reviewing,
  type Subject,
} from './flow-state.ts';

export interface FlowActions extends Confirming {
  /** Reads what is there now, for a person to look at before anything is sent. While a change is on its way this does nothing. */
  readonly begin: (ask: ChangeAsk) => void;
  /** The same of a change that is written down and was not sent; applying the review sends that very change. */
  readonly reviewAgain: (planned: Change) => void;
  /** Reads once more what is there now. */
  readonly lookAgain: () => void;
  /** Of a change that is over but open. */
  readonly act: (deed: Deed) => void;
  /** Withdraws a change that waits to be sent; one that is sent meanwhile goes on. */
  readonly cancel: () => void;
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
  readonly accountId: string;
  readonly domain: string;
}

/** One change of one domain: looked at, sent once, followed until it is over. */
export function createFlowStore({ request, accountId, domain }: FlowDeps): FlowStore {
  const store = createStore<FlowState>(() => idleFlow);
  const { getState: get, setState: set } = store;
  const following = createFollowing(store, request.changes);
  const latest = createLatest();

  async function prepare(subject: Subject): Promise<void> {
    const isLatest = latest.begin();
    const { ask, planned } = subject;
    const result =
      planned === null
        ? await request.changes.prepare({ accountId, domain, ask })
        : await request.changes.prepareAgain({ id: planned.id });
    if (!isLatest()) return;
    if (result.ok) set(reviewing(subject, result.value), true);
    else set({ step: 'failed', ...subject, error: result.error }, true);
  }

  function look(subject: Subject): void {
    const { step } = get();
    if (step === 'preparing' || step === 'reviewing' || step === 'sending') return;
    set({ step: 'preparing', ...subject }, true);
    void prepare(subject);
  }

  return {
    ...store,
    domain,
    put: following.put,
    actions: {
      begin: (ask) => look({ ask, planned: null }),
      reviewAgain: (planned) => look({ ask: planned.what, planned }),
      lookAgain() {
        const state = get();
        if (state.step === 'failed') look(subjectOf(state));
        if (state.step !== 'reviewing' || state.busy !== null) return;
        set({ ...state, busy: 'looking' }, true);
        void prepare(subjectOf(state));
      },
      ...createConfirming(store, request.changes, following),
      act: following.act,
      cancel: following.cancel,
      close() {
        const state = get();
        if (state.step === 'sending' || (state.step === 'reviewing' && state.busy === 'applying')) return;
        latest.begin();
        const planned = 'planned' in state ? state.planned : null;
        // It is still there, and still waits for a person.
        if (planned === null) set(idleFlow, true);
        else
          set(
            { step: 'over', ask: planned.what, change: planned, entries: [], doing: null, error: null },
            true,
          );
      },
    },
  };
}

const subjectOf = ({ ask, planned }: Subject): Subject =>
  // Only to name both again: what belongs together stays together.
  ({ ask, planned }) as Subject;

const reviewing = (subject: Subject, review: Review): Reviewing => ({
  step: 'reviewing',
  ...subject,
  review,
  typedName: '',
  premiumAccepted: false,
  typedLimit: '',
  busy: null,
  error: null,
});
