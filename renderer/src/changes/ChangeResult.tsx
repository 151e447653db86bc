import { Button, Group, Text, Title } from '@mantine/core';
import type { NextStep } from '#shared/domain/change.ts';
import { useStores } from '../app-stores.ts';
import { ChangeStateMark, stepWords } from './ChangeParts.tsx';
import { CostFacts, HowWeKnow, statusWords, SyncAnswerFacts } from './ChangeStatus.tsx';
import { FlowTrouble } from './FlowParts.tsx';
import { type FlowActions, type FlowState, needsReview, waitingText } from './flow-store.ts';
import css from './change.module.css';

interface Props {
  readonly state: Extract<FlowState, { readonly step: 'over' }>;
  readonly actions: FlowActions;
}

/** The outcome of a change, its cost, how it is known, and the next steps. */
export function ChangeResult({ state, actions }: Props) {
  const { change, error } = state;
  const { answer, why, next } = statusWords(change);
  return (
    <>
      <Group gap="4px 12px" align="baseline">
        <Title order={4} fz="md">
          {answer}
        </Title>
        <ChangeStateMark state={change.state} proof={change.proof} />
      </Group>
      {[why, next].map(
        (line) =>
          line !== null && (
            <p key={line} className="selectable">
              {line}
            </p>
          ),
      )}
      <CostFacts change={change} />
      {change.told !== null && <SyncAnswerFacts told={change.told} />}
      <HowWeKnow change={change} />
      {error !== null && (
        <FlowTrouble accountId={change.accountId} error={error} recheck={() => again(state, actions)} />
      )}
      {state.doing === 'send' && <Text c="dimmed">{waitingText}</Text>}
      <NextSteps state={state} actions={actions} />
    </>
  );
}

/** The action after a refusal: an outdated review is done again, everything else is sent again. */
function again({ change, error }: Props['state'], { act, reviewAgain }: FlowActions): void {
  if (change.state === 'planned' && needsReview(error)) reviewAgain(change);
  else act(change.state === 'planned' ? 'send' : 'read-back');
}

function NextSteps({ state, actions }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { change, doing, error } = state;
  // The error that kept the change from being sent describes the next step itself.
  const isReviewed = change.state === 'planned' && error === null && needsReview(change.error);
  const openChange = () => goToChanges({ kind: 'list', changeId: change.id });
  return (
    <Group gap="sm" className={css['ways'] ?? ''}>
      {isReviewed && <Button onClick={() => actions.reviewAgain(change)}>Review again</Button>}
      {stepsOf(state).map((step, index) =>
        step === 'settle' ? (
          <Button key={step} variant="default" onClick={openChange}>
            Mark as done or not done…
          </Button>
        ) : (
          <Button
            key={step}
            variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
            loading={doing === step}
            disabled={doing !== null && doing !== step && !(doing === 'send' && step === 'withdraw')}
            onClick={() => actions.act(step)}
          >
            {step === 'send' ? 'Send again' : stepWords[step]}
          </Button>
        ),
      )}
      <Button variant="subtle" onClick={openChange}>
        Change {change.number}
      </Button>
      <Button variant="subtle" onClick={actions.close}>
        Close
      </Button>
    </Group>
  );
}

/** The next steps; sending is left out where a new review is needed. */
const stepsOf = ({ change, error }: Props['state']): readonly NextStep[] =>
  needsReview(error ?? change.error) ? change.next.filter((step) => step !== 'send') : change.next;
