import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isNotSold, type ShownKind } from '#shared/domain/finding.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { missingIn, type RegistrationField } from '#shared/changes/register.ts';
import { useStores } from '../app-stores.ts';
import { shownKind, useOwned, useUnreadNames } from '../search/owned.ts';
import { createLookupStore, type LookupDeps, type LookupStore } from '../search/search-store.ts';
import { editorsOf, useEditor, useForgetWhenDone } from '../changes/drafts.ts';
import { useChange, type FlowState, isBusy } from '../changes/flow-store.ts';
import {
  askOf,
  emptyForm,
  isWhole,
  readForm,
  type RegisterForm,
  type RegisterStore,
  settingsFor,
} from './register-store.ts';
import type { Finding } from '../contract-types.ts';

export const createEditors = editorsOf('register', readForm);

export type Order = ReturnType<typeof useOrder>;

/** State and actions for ordering one name: its lookup, its draft and its change flow. */
export function useOrder({ accountId, name }: Pick<Domain, 'accountId' | 'name'>, store: RegisterStore) {
  const flow = useChange({ accountId, name }, 'register');
  const state = useStore(flow);
  const editor = useEditor(createEditors, { accountId, name });
  const lookUp = useLookUp({ accountId, domain: name }, state);
  const owned = useOwned(accountId);
  const areUnread = useUnreadNames(accountId) !== null;
  const canOrder = useStore(lookUp, ({ finding }) => isOrderable(finding, owned));
  const settings = useStore(store, (now) => now.settings);
  const before = useStore(store, (now) => now.offered);
  const [tries, setTries] = useState(0);
  const [split, noteSplit] = useState<string | null>(null);
  useForgetWhenDone(flow, editor);
  const first = settings === null ? emptyForm : settingsFor(name, settings.form, settings.domain);
  const form = editor.state.typed ?? first;
  const missing = missingIn(form.registrant);
  const canReview = canOrder && !areUnread && !isBusy(state);

  const { change, putRegistrant } = useTyping(name, form, editor.actions.type, store);

  return {
    accountId,
    domain: name,
    flow,
    state,
    editor,
    lookUp,
    form,
    change,
    putRegistrant,
    canReview,
    /** The name is in the portfolio; while an order is on its way or uncertain, this screen tells what became of that instead. */
    isOwn: owned.has(name) && !isBusy(state),
    /** How often the review was requested; from the first time on, missing values are marked. */
    tries,
    /** Missing values that most registries require. */
    missing,
    /** Opens the review where nothing is missing. */
    review: (): void => {
      setTries(tries + 1);
      if (isWhole(form) && missing.length === 0) flow.actions.begin(askOf(form));
    },
    /** Opens the review despite missing values, for registries that require less; null where that is not offered. */
    reviewAnyway:
      tries > 0 && missing.length > 0 && isWhole(form) && canReview
        ? () => flow.actions.begin(askOf(form))
        : null,
    /** The last settings typed for an unrelated name; offered until something is typed for this one. */
    offered: form === emptyForm ? before : null,
    /** Nothing was typed or taken over yet. */
    isEmpty: form === emptyForm,
    /** The single name of a template or domain that was split into first and last name; to be checked by the user. */
    split,
    noteSplit,
    takeOffered: (): void => {
      if (before !== null) change(settingsFor(name, before.form, before.domain));
    },
    /** Clears the form. */
    reset: (): void => {
      setTries(0);
      noteSplit(null);
      editor.actions.reset();
      store.actions.forgetSettings();
    },
  };
}

/** What is typed into the form. The functions stay the same, so that a key draws its own field again and not the whole form. */
export function useTyping(
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
  unknown: 'Its availability is unknown, so it can’t be ordered. Recheck it.',
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
