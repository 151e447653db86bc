import { Button, Textarea } from '@mantine/core';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Section } from '../../../components/Section.tsx';
import type { NoteState } from './note-store.ts';
import { useNote } from './notes.ts';
import css from './page.module.css';

/** As the contract has it, in characters. */
const longestNote = 10_000;

/** A person's own words on a domain. They save themselves. */
export function NotePart({ domain }: { readonly domain: Domain }) {
  const note = useNote(domain);
  const state = useStore(note);
  const { type, flush, take } = note.actions;
  useEffect(() => take(domain.note), [take, domain.note]);
  useEffect(() => () => void flush(), [flush]);
  return (
    <Section title="Note" actions={<Saved state={state} onTryAgain={() => void flush()} />}>
      <Textarea
        aria-label="Note"
        placeholder="For you and your colleagues at this computer. It stays here."
        classNames={{ input: css['note'] ?? '' }}
        maxLength={longestNote}
        value={state.text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => void flush()}
      />
    </Section>
  );
}

function Saved({ state, onTryAgain }: { readonly state: NoteState; readonly onTryAgain: () => void }) {
  return (
    <span className={css['saved']} role="status" data-saving={state.saving}>
      {words[state.saving]}
      {state.saving === 'failed' && (
        <>
          {state.error !== null && <span>{sentencesFor(state.error).happened}</span>}
          <Button variant="subtle" size="compact-sm" onClick={onTryAgain}>
            Try again
          </Button>
        </>
      )}
    </span>
  );
}

const words: Readonly<Record<NoteState['saving'], string>> = {
  'as-kept': '',
  typed: '',
  'on-its-way': 'Saving…',
  saved: 'Saved',
  failed: 'Not saved.',
};
