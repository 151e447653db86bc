import { Button } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { useState } from 'react';
import type { AccountDraft } from '../accounts/account-store.ts';
import { AccountFields } from '../accounts/AccountFields.tsx';
import { emptyDraft } from '../accounts/AddAccount.tsx';
import { SaveTrouble } from '../accounts/SaveTrouble.tsx';
import css from './onboarding.module.css';

interface Props {
  readonly saving: boolean;
  readonly error: AppError | null;
  readonly onAdd: (draft: AccountDraft) => void;
  readonly onBack: () => void;
}

/** The first account of one's own. */
export function NewAccount({ saving, error, onAdd, onBack }: Props) {
  const [draft, setDraft] = useState(emptyDraft);
  return (
    <>
      <h1 className={css['title']}>Add my account</h1>
      <p className={css['lead']}>The key comes next, in a window of its own.</p>
      <form
        className={css['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(draft);
        }}
      >
        <AccountFields
          draft={draft}
          error={error}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
        <SaveTrouble error={error} />
        <div className={css['end']}>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={saving}>
            Next: the key
          </Button>
        </div>
      </form>
    </>
  );
}
