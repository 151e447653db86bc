import { Button } from '@mantine/core';
import { type Change, familyOf, type NextStep } from '#shared/domain/change.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { OtherAccount } from '../../../components/OtherAccount.tsx';
import { useChange } from '../../change/flows.ts';
import { needsReview } from '../../change/flow-state.ts';
import { FlowTrouble } from '../../change/FlowTrouble.tsx';
import { ReviewDialog } from '../../change/review/ReviewDialog.tsx';
import { whatWords } from './kind-words.ts';
import css from './one.module.css';
import type { OneStore } from './one-store.ts';

interface Props {
  readonly store: OneStore;
  readonly change: Change;
  readonly onSettle: () => void;
}

const stepWords: Readonly<Record<NextStep, string>> = {
  send: 'Send',
  'read-back': 'Read back',
  settle: 'Settle by hand…',
  withdraw: 'Withdraw',
};

/** What can be done with the change. Nothing sends an uncertain one again. */
export function Actions({ store, change, onSettle }: Props) {
  const doing = useStore(store, (state) => state.doing);
  const error = useStore(store, (state) => state.error);
  const steps = inOrder(change).filter((step) => step !== 'send' || !needsReview(error));
  return (
    <>
      {change.state === 'planned' && <OtherAccount accountId={change.accountId} />}
      <Trouble store={store} change={change} />
      <ReviewedAgain change={change} />
      {steps.length > 0 && (
        <div className={css['actions']}>
          {steps.map((step, index) => (
            <Button
              key={step}
              variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
              loading={doing === step && step !== 'settle'}
              disabled={doing !== null && doing !== step}
              onClick={() => (step === 'settle' ? onSettle() : void store.actions.act(step))}
            >
              {wordsOf(step, change)}
            </Button>
          ))}
        </div>
      )}
      {doing === 'send' && <p className={css['hint']}>{waiting}</p>}
      {steps.includes('read-back') && <p className={css['hint']}>{whatWords(change.what).reads}</p>}
    </>
  );
}

const waiting = 'Reading what is there now, then waiting for a free place (at most 30 seconds)…';

const wordsOf = (step: NextStep, change: Change): string =>
  step === 'send' && change.attempts > 0 ? 'Send again' : stepWords[step];

/** Where nothing that is read decides it, a person comes first. */
function inOrder({ what, next }: Change): readonly NextStep[] {
  const { isProvable } = whatWords(what);
  return isProvable ? next : [...next].sort((a, b) => Number(b === 'settle') - Number(a === 'settle'));
}

function Trouble({ store, change }: Pick<Props, 'store' | 'change'>) {
  const { route } = useStores();
  const flow = useChange({ accountId: change.accountId, name: change.domain }, familyOf(change.what.kind));
  const error = useStore(store, (state) => state.error);
  const isReviewing = useStore(flow, (state) => 'planned' in state && state.planned?.id === change.id);
  if (error === null || isReviewing) return null;
  return (
    <FlowTrouble
      error={error}
      about="This was not done"
      lookAgain={() => {
        if (change.state === 'planned' && needsReview(error)) flow.actions.reviewAgain(change);
        else store.actions.readAgain();
        route.actions.goToChanges({ kind: 'list', changeId: change.id });
      }}
    />
  );
}

/** The review of a planned change that has to be looked at again; applying it sends that very change. */
function ReviewedAgain({ change }: Pick<Props, 'change'>) {
  const { actions, ...flow } = useChange(
    { accountId: change.accountId, name: change.domain },
    familyOf(change.what.kind),
  );
  const state = useStore(flow);
  const isMine = 'planned' in state && state.planned?.id === change.id;
  if (!isMine || state.step === 'preparing') return null;
  if (state.step === 'reviewing') return <ReviewDialog state={state} actions={actions} />;
  return (
    <FlowTrouble error={state.error} about="Not sent" lookAgain={actions.lookAgain} close={actions.close} />
  );
}
