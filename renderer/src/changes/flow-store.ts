import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type Change,
  type ChangeAsk,
  type ChangeFamily,
  type ChangeWhat,
  isOpen,
} from '#shared/domain/change.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { JournalEntry } from '#shared/domain/journal.ts';
import { isConfirmedBy } from '#shared/domain/limits.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, Output } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createLatest } from '../bridge.ts';
import { storeOf } from '../ui/live-collection.ts';

export interface FlowActions extends Confirming {
  /** Reads what is there now, for a person to look at before anything is sent. While a change is on its way this does nothing. */
  readonly begin: (ask: ChangeAsk) => void;
  /** The same of a change that is written down and was not sent; applying the review sends that very change. */
  readonly reviewAgain: (planned: Change) => void;
  /** Reads once more what is there now. */
  readonly lookAgain: () => void;
  /** Of a change that is over but open. */
  readonly act: (deed: FlowAction) => void;
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

interface FlowDeps {
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

/** All that there is to know before a change is sent. */
export type Review = Output<'changes', 'prepare'>;

/** What a person can have done with a change that is over but open. */
type FlowAction = 'read-back' | 'send' | 'withdraw';

/** What is looked at before it is sent. */
type Subject =
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
      readonly doing: FlowAction | null;
      /** Why what was asked for last could not be done. */
      readonly error: AppError | null;
    } & Followed);

export const idleFlow: FlowState = { step: 'idle' };

/**
 * Written down and not yet tried, or sent and not yet read back. A planned change that says why it could not be sent waits for a
 * person, whether an attempt was begun or not.
 */
const isOnItsWay = ({ state, attempts, error }: Change): boolean =>
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

/** Whether the typed name is the domain's, in either of its forms. */
export const isNameTyped = ({ review, typedName }: Pick<Reviewing, 'review' | 'typedName'>): boolean =>
  aLabelsOf(typedName.trim()).toLowerCase() === review.domain;

/** What the limits that are gone over ask for has to be typed as it is shown, to the digit. */
export const isLimitTyped = ({ review, typedLimit }: Pick<Reviewing, 'review' | 'typedLimit'>): boolean =>
  isConfirmedBy(review.asksFor.limits, typedLimit);

/** Whether a person has given all that the review asks for, and nothing is under way. */
export const isReady = (state: Reviewing): boolean => {
  const { typedName, premium } = state.review.asksFor;
  if (state.busy !== null || needsReview(state.error) || !isLimitTyped(state)) return false;
  return (!typedName || isNameTyped(state)) && (!premium || state.premiumAccepted);
};

/** What is given along when it is sent; what was not asked for is not. */
const consentOf = ({ review, typedName, premiumAccepted, typedLimit }: Reviewing) => ({
  typedName: review.asksFor.typedName ? typedName.trim() : null,
  premiumAccepted: review.asksFor.premium && premiumAccepted,
  typedLimit: review.asksFor.limits.length === 0 ? null : typedLimit.trim(),
});

interface Confirming {
  readonly typeName: (typedName: string) => void;
  readonly acceptPremium: (premiumAccepted: boolean) => void;
  /** Types what a limit that is gone over comes to. */
  readonly typeLimit: (typedLimit: string) => void;
  /** Sends what was looked at: once, however often it is called. */
  readonly confirm: () => void;
}

/** What a person gives to a review, and the one sending that comes of it. */
function createConfirming(
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

type Changes = Bridge['request']['changes'];

interface Following {
  /** From now on what main tells of changes is remembered: it may come before the answer that names the change. */
  readonly listen: () => void;
  readonly giveUp: () => void;
  readonly begin: (ask: Followed['ask'], change: Change) => void;
  readonly put: (change: Change) => void;
  readonly act: (deed: FlowAction) => void;
  /** Withdraws a change that waits to be sent; one that is sent meanwhile goes on. */
  readonly cancel: () => void;
}

/** Follows one change from the moment it is written down, and after it is over. */
function createFollowing(store: StoreApi<FlowState>, changes: Changes): Following {
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
  async function carryOut(deed: FlowAction, id: string): Promise<void> {
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

function asked(changes: Changes, deed: FlowAction, id: string): Promise<Result<Change>> {
  if (deed === 'read-back') return changes.readBack({ id });
  return deed === 'send' ? changes.send({ id }) : changes.withdraw({ id });
}

type FlowOf = (accountId: string, domain: string, family: ChangeFamily) => FlowStore;

/** One flow for each account, domain and family, as there is one open change; they all hear what main tells. */
function createFlows({ bridge }: Stores): FlowOf {
  const flows = new Map<string, FlowStore>();
  bridge.on['changes.changed'](({ changes }) => {
    for (const flow of flows.values()) changes.forEach(flow.put);
  });
  return (accountId, domain, family) => {
    const key = [accountId, domain, family].join(' ');
    const flow = flows.get(key) ?? createFlowStore({ request: bridge.request, accountId, domain });
    flows.set(key, flow);
    return flow;
  };
}

/**
 * How a change of this family on this domain goes its way: kept as long as the page, so that leaving the screen loses nothing.
 *
 * @param of The account that it goes to, whichever is the active one, and the domain's name as A-labels.
 */
export const useChange = (of: Pick<Domain, 'accountId' | 'name'>, family: ChangeFamily): FlowStore =>
  storeOf(useStores(), createFlows)(of.accountId, of.name, family);
