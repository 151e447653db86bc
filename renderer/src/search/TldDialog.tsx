import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { Age, counted, format, inOrder } from '../ui/Formats.tsx';
import { chosenSet, chosenTlds, knownTlds } from './tlds-store.ts';
import css from './tld-dialog.module.css';
import { bareTld } from '#shared/domain/plain-name.ts';
import { ReadTrouble } from '../ui/States.tsx';
import type { TldSet } from '../client.ts';
import { failureOf, valueOf } from '../remote.ts';

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
            disabled={matching.length === 0}
            onClick={() => setPicked(new Set([...picked, ...matching]))}
          >
            Use {text === '' ? 'all' : 'these'} {format.count(matching.length)}
          </Button>
          <Button disabled={picked.size === 0} onClick={() => setPicked(new Set())}>
            Clear all
          </Button>
        </Group>
        <TldChoices sections={sections} picked={picked} toggle={(tld) => setPicked(toggled(picked, tld))} />
        <TldSource />
        <Group gap="sm" pt={12} justify="space-between" align="flex-start" className="line-above">
          <SaveSet picked={[...picked]} set={set} onSaved={onClose} />
          <Button variant="filled" disabled={picked.size === 0} onClick={use}>
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
    notices.actions.say(`Saved “${isolated(result.value.name)}”`);
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
        <Button type="submit" disabled={name.trim() === '' || picked.length === 0}>
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

interface TldChoicesProps {
  readonly sections: readonly LetterSection[];
  readonly picked: ReadonlySet<string>;
  readonly toggle: (tld: string) => void;
}

/** All TLDs in alphabetical sections, each with a checkbox. Handles two thousand TLDs. */
export function TldChoices({ sections, picked, toggle }: TldChoicesProps) {
  return (
    <Box
      h="min(380px, 46vh)"
      pr={8}
      style={{ overflowY: 'auto' }}
      role="group"
      aria-label="TLDs"
      tabIndex={-1}
    >
      {sections.map(({ letter, tlds }) => (
        <section key={letter} className={css['letter']}>
          <h3 className={css['initial']}>{letter}</h3>
          {tlds.map((tld) => (
            <label key={tld} className={css['tld']}>
              <input
                type="checkbox"
                className="tick"
                checked={picked.has(tld)}
                onChange={() => toggle(tld)}
              />
              <span>.{tld}</span>
            </label>
          ))}
        </section>
      ))}
      {sections.length === 0 && (
        <Text c="dimmed" ta="center" py="lg">
          No TLD matches.
        </Text>
      )}
    </Box>
  );
}

/** The source and age of the list of TLDs, with a refresh button. */
export function TldSource() {
  const { tlds } = useStores();
  const list = useStore(tlds, (state) => state.list);
  const readAt = valueOf(list)?.readAt ?? null;
  const again = () => void tlds.actions.refresh();
  return (
    <>
      <ReadTrouble error={failureOf(list)} about="Couldn’t load the list of TLDs" again={again} />
      <Group gap="0 16px" c="dimmed" fz="xs">
        {readAt === null && 'The service’s list is not loaded yet.'}
        {readAt !== null && (
          <span>
            The service’s list, updated <Age at={readAt} />.
          </span>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          // It has no visible edge: where it starts a line, its icon is aligned with the text above.
          ml={-8}
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={list.status === 'loading'}
          onClick={again}
        >
          Read it again
        </Button>
      </Group>
    </>
  );
}

interface LetterSection {
  readonly letter: string;
  readonly tlds: readonly string[];
}

/**
 * The TLDs grouped by first letter, sorted by the system's locale; only those that match `text`.
 *
 * @param picked Shown even where the service's list does not have them, so that every pick is visible.
 */
export function byLetter(
  all: readonly string[],
  picked: ReadonlySet<string>,
  text: string,
): readonly LetterSection[] {
  const wanted = bareTld(text.trim());
  const every = [...new Set([...all, ...picked].map(bareTld))];
  const sections = new Map<string, string[]>();
  for (const tld of every.filter((one) => one.includes(wanted)).sort(inOrder)) {
    const letter = (tld[0] ?? '').toUpperCase();
    sections.set(letter, [...(sections.get(letter) ?? []), tld]);
  }
  return [...sections].map(([letter, tlds]) => ({ letter, tlds }));
}

export function toggled(picked: ReadonlySet<string>, tld: string): ReadonlySet<string> {
  const next = new Set(picked);
  if (!next.delete(tld)) next.add(tld);
  return next;
}
