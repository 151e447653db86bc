import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { mostNames } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { valueOf } from '../../bridge.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { Tick } from '../../ui/PageParts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import type { GeneratorCount } from './new-state.ts';
import type { GeneratorText, NewStore, GeneratorField } from './new-store.ts';
import css from './recipe.module.css';

const fields: readonly (readonly [field: GeneratorField, label: string, placeholder: string])[] = [
  ['prefixes', 'Prefixes', 'my\nthe'],
  ['words', 'Words', 'bakery\ncafé'],
  ['secondWords', 'Second words', 'berlin\nhamburg'],
  ['suffixes', 'Suffixes', 'shop\nonline'],
];

/** Makes names of words. What would come of them is counted before anything is made. */
export function GeneratorForm({ store }: { readonly store: NewStore }) {
  const form = useRef<HTMLFormElement>(null);
  const count = useStore(store, (state) => state.count);
  const error = count.status === 'failed' ? count.error : null;
  const at = fieldOf(error);
  const shape = () => store.actions.shape(() => readGeneratorForm(form.current));
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
      <GeneratorPreview store={store} />
    </form>
  );
}

interface LinesProps {
  readonly name: GeneratorField;
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

/** What stands in the form. Its fields keep their texts themselves, so they are asked for it. */
function readGeneratorForm(form: HTMLFormElement | null): GeneratorText {
  const entries = form === null ? new FormData() : new FormData(form);
  const text = (name: string): string => {
    const entry = entries.get(name);
    return typeof entry === 'string' ? entry : '';
  };
  const joiner = text('joiner');
  return {
    fields: {
      prefixes: text('prefixes'),
      words: text('words'),
      secondWords: text('secondWords'),
      suffixes: text('suffixes'),
      patterns: text('patterns'),
    },
    joiner: joiner === 'hyphen' || joiner === 'both' ? joiner : 'nothing',
    withoutPrefix: entries.has('withoutPrefix'),
    withoutSuffix: entries.has('withoutSuffix'),
  };
}

const generatorFields: ReadonlySet<string> = new Set<GeneratorField>([
  'prefixes',
  'words',
  'secondWords',
  'suffixes',
  'patterns',
]);

/** The field that a failure is about; null where it is about all of them, or about something else. */
export function fieldOf(error: AppError | null): GeneratorField | null {
  if (error?.kind !== 'invalid-input') return null;
  // The set holds nothing but field names.
  if (generatorFields.has(error.field)) return error.field as GeneratorField;
  return error.field === 'recipe' && /^Pattern /.test(error.reason) ? 'patterns' : null;
}

/** How many names would come of the words, some of them, and the making. */
function GeneratorPreview({ store }: { readonly store: NewStore }) {
  const count = useStore(store, (state) => state.count);
  const coming = count.status === 'failed' ? null : valueOf(count);
  const isMade = useStore(store, (state) => state.reportOf === 'recipe' && state.report.status === 'ready');
  const canMake = coming !== null && !coming.isTooMany && coming.count > 0;
  return (
    <div className={css['coming']}>
      <div className={css['number']} role="status">
        {coming === null ? 'Nothing to make yet.' : <HowMany coming={coming} />}
      </div>
      {coming !== null && <p className={`${css['sample'] ?? ''} mono`}>{sampleOf(coming)}</p>}
      <Button
        type="submit"
        variant={isMade ? 'default' : 'filled'}
        disabled={!canMake || count.status === 'loading'}
      >
        {canMake ? `Make ${counted(coming.count, 'name', 'names')}` : 'Make the names'}
      </Button>
    </div>
  );
}

const HowMany = ({ coming }: { readonly coming: GeneratorCount }) => (
  <>
    <strong>{counted(coming.count, 'name', 'names')}</strong>{' '}
    {coming.isTooMany && (
      <span className={css['reason']}>
        are too many: a session holds {format.count(mostNames)}. Take fewer words.
      </span>
    )}
  </>
);

const sampleOf = ({ sample, count }: GeneratorCount): string =>
  sample.length < count ? `${sample.slice(0, 12).join(', ')} …` : sample.join(', ');
