import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChangeAsk, ChangeWhat } from '#shared/changes/index.ts';
import {
  type ChangeFamily,
  type ChangeKind,
  type ChangeState,
  isOpen,
  isPaid,
} from '#shared/domain/change-kinds.ts';
import { type Change, consentLastsMs, type JournalEntry } from '#shared/domain/change.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { isConfirmedBy } from '#shared/domain/limits.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, Output } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { unacknowledged } from '../shell/stores.ts';
import { useNowMs } from '../ui/Formats.tsx';
import { onceEach } from '../domains/domains-store.ts';
import { storeOf } from '../ui/live-collection.ts';
import { createLatest } from '../remote.ts';

export type FlowStore = ReturnType<typeof createFlowStore>;
export type FlowActions = FlowStore['actions'];

interface FlowDeps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly accountId: string;
  readonly domain: string;
}

/** The store for one change of one domain: review, one send, tracking until it is over. */
export function createFlowStore({ request, accountId, domain }: FlowDeps) {
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

  function review(subject: Subject): void {
    const { step } = get();
    if (step === 'preparing' || step === 'reviewing' || step === 'sending') return;
    set({ step: 'preparing', ...subject }, true);
    void prepare(subject);
  }

  return {
    ...store,
    accountId,
    /** As A-labels. */
    domain,
    /** Stores an update of a change. Ignores changes that do not belong to this store. */
    put: following.put,
    actions: {
      /** Reads the present state for the review; sends nothing. Does nothing while a change is in progress. */
      begin: (ask: ChangeAsk) => review({ ask, planned: null }),
      /** The same for a change that is in the journal and was not sent. Applying the review sends that very change. */
      reviewAgain: (planned: Change) => review({ ask: planned.what, planned }),
      /** Reads the present state again. */
      recheck: (): void => {
        const state = get();
        if (state.step === 'failed') review(subjectOf(state));
        if (state.step !== 'reviewing' || state.busy !== null) return;
        set({ ...state, busy: 'looking' }, true);
        void prepare(subjectOf(state));
      },
      ...createConfirming(store, request.changes, following),
      /** For a change that is over but not resolved. */
      act: following.act,
      cancel: following.cancel,
      /** Closes what is shown, unless a change is in progress. */
      close: (): void => {
        const state = get();
        if (state.step === 'sending' || (state.step === 'reviewing' && state.busy === 'applying')) return;
        latest.begin();
        const planned = 'planned' in state ? state.planned : null;
        // The planned change still exists and still waits for the user.
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
  // Keeps the two in one object, so that `ask` and `planned` always belong together.
  ({ ask, planned }) as Subject;

const reviewing = (subject: Subject, review: Review): Reviewing => ({
  step: 'reviewing',
  ...subject,
  review,
  typedName: '',
  premiumAccepted: false,
  typedLimit: '',
  sinceMs: Date.now(),
  busy: null,
  error: null,
});

/** Everything to show before a change is sent. */
export type Review = Output<'changes', 'prepare'>;

/** What the user can do with a change that is over but not resolved. */
type FlowAction = 'read-back' | 'send' | 'withdraw';

type Subject =
  | { readonly ask: ChangeAsk; readonly planned: null }
  /** In the journal and not sent: `ask` is what the journal recorded. */
  | { readonly ask: ChangeWhat; readonly planned: Change };

export type Reviewing = Subject & {
  readonly step: 'reviewing';
  readonly review: Review;
  /** As typed, where the review requires the name. */
  readonly typedName: string;
  readonly premiumAccepted: boolean;
  /** The amount or count required by exceeded limits, as typed. */
  readonly typedLimit: string;
  /** When the review was shown. */
  readonly sinceMs: number;
  readonly busy: 'applying' | 'looking' | null;
  /** Why it was not sent; the review stays on screen. */
  readonly error: AppError | null;
};

export interface Followed {
  readonly ask: ChangeAsk | ChangeWhat;
  readonly change: Change;
  /** Its journal entries, as far as loaded. */
  readonly entries: readonly JournalEntry[];
}

/** The steps of a change from editor to result. */
export type FlowState =
  | { readonly step: 'idle' }
  /** The present state is being read. */
  | (Subject & { readonly step: 'preparing' })
  /** Failed before a review could be shown. Nothing was sent. */
  | (Subject & { readonly step: 'failed'; readonly error: AppError })
  | Reviewing
  | ({ readonly step: 'sending' } & Followed)
  | ({
      readonly step: 'over';
      readonly doing: FlowAction | null;
      /** Why the last action failed. */
      readonly error: AppError | null;
    } & Followed);

export const idleFlow: FlowState = { step: 'idle' };

/**
 * Planned and not yet attempted, or sent and not yet read back. A planned change with an error waits for the user, whether or not
 * an attempt was started.
 */
const isOnItsWay = ({ state, attempts, error }: Change): boolean =>
  state === 'sending' || (state === 'planned' && attempts === 0 && error === null);

/** Whether the flow already shows this change. */
export const isShownBy = (state: FlowState, { id }: Change): boolean =>
  (state.step === 'sending' || state.step === 'over') && state.change.id === id;

/** Whether a domain's page tells this change elsewhere: an open one above its tabs, a followed one in its editor's own panel. */
export const isShownElsewhere = (state: FlowState, change: Change): boolean =>
  isOpen(change.state) || isShownBy(state, change);

/** Whether an editor must wait for its own change: it is in progress, or its outcome is not known yet. */
export const isBusy = (state: FlowState): boolean =>
  state.step === 'preparing' ||
  state.step === 'sending' ||
  (state.step === 'reviewing' && state.busy !== null) ||
  (state.step === 'over' && isOpen(state.change.state));

/** Why the flow's buttons wait, where that does not end by itself; null elsewhere. */
export const waitsFor = (state: FlowState): string | null =>
  state.step === 'over' ? (openReasons[state.change.state] ?? null) : null;

const openReasons: Partial<Record<ChangeState, string>> = {
  planned: 'Waits for the logged one: send or withdraw it first.',
  uncertain: 'Waits for the uncertain one: verify it, or mark it as done or not done.',
};

/**
 * The error message for one field of an editor; null where the failure is about something else.
 *
 * @param names The field's names, in the ask or in the request.
 */
export function fieldError(state: FlowState, ...names: readonly string[]): string | null {
  const error = state.step === 'failed' || state.step === 'reviewing' ? state.error : null;
  if (error?.kind !== 'invalid-input') return null;
  return names.includes(error.field.replace(/^ask\./, '')) ? error.reason : null;
}

/** While a change is sent that was planned before. */
export const waitingText = 'Checking current settings, then waiting for a free slot (at most 30 seconds)…';

/** The confirmed review is outdated or not sufficient: a new review is needed before sending. */
export const needsReview = (error: AppError | null): boolean =>
  error?.kind === 'changed-since' || error?.kind === 'over-limit';

/** Whether the typed name is the domain's name, as A-labels or in Unicode. */
export const isNameTyped = ({ review, typedName }: Pick<Reviewing, 'review' | 'typedName'>): boolean =>
  aLabelsOf(typedName.trim()).toLowerCase() === review.domain;

/** The value required by exceeded limits must be typed exactly as shown, digit for digit. */
export const isLimitTyped = ({ review, typedLimit }: Pick<Reviewing, 'review' | 'typedLimit'>): boolean =>
  isConfirmedBy(review.asksFor.limits, typedLimit);

/** Whether the user has given everything that the review requires, and nothing is pending. */
export const isReady = (state: Reviewing): boolean => {
  const { typedName, premium } = state.review.asksFor;
  if (state.busy !== null || needsReview(state.error) || !isLimitTyped(state)) return false;
  return (!typedName || isNameTyped(state)) && (!premium || state.premiumAccepted);
};

/** The confirmations that are sent with the change; those not requested are omitted. */
const consentOf = ({ review, typedName, premiumAccepted, typedLimit }: Reviewing) => ({
  typedName: review.asksFor.typedName ? typedName.trim() : null,
  premiumAccepted: review.asksFor.premium && premiumAccepted,
  typedLimit: review.asksFor.limits.length === 0 ? null : typedLimit.trim(),
});

/** The user's input to a review, and the one send that follows. */
function createConfirming(
  { getState: get, setState: set }: StoreApi<FlowState>,
  changes: Bridge['request']['changes'],
  following: ReturnType<typeof createFollowing>,
) {
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
    typeName: (typedName: string) => give({ typedName }),
    acceptPremium: (premiumAccepted: boolean) => give({ premiumAccepted }),
    /** Sets the typed value for exceeded limits. */
    typeLimit: (typedLimit: string) => give({ typedLimit }),
    /** Sends the reviewed change once, however often it is called. */
    confirm: (): void => {
      const state = get();
      if (state.step !== 'reviewing' || !isReady(state)) return;
      // Set before the first await, so that a second press finds it busy.
      set({ ...state, busy: 'applying', error: null }, true);
      void apply(state);
    },
  };
}

type Changes = Bridge['request']['changes'];

/** Tracks one change from its journal entry until after it is over. */
function createFollowing(store: StoreApi<FlowState>, changes: Changes) {
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  let heard: Map<string, Change> | null = null;

  /** Change events arrive in order, so an event with the same instant is newer. */
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
    /** Starts buffering change events from main: they may arrive before the answer that names the change. */
    listen: (): void => {
      heard = new Map();
    },
    giveUp: (): void => {
      heard = null;
    },
    begin: (ask: Followed['ask'], change: Change): void => {
      const newer = heard?.get(change.id);
      heard = null;
      set({ step: 'sending', ask, change, entries: [] }, true);
      put(newer !== undefined && newer.changedAt >= change.changedAt ? newer : change);
    },
    put,
    act: createActing(store, changes, put),
    /** Withdraws a change that waits to be sent. If it is sent meanwhile, it continues. */
    cancel: (): void => {
      const state = get();
      if (state.step !== 'sending' || state.change.state !== 'planned') return;
      void changes.withdraw({ id: state.change.id }).then((result) => {
        if (result.ok) put(result.value);
      });
    },
  };
}

/** One action at a time, and only on a change that is over; one that waits to be sent can be withdrawn. */
function createActing(
  { getState: get, setState: set }: StoreApi<FlowState>,
  changes: Changes,
  put: (change: Change) => void,
): (action: FlowAction) => void {
  async function carryOut(action: FlowAction, id: string): Promise<void> {
    const result = await asked(changes, action, id);
    const state = get();
    if (state.step !== 'over' || state.change.id !== id || state.doing !== action) return;
    set({ ...state, doing: null, error: result.ok ? null : result.error }, true);
    if (result.ok) put(result.value);
  }

  return (action) => {
    const state = get();
    if (state.step !== 'over') return;
    const isGivenUp = state.doing === 'send' && action === 'withdraw';
    if (state.doing !== null && !isGivenUp) return;
    set({ ...state, doing: action, error: null }, true);
    void carryOut(action, state.change.id);
  };
}

function asked(changes: Changes, action: FlowAction, id: string): Promise<Result<Change>> {
  if (action === 'read-back') return changes.readBack({ id });
  return action === 'send' ? changes.send({ id }) : changes.withdraw({ id });
}

/** One flow for each account, domain and family, since each of these has at most one open change. */
const createFlows = ({ bridge: { request, on } }: Stores) =>
  onceEach<[accountId: string, domain: string, family: ChangeFamily], FlowStore>((accountId, domain) => {
    const flow = createFlowStore({ request, accountId, domain });
    on['changes.changed'](({ changes }) => changes.forEach(flow.put));
    return flow;
  });

/**
 * The flow for changes of this family on this domain. Kept for the lifetime of the page, so that leaving the screen loses
 * nothing.
 *
 * @param of The account that the change belongs to, whether or not it is the active one, and the domain's name as A-labels.
 */
export const changeOf = (
  stores: Stores,
  { accountId, name }: Pick<Domain, 'accountId' | 'name'>,
  family: ChangeFamily,
): FlowStore => storeOf(stores, createFlows)(accountId, name, family);

/** As {@link changeOf}. */
export const useChange = (of: Pick<Domain, 'accountId' | 'name'>, family: ChangeFamily): FlowStore =>
  changeOf(useStores(), of, family);

/** Which change is over, and how; null while none is. */
export const useOver = (flow: FlowStore): string | null =>
  useStore(flow, (state) => (state.step === 'over' ? `${state.change.id} ${state.change.state}` : null));

/**
 * Why main would send nothing of this kind now, whatever is typed: known before anything is. Null where it may be sent.
 *
 * @param what Is said to be old where it was reviewed too long ago.
 */
export function useBlocked(
  kind: ChangeKind,
  reviewedAtMs: number,
  what: 'review' | 'consent',
): AppError | null {
  const isRestored = useStore(useStores().restored, (state) => unacknowledged(state) !== null);
  const isOld = useNowMs() - reviewedAtMs >= consentLastsMs;
  if (isRestored && isPaid(kind)) return { kind: 'restore-unacknowledged' };
  return isOld ? { kind: 'changed-since', what } : null;
}
