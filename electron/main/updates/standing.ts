import type { UpdateFault, UpdateState } from '#shared/domain/update.ts';
import type { UpdatesDeps } from './create-updates.ts';
import type { Offer } from './feed-reader.ts';
import { UpdateFailure } from './update-failure.ts';

/** A state with nothing to say but what is given. */
export const stateOf = (changes: Partial<UpdateState>): UpdateState => ({
  status: 'idle',
  hindrance: null,
  offered: null,
  percent: null,
  waitsFor: [],
  fault: null,
  checkedAt: null,
  ...changes,
});

/** Where updating stands, and what is on offer; whoever wants to know is told of each change. */
export interface Standing {
  readonly state: () => UpdateState;
  readonly offer: () => Offer | null;
  readonly offers: (offer: Offer | null) => void;
  readonly be: (changes: Partial<UpdateState>) => UpdateState;
  /** Takes note of what was thrown. What is not what was offered, or not from who made this, is offered no more. */
  readonly fail: (thrown: unknown) => UpdateState;
}

type Deps = Pick<UpdatesDeps, 'announce' | 'note' | 'now' | 'onBug'>;

export function createStanding({ announce, note, now, onBug }: Deps): Standing {
  let state = stateOf({});
  let offer: Offer | null = null;

  function be(changes: Partial<UpdateState>): UpdateState {
    const before = state;
    state = stateOf({ offered: offer?.shown ?? null, checkedAt: before.checkedAt, ...changes });
    if (state.fault !== null) note('update.failed', { fault: state.fault });
    else if (state.status !== before.status) note('update.moved', { status: state.status });
    announce(state);
    return state;
  }

  return {
    state: () => state,
    offer: () => offer,
    offers(newest) {
      offer = newest;
    },
    be,
    fail(thrown) {
      if (!(thrown instanceof UpdateFailure)) onBug(thrown);
      const fault: UpdateFault = thrown instanceof UpdateFailure ? thrown.fault : 'storage';
      if (fault !== 'unreachable' && fault !== 'storage') offer = null;
      return be({ status: 'failed', fault, checkedAt: now().toISOString() });
    },
  };
}
