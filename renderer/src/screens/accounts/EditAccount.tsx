import { Button } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { AccountOptions, AccountSummary } from '../../lib/nouns.ts';
import type { AccountDraft, AccountScreenStore } from './account-store.ts';
import { AccountFields } from './AccountFields.tsx';
import css from './form.module.css';
import { formOf, hasProblem, limitsIn, type LimitsForm } from '../limits/limits-form.ts';
import { OptionFields } from './OptionFields.tsx';
import { OwnLimits } from './OwnLimits.tsx';
import { SaveTrouble } from './SaveTrouble.tsx';

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
}

/** Everything of an account that can be changed, except its key. */
export function EditAccount({ store, account }: Props) {
  const { route, notices } = useStores();
  const { saving, saveError } = useStore(store);
  const { id, label, colour, baseUrl, username } = account;
  const [draft, setDraft] = useState<AccountDraft>({ label, colour, baseUrl, username });
  const [options, setOptions] = useState<AccountOptions>(account.options);
  const [limits, setLimits] = useState<LimitsForm | null>(
    () => account.options.limits && formOf(account.options.limits),
  );
  const [tries, setTries] = useState(0);
  const otherLogin = account.key.hasKey && (draft.baseUrl !== baseUrl || draft.username !== username);
  const back = () => route.actions.goToAccount(id, 'look');

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (limits !== null && hasProblem(limits)) {
      setTries(tries + 1);
      return;
    }
    const own = { ...options, limits: limits && limitsIn(limits) };
    const saved = await store.actions.edit({ id, ...draft, options: own });
    if (saved === null) return;
    notices.actions.say(`Saved ${saved.label}`);
    back();
  }

  return (
    <form className={css['form']} onSubmit={(event) => void submit(event)} noValidate>
      <h2 className={css['title']}>Edit {label}</h2>
      <AccountFields
        draft={draft}
        error={saveError}
        practice={account.kind === 'practice'}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
      {otherLogin && (
        <p className={css['caution']}>
          The key belongs to this service and this e-mail address. With another one it is forgotten, and you
          enter the new one.
        </p>
      )}
      <h3 className={css['part']}>Options</h3>
      <OptionFields
        options={options}
        error={saveError}
        onChange={(changes) => setOptions({ ...options, ...changes })}
      />
      <OwnLimits accountId={id} form={limits} tries={tries} onChange={setLimits} />
      <SaveTrouble error={saveError} />
      <div className={css['buttons']}>
        <Button type="submit" loading={saving}>
          Save
        </Button>
        <Button variant="default" onClick={back}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
