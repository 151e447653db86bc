import type { Bridge } from '#shared/ipc/types.ts';
import type { StoreApi } from 'zustand/vanilla';
import { consentOf, isReady } from './consent.ts';
import type { Following } from './following.ts';
import type { FlowState, Reviewing } from './flow-state.ts';

export interface Confirming {
  readonly typeName: (typedName: string) => void;
  readonly acceptPremium: (premiumAccepted: boolean) => void;
  /** Types what a limit that is gone over comes to. */
  readonly typeLimit: (typedLimit: string) => void;
  /** Sends what was looked at: once, however often it is called. */
  readonly confirm: () => void;
}

/** What a person gives to a review, and the one sending that comes of it. */
export function createConfirming(
  { getState: get, setState: set }: StoreApi<FlowState>,
  changes: Bridge['request']['changes'],
  following: Following,
): Confirming {
  const give = (given: Partial<Pick<Reviewing, 'typedName' | 'premiumAccepted' | 'typedLimit'>>): void => {
    const state = get();
    if (state.step === 'reviewing' && state.busy === null) set({ ...state, ...given }, true);
  };

  async function apply(state: Reviewing): Promise<void> {
    following.listen();
    const result = await changes.apply({ reviewId: state.review.reviewId, ...consentOf(state) });
    if (result.ok) {
      following.begin(state.ask, result.value);
      return;
    }
    following.giveUp();
    set({ ...state, busy: null, error: result.error }, true);
  }

  return {
    typeName: (typedName) => give({ typedName }),
    acceptPremium: (premiumAccepted) => give({ premiumAccepted }),
    typeLimit: (typedLimit) => give({ typedLimit }),
    confirm() {
      const state = get();
      if (state.step !== 'reviewing' || !isReady(state)) return;
      // Before the first await: a second press finds it busy.
      set({ ...state, busy: 'applying', error: null }, true);
      void apply(state);
    },
  };
}
