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
import type { RegisterStore } from './register-store.ts';

const createEditors = editorsOf('register', readForm);

export interface Order {
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
  readonly review: () => void;
}

/** The ordering of one name: what is found of it, what was typed for it, and its way to the service. */
export function useOrder(
  { accountId, name }: Pick<Domain, 'accountId' | 'name'>,
  store: RegisterStore,
): Order {
  const flow = useChange(name, 'register');
  const state = useStore(flow);
  const editor = useEditor(createEditors, { accountId, name });
  const lookUp = useLookUp(name, state);
  const canOrder = useStore(lookUp, ({ finding }) => isOrderable(finding));
  const settings = useStore(store, (now) => now.settings);
  const [tries, setTries] = useState(0);
  useForgetWhenDone(flow, editor);
  const first = settings === null ? emptyForm : settingsFor(name, settings.form, settings.domain);
  const form = editor.state.typed ?? first;

  return {
    domain: name,
    flow,
    state,
    editor,
    lookUp,
    form,
    change(changes) {
      const next = { ...form, ...changes };
      editor.actions.type(next);
      store.actions.keepSettings(name, next);
    },
    canReview: canOrder && !isBusy(state),
    tries,
    review() {
      setTries(tries + 1);
      if (isWhole(form)) flow.actions.begin(askOf(form));
    },
  };
}

/** Looks at once, and again whenever an order has shown that the finding may be another by now. */
function useLookUp(domain: string, state: FlowState): LookUpStore {
  const { bridge } = useStores();
  const [lookUp] = useState(() => createLookUpStore({ bridge, domain, newId: () => crypto.randomUUID() }));
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
