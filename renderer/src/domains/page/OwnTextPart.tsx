import { Button, Group, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { OwnText } from '#shared/domain/terms.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { type Stores, useStores } from '../../app-stores.ts';
import { storeOf } from '../../ui/live-collection.ts';
import { Section } from '../../ui/PageParts.tsx';
import { ownTextWords } from '../domain-words.ts';
import css from './page.module.css';

/** The contract's limit, in characters. */
const longest = 10_000;

interface Props {
  readonly domain: Domain;
  readonly name: OwnText;
}

/** A text that a person writes about a domain. Saves itself. */
export function OwnTextPart({ domain, name }: Props) {
  const store = storeOf(useStores(), createTexts)(domain, name);
  const state = useStore(store);
  const { type, flush, leave, take } = store.actions;
  const { title, placeholder } = ownTextWords[name];
  const saved = domain[name];
  useEffect(() => take(saved), [take, saved]);
  useEffect(() => () => void leave(), [leave]);
  return (
    <Section title={title} actions={<Saved state={state} onTryAgain={() => void flush()} />}>
      <Textarea
        aria-label={title}
        placeholder={placeholder}
        classNames={{ input: css['note'] ?? '' }}
        maxLength={longest}
        value={state.text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => void leave()}
      />
    </Section>
  );
}

function Saved({ state, onTryAgain }: { readonly state: SavedTextState; readonly onTryAgain: () => void }) {
  return (
    <Group
      component="span"
      gap="sm"
      fz="xs"
      c={state.saving === 'failed' ? 'var(--nd-danger)' : 'dimmed'}
      role="status"
    >
      {words[state.saving]}
      {state.saving === 'failed' && (
        <>
          {state.error !== null && <span>{sentencesFor(state.error).happened}</span>}
          <Button variant="subtle" size="compact-sm" onClick={onTryAgain}>
            Try again
          </Button>
        </>
      )}
    </Group>
  );
}

const words: Readonly<Record<SavedTextState['saving'], string>> = {
  'as-kept': '',
  typed: '',
  'on-its-way': 'Saving…',
  saved: 'Saved',
  failed: 'Not saved.',
};

const restMs = 600;

/** One store for each text, kept for the lifetime of the page, so that input that could not be saved is still there later. */
function createTexts({ bridge, unsaved, undo }: Stores): (domain: Domain, name: OwnText) => SavedText {
  const texts = new Map<string, SavedText>();
  const { domains } = bridge.request;
  return (domain, name) => {
    const { accountId } = domain;
    const key = `${accountId} ${domain.name} ${name}`;
    const there = texts.get(key);
    if (there !== undefined) return there;
    const made = createSavedText({
      kept: domain[name],
      save: (text, edit) =>
        domains.setTexts({ accountId, domain: domain.name, texts: { [name]: text }, edit }),
      onLeft: (edit) =>
        undo.actions.tell({
          text: ownTextWords[name].changed(nameInText(domain.name)),
          accountId,
          revert: (direction) => domains.revert({ edit, direction }),
        }),
      restMs,
    });
    texts.set(key, made);
    unsaved.add(made.actions.flush);
    return made;
  };
}

interface SavedTextState {
  readonly text: string;
  /** `as-kept`: nothing was typed here. */
  readonly saving: 'as-kept' | 'typed' | 'on-its-way' | 'saved' | 'failed';
  readonly error: AppError | null;
}

type SavedText = ReturnType<typeof createSavedText>;

interface Deps {
  readonly kept: string;
  /** @param edit The same for all that is saved until the field is left: it is undone together. */
  readonly save: (text: string, edit: string) => Promise<Result<unknown>>;
  /** Called when the field was left after something was saved. */
  readonly onLeft: (edit: string) => void;
  /** Debounce time before a save. */
  readonly restMs: number;
}

/** The store of a text that saves itself, one save at a time; input that could not be saved is kept. */
export function createSavedText({ kept, save, onLeft, restMs }: Deps) {
  const store = createStore<SavedTextState>(() => ({ text: kept, saving: 'as-kept', error: null }));
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Null while no save is pending. */
  let running: Promise<void> | null = null;
  let edit = crypto.randomUUID();
  let isEdited = false;

  async function saveAll(): Promise<void> {
    for (;;) {
      const { text } = get();
      set({ saving: 'on-its-way' });
      const result = await save(text, edit);
      isEdited ||= result.ok;
      if (!result.ok) set({ saving: 'failed', error: result.error });
      else if (get().text === text) set({ saving: 'saved', error: null });
      else continue;
      return;
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    running ??= saveAll().finally(() => {
      running = null;
    });
    return running;
  }

  const isUnsaved = () => ['typed', 'failed'].includes(get().saving);

  /** Saves unsaved input at once; resolves when no save is pending any more. */
  const flush = (): Promise<void> => (isUnsaved() ? run() : (running ?? Promise.resolve()));

  return {
    ...store,
    actions: {
      type: (text: string): void => {
        set({ text, saving: 'typed' });
        clearTimeout(timer);
        timer = setTimeout(() => void run(), restMs);
      },
      flush,
      /** For the end of an edit: the focus leaves the field. */
      leave: async (): Promise<void> => {
        await flush();
        if (!isEdited) return;
        isEdited = false;
        onLeft(edit);
        edit = crypto.randomUUID();
      },
      /** Takes the stored text from main; does not replace unsaved input. */
      take: (text: string): void => {
        if (!isUnsaved() && running === null && text !== get().text) set({ text, saving: 'as-kept' });
      },
    },
  };
}
