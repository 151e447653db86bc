import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isNotSold, type ShownKind } from '#shared/domain/finding.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { missingIn, type RegistrationField } from '#shared/changes/register.ts';
import { useStores } from '../app-stores.ts';
import { shownKind, useOwned, useUnreadNames } from '../search/owned.ts';
import { createLookupStore, type LookupDeps, type LookupStore } from '../search/lookup-store.ts';
import { editorsOf, useEditor, useForgetWhenDone } from '../changes/drafts.ts';
import { useChange, type FlowState, isBusy } from '../changes/flow-store.ts';
import { isPartAs } from './client-parts.ts';
import { type OrderStart, useLastOrder, useOrderStart } from './order-start.ts';
import {
  askOf,
  isWhole,
  readForm,
  type RegisterForm,
  type RegisterStore,
  type Settings,
  settingsFor,
} from './register-store.ts';
import type { Finding } from '../client.ts';

const createEditors = editorsOf('register', readForm);

export type TypedOrder = ReturnType<typeof useTypedOrder>;

/** How what was typed for other names is taken over. */
interface TakingOver {
  /** Unasked, what was typed on this screen before. */
  readonly kept: (settings: Settings) => RegisterForm;
  /** Asked for, what was ordered last. */
  readonly taken: (last: Settings) => RegisterForm;
}

/** What is typed into an order, of one name or of many. @param name Whose draft it is. */
export function useTypedOrder(
  accountId: string,
  name: string,
  store: RegisterStore,
  { kept, taken }: TakingOver,
) {
  const editor = useEditor(createEditors, { accountId, name });
  const settings = useStore(store, (now) => now.settings);
  const { last, keepLast, forgetLast } = useLastOrder(accountId, store);
  const start = useOrderStart(accountId, store);
  const [tries, setTries] = useState(0);
  const [allowsGaps, allowGaps] = useState(false);
  const [split, noteSplit] = useState<string | null>(null);
  const form = editor.state.typed ?? (settings === null ? start.form : kept(settings));
  const missing = missingFor(form, allowsGaps);
  const { change, putRegistrant } = useTyping(name, form, editor.actions.type, store);
  const isEmpty = form === start.form;
  return {
    accountId,
    editor,
    form,
    change,
    putRegistrant,
    /** How often the review was requested; from the first time on, missing values are marked. */
    tries,
    /** Missing values that this order needs: see {@link missingFor}. */
    missing,
    /** A person said that the registry asks for less than most. */
    allowsGaps,
    allowGaps,
    /** Counts a request for the review. @returns Whether nothing is missing for it. */
    tryIt: (): boolean => {
      setTries(tries + 1);
      return isWhole(form) && missing.length === 0;
    },
    start,
    /** The last settings typed for an unrelated name; offered until something is typed for this one. */
    offered: isEmpty ? offeredBeside(start, last) : null,
    /** Nothing was typed or taken over yet. */
    isEmpty,
    /** The single name of a template or domain that was split into first and last name; to be checked by the user. */
    split: splitIn(form, start, split),
    noteSplit,
    takeOffered: (): void => {
      if (last !== null) change(taken(last));
    },
    /** The next order is offered what is typed now. */
    keep: () => keepLast({ form, domain: name }),
    forgetLast,
    wantDefaults: store.actions.wantDefaults,
    /** Clears the form. */
    reset: (): void => {
      setTries(0);
      allowGaps(false);
      noteSplit(null);
      editor.actions.reset();
      store.actions.forgetSettings();
    },
  };
}

export type Order = ReturnType<typeof useOrder>;

/** State and actions for ordering one name: its lookup, its draft and its change flow. */
export function useOrder({ accountId, name }: Pick<Domain, 'accountId' | 'name'>, store: RegisterStore) {
  const flow = useChange({ accountId, name }, 'register');
  const state = useStore(flow);
  const lookUp = useLookUp({ accountId, domain: name }, state);
  const owned = useOwned(accountId);
  const areUnread = useUnreadNames(accountId) !== null;
  const canOrder = useStore(lookUp, ({ finding }) => isOrderable(finding, owned));
  const fitting = ({ form, domain }: Settings) => settingsFor(name, form, domain);
  const typed = useTypedOrder(accountId, name, store, { kept: fitting, taken: fitting });
  useForgetWhenDone(flow, typed.editor);
  const begin = useKeepLast(state, typed.keep);
  return {
    ...typed,
    domain: name,
    flow,
    state,
    lookUp,
    canReview: canOrder && !areUnread && !isBusy(state),
    /** The name is in the portfolio; while an order is on its way or uncertain, this screen tells what became of that instead. */
    isOwn: owned.has(name) && !isBusy(state),
    /** Opens the review where nothing is missing. */
    review: (): void => {
      if (!typed.tryIt()) return;
      begin();
      flow.actions.begin(askOf(typed.form));
    },
  };
}

