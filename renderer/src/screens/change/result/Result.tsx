import { Button } from '@mantine/core';
import type { NextStep } from '#shared/domain/change.ts';
import { useStores } from '../../../app-stores.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import css from '../change.module.css';
import type { FlowState } from '../flow-state.ts';
import type { FlowActions } from '../flow-store.ts';
import { FlowTrouble } from '../FlowTrouble.tsx';
import { EvidenceList } from './EvidenceList.tsx';
import { resultWords } from './result-words.ts';
import { Told } from './Told.tsx';

interface Props {
  readonly state: Extract<FlowState, { readonly step: 'over' }>;
  readonly actions: FlowActions;
}

/** What came of a change, what shows it, and what a person can do next. */
export function Result({ state, actions }: Props) {
  const { change, error } = state;
  const { title, lines } = resultWords(change);
  return (
    <>
      <div className={css['outcome']}>
        <h4 className={css['title']}>{title}</h4>
        <ChangeStateMark state={change.state} />
      </div>
      {lines.map((line) => (
        <p key={line} className="selectable">
          {line}
        </p>
      ))}
      <EvidenceList evidence={change.evidence} />
      {change.told !== null && <Told told={change.told} />}
      {error !== null && <FlowTrouble error={error} lookAgain={() => actions.act('read-back')} />}
      <NextSteps state={state} actions={actions} />
    </>
  );
}

const stepWords: Readonly<Record<Exclude<NextStep, 'settle'>, string>> = {
  send: 'Send again',
  'read-back': 'Read back',
  withdraw: 'Withdraw',
};

function NextSteps({ state, actions }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { change, doing } = state;
  const openChange = () => goToChanges({ kind: 'list', changeId: change.id });
  return (
    <div className={css['ways']}>
      {change.next.map((step, index) =>
        step === 'settle' ? (
          <Button key={step} variant="default" onClick={openChange}>
            Settle…
          </Button>
        ) : (
          <Button
            key={step}
            variant={index === 0 ? 'filled' : 'default'}
            loading={doing === step}
            disabled={doing !== null && doing !== step}
            onClick={() => actions.act(step)}
          >
            {stepWords[step]}
          </Button>
        ),
      )}
      <Button variant="subtle" onClick={openChange}>
        Change {change.number}
      </Button>
      <Button variant="subtle" onClick={actions.close}>
        Close
      </Button>
    </div>
  );
}
