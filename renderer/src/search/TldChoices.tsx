import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { bareTld } from '#shared/domain/plain-name.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import { Age } from '../ui/Formats.tsx';
import { ErrorState } from '../ui/States.tsx';
import css from './tld-dialog.module.css';

interface Props {
  readonly sections: readonly LetterSection[];
  readonly picked: ReadonlySet<string>;
  readonly toggle: (tld: string) => void;
}

/** All TLDs in alphabetical sections, each with a checkbox. Handles two thousand TLDs. */
export function TldChoices({ sections, picked, toggle }: Props) {
  return (
    <div className={css['all']} role="group" aria-label="TLDs" tabIndex={-1}>
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
    </div>
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
      {list.status === 'failed' && (
        <ErrorState
          error={list.error}
          about="Couldn’t load the list of TLDs"
          remedies={{ 'try-again': again }}
        />
      )}
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
          Refresh it
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
  for (const tld of every.filter((one) => one.includes(wanted)).sort(collator.compare)) {
    const letter = (tld[0] ?? '').toUpperCase();
    sections.set(letter, [...(sections.get(letter) ?? []), tld]);
  }
  return [...sections].map(([letter, tlds]) => ({ letter, tlds }));
}

const collator = new Intl.Collator(undefined);

export function toggled(picked: ReadonlySet<string>, tld: string): ReadonlySet<string> {
  const next = new Set(picked);
  if (!next.delete(tld)) next.add(tld);
  return next;
}
