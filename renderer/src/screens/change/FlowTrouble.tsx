import { Button } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import css from './change.module.css';
import { needsReview } from './flow-state.ts';

interface Props {
  readonly error: AppError;
  readonly about?: string;
  readonly lookAgain: () => void;
  /** Where it can be put away. */
  readonly close?: (() => void) | undefined;
}

/** Why a change was not sent, with the way on: to the change that it waits for, or to another look. */
export function FlowTrouble({ error, about, lookAgain, close }: Props) {
  const { route } = useStores();
  const { goToAccount, goToChanges } = route.actions;
  return (
    <div className={css['trouble']}>
      <ErrorState
        error={error}
        {...(about === undefined ? {} : { about })}
        remedies={{
          'try-again': lookAgain,
          'enter-key': () => goToAccount(null, 'look'),
          'edit-account': () => goToAccount(null, 'edit'),
          'add-account': () => goToAccount(null, 'add'),
        }}
      />
      <div className={css['ways']}>
        {error.kind === 'open-change' && (
          <Button variant="default" onClick={() => goToChanges({ kind: 'list', changeId: error.changeId })}>
            Open change {error.number}
          </Button>
        )}
        {needsReview(error) && <Button onClick={lookAgain}>Review again</Button>}
        {error.kind === 'journal-broken' && (
          <Button variant="default" onClick={() => goToChanges({ kind: 'list', changeId: null })}>
            Open Changes
          </Button>
        )}
        {close !== undefined && (
          <Button variant="subtle" onClick={close}>
            Close
          </Button>
        )}
      </div>
    </div>
  );
}
