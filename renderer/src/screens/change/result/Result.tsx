import { Button } from '@mantine/core';
import type { NextStep } from '#shared/domain/change.ts';
import { useStores } from '../../../app-stores.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import css from '../change.module.css';
import { type FlowState, needsReview } from '../flow-state.ts';
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
      {error !== null && <FlowTrouble error={error} lookAgain={() => again(state, actions)} />}
      {state.doing === 'send' && <p className={css['quiet']}>{waiting}</p>}
      <NextSteps state={state} actions={actions} />
    </>
  );
}

const waiting = 'Reading what is there now, then waiting for a free place (at most 30 seconds)…';

/** The way on from a refusal: what does not hold any more is reviewed again, everything else is tried again. */
function again({ change, error }: Props['state'], { act, reviewAgain }: FlowActions): void {
  if (change.state === 'planned' && needsReview(error)) reviewAgain(change);
  else act(change.state === 'planned' ? 'send' : 'read-back');
}

const stepWords: Readonly<Record<Exclude<NextStep, 'settle'>, string>> = {
  send: 'Send again',
  'read-back': 'Read back',
  withdraw: 'Withdraw',
};

function NextSteps({ state, actions }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { change, doing, error } = state;
  // What kept it from being sent says itself how it goes on.
  const isReviewed = change.state === 'planned' && error === null && needsReview(change.error);
  const openChange = () => goToChanges({ kind: 'list', changeId: change.id });
  return (
    <div className={css['ways']}>
      {isReviewed && <Button onClick={() => actions.reviewAgain(change)}>Review again</Button>}
      {stepsOf(state).map((step, index) =>
        step === 'settle' ? (
          <Button key={step} variant="default" onClick={openChange}>
            Settle…
          </Button>
        ) : (
          <Button
            key={step}
            variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
            loading={doing === step}
            disabled={doing !== null && doing !== step && !(doing === 'send' && step === 'withdraw')}
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

/** What was refused because it has to be reviewed again is not sent without that. */
const stepsOf = ({ change, error }: Props['state']): readonly NextStep[] =>
  needsReview(error ?? change.error) ? change.next.filter((step) => step !== 'send') : change.next;
