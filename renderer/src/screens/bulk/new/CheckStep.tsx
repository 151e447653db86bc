import { Button, TextInput } from '@mantine/core';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState, type RemedyHandlers } from '../../../components/ErrorState.tsx';
import { ButtonKeys } from '../../../components/ButtonKeys.tsx';
import { activeAccount } from '../../../shell/accounts-store.ts';
import { mostNameLength } from '../list/RenameDialog.tsx';
import { ForAccount } from './ForAccount.tsx';
import css from './check.module.css';
import type { NewStore } from './new-store.ts';
import { Size } from './Size.tsx';
import { Step } from './Step.tsx';
import type { Ready } from './use-ready.ts';

interface Props {
  readonly store: NewStore;
  readonly ready: Ready;
  readonly onCreate: (name: string, start: boolean) => void;
}

/** What it comes to, for whom, under which name; and the start. */
export function CheckStep({ store, ready, onCreate }: Props) {
  const creating = useStore(store, (state) => state.creating);
  const error = useStore(store, (state) => state.createError);
  const remedies = useRemedies(store, () => onCreate(ready.name, true));
  const { missing } = ready;
  return (
    <Step number={3} title="Check">
      <Size store={store} remedies={remedies} />
      <ForAccount />
      <TextInput
        label="Name of the session"
        value={ready.name}
        maxLength={mostNameLength}
        onChange={(event) => store.actions.rename(event.currentTarget.value)}
      />
      {error !== null && <ErrorState error={error} about="No session was made" remedies={remedies} />}
      <p className={css['missing']} data-much={ready.isTooLarge} role="status">
        {missing}
      </p>
      <div className={css['start']}>
        <Button
          fullWidth
          disabled={missing !== null}
          loading={creating}
          rightSection={<ButtonKeys of="startSession" />}
          onClick={() => onCreate(ready.name, true)}
        >
          Start
        </Button>
        <Button
          fullWidth
          variant="default"
          disabled={missing !== null || creating}
          onClick={() => onCreate(ready.name, false)}
        >
          Create without starting
        </Button>
      </div>
    </Step>
  );
}

function useRemedies(store: NewStore, again: () => void): RemedyHandlers {
  const { accounts, route } = useStores();
  const accountId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  return {
    'try-again': () => {
      if (store.getState().createError !== null) again();
      else store.actions.lookAhead();
    },
    'enter-key': () => route.actions.goToAccount(accountId, 'look'),
    'edit-account': () => route.actions.goToAccount(accountId, 'edit'),
    'add-account': () => route.actions.goToAccount(null, 'add'),
  };
}
