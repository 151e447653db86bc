import type { AppError } from '#shared/app-error.ts';
import { type Change, type ChangeAsk, type ChangeWhat, isOpen } from '#shared/domain/change.ts';
import type { JournalEntry } from '#shared/domain/change-entry.ts';
import type { Output } from '#shared/ipc/types.ts';

/** All that there is to know before a change is sent. */
export type Review = Output<'changes', 'prepare'>;

/** What a person can have done with a change that is over but open. */
export type Deed = 'read-back' | 'send' | 'withdraw';

/** What is looked at before it is sent. */
export type Subject =
  | { readonly ask: ChangeAsk; readonly planned: null }
  /** Written down and not sent: `ask` is what the journal has of it. */
  | { readonly ask: ChangeWhat; readonly planned: Change };

export type Reviewing = Subject & {
  readonly step: 'reviewing';
  readonly review: Review;
  /** As a person typed it, where the review asks for it. */
  readonly typedName: string;
  readonly premiumAccepted: boolean;
  /** What the limits that are gone over ask for, as a person typed it. */
  readonly typedLimit: string;
  readonly busy: 'applying' | 'looking' | null;
  /** Why it was not sent; what was looked at stays in sight. */
  readonly error: AppError | null;
};

export interface Followed {
  readonly ask: ChangeAsk | ChangeWhat;
  readonly change: Change;
  /** Its story, as far as it was read. */
  readonly entries: readonly JournalEntry[];
}

/** Where a change is between an editor and its result. */
export type FlowState =
  | { readonly step: 'idle' }
  /** What is there now is being read. */
  | (Subject & { readonly step: 'preparing' })
  /** Before there was anything to look at. Nothing was sent. */
  | (Subject & { readonly step: 'failed'; readonly error: AppError })
  | Reviewing
  | ({ readonly step: 'sending' } & Followed)
  | ({
      readonly step: 'over';
      readonly doing: Deed | null;
      /** Why what was asked for last could not be done. */
      readonly error: AppError | null;
    } & Followed);

export const idleFlow: FlowState = { step: 'idle' };

/**
 * Written down and not yet tried, or sent and not yet read back. A planned change that says why it could not be sent waits for a
 * person, whether an attempt was begun or not.
 */
export const isOnItsWay = ({ state, attempts, error }: Change): boolean =>
  state === 'sending' || (state === 'planned' && attempts === 0 && error === null);

/** Whether the flow itself shows this change already. */
export const isShownBy = (state: FlowState, { id }: Change): boolean =>
  (state.step === 'sending' || state.step === 'over') && state.change.id === id;

/** Whether an editor has to wait for its own change: it is on its way, or nobody knows yet what became of it. */
export const isBusy = (state: FlowState): boolean =>
  state.step === 'preparing' ||
  state.step === 'sending' ||
  (state.step === 'reviewing' && state.busy !== null) ||
  (state.step === 'over' && isOpen(state.change.state));

/**
 * The reason that belongs to one of an editor's fields; null where the failure is about something else.
 *
 * @param names What the field is called, in the ask or in what is sent.
 */
export function fieldError(state: FlowState, ...names: readonly string[]): string | null {
  const error = state.step === 'failed' || state.step === 'reviewing' ? state.error : null;
  if (error?.kind !== 'invalid-input') return null;
  return names.includes(error.field.replace(/^ask\./, '')) ? error.reason : null;
}

/** What was agreed to does not hold any more, or does not suffice: it is reviewed again before it is sent. */
export const needsReview = (error: AppError | null): boolean =>
  error?.kind === 'changed-since' || error?.kind === 'over-limit';
