import { missingIn, type MostlyRequired } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { useChange } from '../change/ChangeFlow.tsx';
import { editorsOf, useEditor, useForgetWhenDone } from '../change/draft/editors.ts';
import { type FlowState, isBusy } from '../change/flow-state.ts';
import type { FlowStore } from '../change/flow-store.ts';
import { isOrderable } from './name/finding-words.ts';
import { createLookUpStore, type LookUpStore } from './name/look-up-store.ts';
import { askOf, emptyForm, isWhole, readForm, type RegisterForm, settingsFor } from './register-form.ts';
import type { RegisterStore, Settings } from './register-store.ts';

const createEditors = editorsOf('register', readForm);

export interface Order {
  readonly accountId: string;
  readonly domain: string;
  readonly flow: FlowStore;
  readonly state: FlowState;
  readonly editor: ReturnType<typeof useEditor<RegisterForm>>;
  readonly lookUp: LookUpStore;
  readonly form: RegisterForm;
  readonly change: (changes: Partial<RegisterForm>) => void;
  readonly canReview: boolean;
  /** How often the review was asked for; from the first time on, what is missing is said. */
  readonly tries: number;
  /** What most registries refuse an order without. */
  readonly missing: readonly MostlyRequired[];
  /** Leads to the review where nothing is missing. */
  readonly review: () => void;
  /** The same for registries that want less; null where that is not to be asked. */
  readonly reviewAnyway: (() => void) | null;
  /** What was typed last for an unrelated name, as long as nothing is typed for this one. */
  readonly offered: Settings | null;
  readonly takeOffered: () => void;
  /** Empties the form. */
  readonly reset: () => void;
}

/** The ordering of one name: what is found of it, what was typed for it, and its way to the service. */
export function useOrder(
  { accountId, name }: Pick<Domain, 'accountId' | 'name'>,
  store: RegisterStore,
): Order {
  const flow = useChange({ accountId, name }, 'register');
  const state = useStore(flow);
  const editor = useEditor(createEditors, { accountId, name });
  const lookUp = useLookUp({ accountId, domain: name }, state);
  const canOrder = useStore(lookUp, ({ finding }) => isOrderable(finding));
  const settings = useStore(store, (now) => now.settings);
  const before = useStore(store, (now) => now.offered);
  const [tries, setTries] = useState(0);
  useForgetWhenDone(flow, editor);
  const first = settings === null ? emptyForm : settingsFor(name, settings.form, settings.domain);
  const form = editor.state.typed ?? first;
  const missing = missingIn(form.registrant);
  const canReview = canOrder && !isBusy(state);

  function change(changes: Partial<RegisterForm>): void {
    const next = { ...form, ...changes };
    editor.actions.type(next);
    store.actions.keepSettings(name, next);
  }

  return {
    accountId,
    domain: name,
    flow,
    state,
    editor,
    lookUp,
    form,
    change,
    canReview,
    tries,
    missing,
    review() {
      setTries(tries + 1);
      if (isWhole(form) && missing.length === 0) flow.actions.begin(askOf(form));
    },
    reviewAnyway:
      tries > 0 && missing.length > 0 && isWhole(form) && canReview
        ? () => flow.actions.begin(askOf(form))
        : null,
    offered: form === emptyForm ? before : null,
    takeOffered() {
      if (before !== null) change(settingsFor(name, before.form, before.domain));
    },
    reset() {
      setTries(0);
      editor.actions.reset();
      store.actions.forgetSettings();
    },
  };
}

/** Looks at once, and again whenever an order has shown that the finding may be another by now. */
function useLookUp(of: Pick<Order, 'accountId' | 'domain'>, state: FlowState): LookUpStore {
  const { bridge } = useStores();
  const [lookUp] = useState(() => createLookUpStore({ bridge, ...of, newId: () => crypto.randomUUID() }));
  const outdated = outdatedBy(state);
  useEffect(() => lookUp.open(), [lookUp]);
  useEffect(() => {
    if (outdated !== null) lookUp.look();
  }, [lookUp, outdated]);
  return lookUp;
}

function outdatedBy(state: FlowState): string | null {
  if (state.step === 'over') return `${state.change.id} ${state.change.state}`;
  return state.step === 'failed' && state.error.kind === 'not-available' ? state.error.finding : null;
}
