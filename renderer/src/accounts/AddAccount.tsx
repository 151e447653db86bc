import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { type AccountColour, accountColours } from '#shared/domain/account.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { AccountDot } from '../ui/Marks.tsx';
import { ErrorState, type RemedyHandlers } from '../ui/States.tsx';
import { type AccountDraft, type AccountScreenStore, fieldError } from './account-store.ts';
import css from './form.module.css';

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

interface AccountFieldsProps {
  readonly draft: AccountDraft;
  readonly onChange: (changes: Partial<AccountDraft>) => void;
  readonly error: AppError | null;
  /** A practice account has no address and no user name of its own. */
  readonly practice?: boolean;
}

/** The fields that identify an account. Each shows its own error. */
export function AccountFields({ draft, onChange, error, practice = false }: AccountFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="Only for you: it stands in the header and on every list."
        placeholder="Northwind Hosting"
        value={draft.label}
        maxLength={80}
        error={fieldError(error, 'label')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        data-autofocus
      />
      <Colours value={draft.colour} onChange={(colour) => onChange({ colour })} />
      {!practice && (
        <>
          <TextInput
            label="Base URL"
            description="From your provider, with its path. It begins with https."
            placeholder="https://portal.example.com/modules/addons/DomainsReseller/api/index.php"
            classNames={{ input: 'mono' }}
            value={draft.baseUrl}
            maxLength={2_048}
            spellCheck={false}
            error={fieldError(error, 'baseUrl')}
            onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
          />
          <TextInput
            label="E-mail address"
            description="The one that your reseller account is registered with."
            placeholder="you@example.com"
            type="email"
            value={draft.username}
            maxLength={320}
            spellCheck={false}
            error={fieldError(error, 'username')}
            onChange={(event) => onChange({ username: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

interface ColoursProps {
  readonly value: AccountColour;
  readonly onChange: (colour: AccountColour) => void;
}

function Colours({ value, onChange }: ColoursProps) {
  const name = useId();
  return (
    <fieldset className={css['colours']}>
      <legend>Colour</legend>
      {accountColours.map((colour) => (
        <label key={colour} className={css['colour']} title={colour}>
          <input
            type="radio"
            name={name}
            checked={colour === value}
            aria-label={colour}
            onChange={() => onChange(colour)}
          />
          <AccountDot colour={colour} />
        </label>
      ))}
    </fieldset>
  );
}

const atItsField = new Set(['label', 'baseUrl', 'username', 'typedLabel']);

interface SaveTroubleProps {
  readonly error: AppError | null;
  readonly remedies?: RemedyHandlers;
}

/** Why an account could not be saved or removed, with a link to what blocks it; nothing where the error is shown at its field. */
export function SaveTrouble({ error, remedies = {} }: SaveTroubleProps) {
  if (error === null || (error.kind === 'invalid-input' && atItsField.has(error.field))) return null;
  return (
    <div className={css['trouble']}>
      <ErrorState error={forPeople(error)} remedies={remedies} />
      {error.kind === 'account-in-use' && <InTheWay error={error} />}
    </div>
  );
}

const forPeople = (error: AppError): AppError =>
  error.kind === 'account-in-use' && error.domain !== null
    ? { ...error, domain: toUnicode(error.domain) }
    : error;

function InTheWay({ error }: { readonly error: Extract<AppError, { kind: 'account-in-use' }> }) {
  const { goToChanges } = useStores().route.actions;
  const { why, id, number } = error;
  return why === 'change' ? (
    <Button variant="default" onClick={() => goToChanges({ kind: 'list', changeId: id })}>
      Open change {number}
    </Button>
  ) : (
    <Button variant="default" onClick={() => goToChanges({ kind: 'plan', planId: id })}>
      Open the batch
    </Button>
  );
}
