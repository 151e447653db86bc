import { Button } from '@mantine/core';
import type { Change, NextStep } from '#shared/domain/change.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { FlowTrouble } from '../../change/FlowTrouble.tsx';
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
  const steps = inOrder(change);
  return (
    <>
      <Trouble store={store} />
      {steps.length > 0 && (
        <div className={css['actions']}>
          {steps.map((step, index) => (
            <Button
              key={step}
              variant={index === 0 ? 'filled' : 'default'}
              loading={doing === step && step !== 'settle'}
              disabled={doing !== null && doing !== step}
              onClick={() => (step === 'settle' ? onSettle() : void store.actions.act(step))}
            >
              {wordsOf(step, change)}
            </Button>
          ))}
        </div>
      )}
      {steps.includes('read-back') && <p className={css['hint']}>{whatWords(change.what).reads}</p>}
    </>
  );
}

const wordsOf = (step: NextStep, change: Change): string =>
  step === 'send' && change.attempts > 0 ? 'Send again' : stepWords[step];

/** Where nothing that is read decides it, a person comes first. */
function inOrder({ what, next }: Change): readonly NextStep[] {
  const { isProvable } = whatWords(what);
  return isProvable ? next : [...next].sort((a, b) => Number(b === 'settle') - Number(a === 'settle'));
}

function Trouble({ store }: Pick<Props, 'store'>) {
  const { route } = useStores();
  const error = useStore(store, (state) => state.error);
  const id = useStore(store, (state) => state.id);
  if (error === null || id === null) return null;
  return (
    <FlowTrouble
      error={error}
      about="This was not done"
      lookAgain={() => {
        store.actions.readAgain();
        route.actions.goToChanges({ kind: 'list', changeId: id });
      }}
    />
  );
}
