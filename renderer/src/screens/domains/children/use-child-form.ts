import type { Domain } from '#shared/domain/portfolio.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useChange } from '../../change/ChangeFlow.tsx';
import { editorsOf, useEditor, useForgetWhenDone } from '../../change/draft/editors.ts';
import { fieldError, type FlowState } from '../../change/flow-state.ts';
import { askOf } from './ask-of.ts';
import {
  type ChildForm,
  type ChildProblems,
  emptyForm,
  hostToSend,
  isFlawless,
  problemsOf,
  readForm,
} from './child-form.ts';
import { useChildren } from './children-store.ts';

const createEditors = editorsOf('child-nameservers', readForm);
const noProblems: ChildProblems = { host: null, currentAddress: null, address: null };

/** The form of a domain's child nameservers, with all that it leads to. */
export function useChildForm(domain: Domain) {
  const flow = useChange(domain, 'child-nameservers');
  const flowState = useStore(flow);
  const editor = useEditor(createEditors, domain);
  const known = useChildren(domain.accountId, domain.name);
  const [isStrict, setIsStrict] = useState(false);
  useForgetWhenDone(flow, editor);
  const form = editor.state.typed ?? emptyForm;
  const problems = problemsOf(form, domain.name);

  function change(changes: Partial<ChildForm>): void {
    editor.actions.type({ ...form, ...changes });
  }

  function reset(): void {
    setIsStrict(false);
    editor.actions.reset();
  }

  async function note(): Promise<void> {
    if (await known.actions.tell(hostToSend(form, domain.name), [form.address.trim()])) reset();
  }

  return {
    flow,
    flowState,
    editor,
    known,
    form,
    isTyped: form.host !== '' || form.address !== '' || form.currentAddress !== '',
    problems: shownProblems(isStrict ? problems : noProblems, flowState),
    change,
    reset,
    begin: (changes: Partial<ChildForm>): void => {
      setIsStrict(false);
      editor.actions.type({ ...emptyForm, ...changes });
    },
    submit: (): void => {
      setIsStrict(true);
      if (!isFlawless(problems)) return;
      const ask = askOf(form, domain.name);
      if (ask === null) void note();
      else flow.actions.begin(ask);
    },
  };
}

/** What the fields are called in the ask, and in what is sent. */
const sentAs = {
  host: ['host', 'nameserver'],
  currentAddress: ['currentAddress', 'currentipaddress'],
  address: ['address', 'newAddress', 'ipaddress', 'newipaddress'],
} as const;

export const isAtItsField = (field: string): boolean =>
  Object.values(sentAs).some((names) => names.some((name) => name === field));

/** Our own reasons come first; main's stand at the fields that it names. */
function shownProblems(own: ChildProblems, flow: FlowState): ChildProblems {
  return {
    host: own.host ?? fieldError(flow, ...sentAs.host),
    currentAddress: own.currentAddress ?? fieldError(flow, ...sentAs.currentAddress),
    address: own.address ?? fieldError(flow, ...sentAs.address),
  };
}
