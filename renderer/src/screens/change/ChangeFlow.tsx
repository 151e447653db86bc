import { Loader } from '@mantine/core';
import { assertNever } from '#shared/assert-never.ts';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { askTitle } from './ask-words.ts';
import css from './change.module.css';
import type { FlowState } from './flow-state.ts';
import type { FlowStore } from './flow-store.ts';
import { FlowTrouble } from './FlowTrouble.tsx';
import { Result } from './result/Result.tsx';
import { Sending } from './result/Sending.tsx';
import { ReviewDialog } from './review/ReviewDialog.tsx';

export { useChange } from './flows.ts';

interface Props {
  readonly flow: FlowStore;
  /** Of the fields at which the editor shows a reason itself. */
  readonly isAtItsField?: (field: string) => boolean;
}

/** A change on its way from the editor: what will be sent, how far it is, and what came of it. Nothing is drawn where there is none. */
export function ChangeFlow({ flow, isAtItsField = () => false }: Props) {
  const state = useStore(flow);
  const { actions } = flow;
  switch (state.step) {
    case 'idle':
      return null;
    case 'reviewing':
      return <ReviewDialog state={state} actions={actions} />;
    case 'failed': {
      const { error } = state;
      if (error.kind === 'invalid-input' && isAtItsField(error.field.replace(/^ask\./, ''))) return null;
      return (
        <FlowTrouble error={error} about="Not sent" lookAgain={actions.lookAgain} close={actions.close} />
      );
    }
    case 'preparing':
    case 'sending':
    case 'over':
      return <Panel state={state} actions={actions} />;
    default:
      return assertNever(state);
  }
}

interface PanelProps extends Pick<FlowStore, 'actions'> {
  readonly state: Extract<FlowState, { readonly step: 'preparing' | 'sending' | 'over' }>;
}

/** Comes into sight when something begins or ends, since its editor may be longer than the window. */
function Panel({ state, actions }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [state.step]);
  const title = askTitle(state.ask);
  return (
    <section
      ref={panel}
      className={css['panel']}
      data-state={state.step === 'over' ? state.change.state : state.step}
      role="status"
      aria-label={title}
    >
      {state.step !== 'over' && <h4 className={css['title']}>{title}</h4>}
      {state.step === 'preparing' && (
        <p className={css['step']}>
          <Loader size={14} aria-hidden />
          Reading what is there now, for you to look at. Nothing is sent yet.
        </p>
      )}
      {state.step === 'sending' && <Sending {...state} actions={actions} />}
      {state.step === 'over' && <Result state={state} actions={actions} />}
    </section>
  );
}