/**
 * What an order cannot be reviewed without. Unknown: what each registry requires; the API names no required field. So the fields that
 * most registries require are required here too, until a person says, before or after, that this one asks for less.
 */
const missingFor = ({ registrant }: RegisterForm, allowsGaps: boolean): readonly RegistrationField[] =>
  allowsGaps ? [] : missingIn(registrant);

/** The last settings, where they are not what the form begins with. */
const offeredBeside = ({ form }: OrderStart, last: Settings | null): Settings | null =>
  last !== null && JSON.stringify(last.form) === JSON.stringify(form) ? null : last;

/** The name that was split, by what was taken over last, or by the account's default contact where that is in the form. */
const splitIn = (form: RegisterForm, { proposal }: OrderStart, noted: string | null): string | null =>
  noted ??
  (proposal.registrant !== undefined && isPartAs('registrant', form, proposal) ? proposal.split : null);

/** Keeps what was reviewed once it is sent: nothing of an order that was given up. */
function useKeepLast({ step }: FlowState, keep: () => void): () => void {
  const reviewed = useRef<(() => void) | null>(null);
  const isSent = step === 'sending' || step === 'over';
  useEffect(() => {
    if (!isSent) return;
    reviewed.current?.();
    reviewed.current = null;
  }, [isSent]);
  return () => {
    reviewed.current = keep;
  };
}

/** What is typed into the form. The functions stay the same, so that a key draws its own field again and not the whole form. */
function useTyping(
  name: string,
  form: RegisterForm,
  type: (form: RegisterForm) => void,
  { actions: { keepSettings } }: RegisterStore,
) {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  }, [form]);
  return useMemo(() => {
    const change = (
      changes: Partial<RegisterForm> | ((form: RegisterForm) => Partial<RegisterForm>),
    ): void => {
      const now = latest.current;
      const next = { ...now, ...(typeof changes === 'function' ? changes(now) : changes) };
      latest.current = next;
      type(next);
      keepSettings(name, next);
    };
    return {
      change,
      putRegistrant: (field: RegistrationField, value: string): void =>
        change({ registrant: { ...latest.current.registrant, [field]: value } }),
    };
  }, [name, type, keepSettings]);
}

/** Looks the name up at mount, and again whenever an order may have changed the finding. */
function useLookUp(of: Pick<LookupDeps, 'accountId' | 'domain'>, state: FlowState): LookupStore {
  const { bridge } = useStores();
  const [lookUp] = useState(() => createLookupStore({ bridge, ...of, newId: () => crypto.randomUUID() }));
  const outdated = outdatedBy(state);
  useEffect(() => lookUp.open(), [lookUp]);
  useEffect(() => {
    if (outdated !== null) lookUp.start();
  }, [lookUp, outdated]);
  return lookUp;
}

function outdatedBy(state: FlowState): string | null {
  if (state.step === 'over') return `${state.change.id} ${state.change.state}`;
  return state.step === 'failed' && state.error.kind === 'not-available' ? state.error.finding : null;
}

const words: Readonly<Record<ShownKind, string | null>> = {
  available: null,
  premium: null,
  yours: 'It’s in your domains already, so it can’t be ordered. If you let it go, archive it there first.',
  taken: 'A taken name can’t be ordered.',
  reserved: 'A reserved name can’t be ordered.',
  invalid: 'The service says this is not a valid name, so it can’t be ordered.',
  unknown: 'Its availability is unknown, so it can’t be ordered. Check it again.',
  unchecked: 'Not checked yet.',
};

/** Why a name cannot be ordered, in a sentence; null where it can. Main checks again right before an order is sent. */
export const notOrderable = (finding: {
  readonly kind: ShownKind;
  readonly message: string;
}): string | null =>
  isNotSold(finding) ? 'The service doesn’t offer this TLD, so it can’t be ordered.' : words[finding.kind];

const isOrderable = (finding: Finding | null, owned: ReadonlySet<string>): boolean =>
  finding !== null && notOrderable({ ...finding, kind: shownKind(finding, owned) }) === null;
