import { Button, Popover, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#shared/app-error.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';
import type { TldSet } from '../../../lib/nouns.ts';
import { valueOf } from '../../../lib/remote.ts';
import css from './tlds.module.css';

const none: readonly TldSet[] = [];

/** Keeps the chosen TLDs as a set of one's own; under the name of one that there is, that one is changed. */
export function SaveChoice({ chosen }: { readonly chosen: readonly string[] }) {
  const { tlds, notices } = useStores();
  const sets = useStore(tlds, (state) => valueOf(state.sets)) ?? none;
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const same = sets.find((set) => !set.builtIn && set.name === name.trim());

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const result = await tlds.actions.saveSet(same?.id ?? null, name.trim(), chosen);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    notices.actions.say(`Saved “${result.value.name}”`);
    setOpened(false);
    setName('');
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="top-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" disabled={chosen.length === 0} onClick={() => setOpened(!opened)}>
          Save as set…
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={css['save']} onSubmit={(event) => void save(event)}>
          <TextInput
            label="Name of the set"
            value={name}
            maxLength={80}
            error={error === null ? null : sentencesFor(error).happened}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {same === undefined ? 'Save' : 'Change this set'}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
