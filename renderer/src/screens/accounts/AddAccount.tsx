import { Button } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { AccountDraft, AccountScreenStore } from './account-store.ts';
import { AccountFields } from './AccountFields.tsx';
import css from './form.module.css';
import { SaveTrouble } from './SaveTrouble.tsx';

export const emptyDraft: AccountDraft = { label: '', colour: 'blue', baseUrl: '', username: '' };

interface Props {
  readonly store: AccountScreenStore;
  /** Whether there is a practice account already. */
  readonly hasPractice: boolean;
}

/** Adds an account; its key is the next step. */
export function AddAccount({ store, hasPractice }: Props) {
  const { route } = useStores();
  const { saving, saveError } = useStore(store);
  const [draft, setDraft] = useState(emptyDraft);
  const back = () => route.actions.goToAccount(null, 'look');

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const added = await store.actions.add(draft);
    if (added !== null) route.actions.goToAccount(added.id, 'look');
  }

  async function addPractice(): Promise<void> {
    const added = await store.actions.addPractice();
    if (added !== null) route.actions.goToAccount(added.id, 'look');
  }

  return (
    <form className={css['form']} onSubmit={(event) => void submit(event)} noValidate>
      <h2 className={css['title']}>Add an account</h2>
      <AccountFields
        draft={draft}
        error={saveError}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
      <SaveTrouble error={saveError} />
      <div className={css['buttons']}>
        <Button type="submit" loading={saving}>
          Add, then enter the key
        </Button>
        <Button variant="default" onClick={back}>
          Cancel
        </Button>
        {!hasPractice && (
          <Button variant="subtle" onClick={() => void addPractice()}>
            Add the practice account instead
          </Button>
        )}
      </div>
    </form>
  );
}
