import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { useStores } from '../../app-stores.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import type { TldSet } from '../../lib/nouns.ts';
import css from './tld-dialog.module.css';

interface Props {
  readonly picked: readonly string[];
  /** The set that was chosen when the picking began. An own one can be changed or removed. */
  readonly set: TldSet | null;
  readonly onSaved: () => void;
}

/** Keeps the pick under a name. */
export function SaveSet({ picked, set, onSaved }: Props) {
  const { tlds, settings, notices } = useStores();
  const own = set !== null && !set.builtIn ? set : null;
  const [name, setName] = useState(own?.name ?? '');
  const [error, setError] = useState<AppError | null>(null);
  const isChange = own !== null && own.name === name.trim();

  async function save(): Promise<void> {
    const result = await tlds.actions.saveSet(isChange ? own.id : null, name.trim(), picked);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    tlds.actions.choose({ kind: 'set', id: result.value.id });
    void settings.actions.write({ searchTldSetId: result.value.id });
    notices.actions.say(`Saved “${result.value.name}”`);
    onSaved();
  }

  async function remove(id: string): Promise<void> {
    const result = await tlds.actions.removeSet(id);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say('Removed the set. The TLDs stay picked');
    tlds.actions.choose({ kind: 'own', tlds: picked });
    onSaved();
  }

  return (
    <form
      className={css['save']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        aria-label="Name of the set"
        placeholder="Name of the set"
        value={name}
        maxLength={80}
        error={error === null ? null : sentencesFor(error).happened}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={name.trim() === '' || picked.length === 0}>
        {isChange ? 'Save the change' : 'Save as set'}
      </Button>
      {own !== null && (
        <Button variant="subtle" color="danger" onClick={() => void remove(own.id)}>
          Remove set
        </Button>
      )}
    </form>
  );
}
