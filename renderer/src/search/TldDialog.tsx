import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import type { TldSet } from '../bridge.ts';
import { ModalDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { byLetter, TldChoices, TldSource, toggled } from './TldChoices.tsx';
import { chosenSet, chosenTlds, knownTlds } from './tlds-store.ts';
import css from './tld-dialog.module.css';

/** Picks TLDs from the account's list and saves them as a set. Handles two thousand TLDs. */
export function TldDialog({ onClose }: { readonly onClose: () => void }) {
  const { tlds } = useStores();
  const all = useStore(tlds, knownTlds);
  const set = useStore(tlds, chosenSet);
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(chosenTlds(tlds.getState())));
  const [text, setText] = useState('');
  const sections = useMemo(() => byLetter(all, picked, text), [all, picked, text]);
  const matching = sections.flatMap((section) => section.tlds);

  function use(): void {
    tlds.actions.choose({ kind: 'own', tlds: [...picked] });
    onClose();
  }

  return (
    <ModalDialog onClose={onClose} title="Choose TLDs" size={820}>
      <Stack gap={12} pt={4}>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            placeholder="Find a TLD"
            aria-label="Find a TLD"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
          <Button
            variant="default"
            disabled={matching.length === 0}
            onClick={() => setPicked(new Set([...picked, ...matching]))}
          >
            Use {text === '' ? 'all' : 'these'} {format.count(matching.length)}
          </Button>
          <Button variant="default" disabled={picked.size === 0} onClick={() => setPicked(new Set())}>
            Clear all
          </Button>
        </Group>
        <TldChoices sections={sections} picked={picked} toggle={(tld) => setPicked(toggled(picked, tld))} />
        <TldSource />
        <Group gap="sm" pt={12} justify="space-between" align="flex-start" className={css['bottom'] ?? ''}>
          <SaveSet picked={[...picked]} set={set} onSaved={onClose} />
          <Button disabled={picked.size === 0} onClick={use}>
            Use {counted(picked.size, 'TLD', 'TLDs')}
          </Button>
        </Group>
      </Stack>
    </ModalDialog>
  );
}

interface Props {
  readonly picked: readonly string[];
  /** The set that was chosen when the dialog was opened. An own set can be changed or removed. */
  readonly set: TldSet | null;
  readonly onSaved: () => void;
}

/** Saves the picked TLDs as a named set. */
function SaveSet({ picked, set, onSaved }: Props) {
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
    notices.actions.say('Removed the set. The TLDs stay chosen');
    tlds.actions.choose({ kind: 'own', tlds: picked });
    onSaved();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label="Name of the set"
          placeholder="Name of the set"
          value={name}
          maxLength={80}
          error={error === null ? null : sentencesFor(error).happened}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === '' || picked.length === 0}>
          {isChange ? 'Save changes' : 'Save as set'}
        </Button>
        {own !== null && (
          <Button variant="subtle" color="danger" onClick={() => void remove(own.id)}>
            Remove set
          </Button>
        )}
      </Group>
    </form>
  );
}
