import { NativeSelect } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#shared/app-error.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Tick } from '../../../components/Tick.tsx';
import { Coming } from './Coming.tsx';
import type { NewStore } from './new-store.ts';
import { fieldOf, type RecipeField, readForm } from './recipe-form.ts';
import css from './recipe.module.css';

const fields: readonly (readonly [field: RecipeField, label: string, placeholder: string])[] = [
  ['prefixes', 'Prefixes', 'my\nthe'],
  ['words', 'Words', 'bakery\ncafé'],
  ['secondWords', 'Second words', 'berlin\nhamburg'],
  ['suffixes', 'Suffixes', 'shop\nonline'],
];

/** Makes names of words. What would come of them is counted before anything is made. */
export function RecipeForm({ store }: { readonly store: NewStore }) {
  const form = useRef<HTMLFormElement>(null);
  const count = useStore(store, (state) => state.count);
  const error = count.status === 'failed' ? count.error : null;
  const at = fieldOf(error);
  const shape = () => store.actions.shape(() => readForm(form.current));
  return (
    <form
      ref={form}
      className={css['form']}
      aria-label="Make names of words"
      onInput={shape}
      onSubmit={(event) => {
        event.preventDefault();
        store.actions.make();
      }}
    >
      <div className={css['lists']}>
        {fields.map(([field, label, placeholder]) => (
          <Lines
            key={field}
            name={field}
            label={label}
            placeholder={placeholder}
            error={at === field ? error : null}
          />
        ))}
      </div>
      <Lines
        name="patterns"
        label="Patterns"
        placeholder={'{my,the}bakery[0-9]\ncafe[a-c]'}
        error={at === 'patterns' ? error : null}
      >
        <code>{'{a,b}'}</code> is one of these, <code>[0-9]</code> one of these characters. One pattern to a
        line.
      </Lines>
      <div className={css['options']}>
        <NativeSelect
          name="joiner"
          label="Between the parts"
          data={[
            { value: 'nothing', label: 'nothing' },
            { value: 'hyphen', label: 'a hyphen' },
            { value: 'both', label: 'once nothing, once a hyphen' },
          ]}
        />
        <div className={css['also']}>
          <Tick name="withoutPrefix" label="Also without a prefix" />
          <Tick name="withoutSuffix" label="Also without a suffix" />
        </div>
      </div>
      {error !== null && at === null && <ErrorState error={error} about="These cannot be counted" />}
      <Coming store={store} />
    </form>
  );
}

interface LinesProps {
  readonly name: RecipeField;
  readonly label: string;
  readonly placeholder: string;
  readonly error: AppError | null;
  readonly children?: ReactNode;
}

function Lines({ name, label, placeholder, error, children }: LinesProps) {
  const id = useId();
  const said = `${id}-said`;
  return (
    <div className={css['lines']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        className={css['field']}
        placeholder={placeholder}
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={said}
      />
      <div id={said}>
        {children !== undefined && <p className={css['hint']}>{children}</p>}
        {error !== null && <p className={css['reason']}>{sentencesFor(error).happened}</p>}
      </div>
    </div>
  );
}
