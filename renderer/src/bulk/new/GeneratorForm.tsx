import { Button, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { Tick } from '../../ui/PageParts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import type { GeneratorCount } from './new-state.ts';
import { type GeneratorField, isGeneratorField, type NewStore } from './new-store.ts';
import css from './new.module.css';
import { mostNames } from '#shared/domain/bounds.ts';
import { failureOf, valueOf } from '../../remote.ts';

/** Generates names from words. The number of names is counted before any is made. */
export function GeneratorForm({ store }: { readonly store: NewStore }) {
  const form = useRef<HTMLFormElement>(null);
  const count = useStore(store, (state) => state.count);
  const error = failureOf(count);
  const at = fieldOf(error);
  /** The fields are uncontrolled, so they are read from the DOM. */
  const read = () => new FormData(form.current ?? undefined);
  const lines = (name: GeneratorField, label: string, placeholder: string, description?: ReactNode) => (
    <Textarea
      name={name}
      label={label}
      placeholder={placeholder}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={at === name && error !== null && sentencesFor(error).happened}
      rows={3}
      resize="vertical"
      classNames={{ input: 'mono' }}
    />
  );
  return (
    <form
      ref={form}
      aria-label="Generate names"
      onInput={() => store.actions.shape(read)}
      onSubmit={(event) => {
        event.preventDefault();
        store.actions.make();
      }}
    >
      <Stack gap={12}>
        <SimpleGrid cols={2} spacing={12}>
          {lines('prefixes', 'Prefixes', 'my\nthe')}
          {lines('words', 'Words', 'bakery\ncafé')}
          {lines('secondWords', 'Second words', 'berlin\nhamburg')}
          {lines('suffixes', 'Suffixes', 'shop\nonline')}
        </SimpleGrid>
        {lines(
          'patterns',
          'Patterns',
          '{my,the}bakery[0-9]\ncafe[a-c]',
          <>
            <code>{'{a,b}'}</code> is one of these, <code>[0-9]</code> one of these characters. One pattern
            per line.
          </>,
        )}
        <SimpleGrid cols={2} spacing={12} style={{ alignItems: 'end' }}>
          <NativeSelect
            name="joiner"
            label="Separator"
            data={[
              { value: 'nothing', label: 'nothing' },
              { value: 'hyphen', label: 'a hyphen' },
              { value: 'both', label: 'both without and with a hyphen' },
            ]}
          />
          <div>
            <Tick name="withoutPrefix" label="Also without a prefix" />
            <Tick name="withoutSuffix" label="Also without a suffix" />
          </div>
        </SimpleGrid>
        {error !== null && at === null && (
          <ErrorState isRead error={error} about="Couldn’t count the names" />
        )}
        <GeneratorPreview store={store} />
      </Stack>
    </form>
  );
}

/** The field that a failure is about; null where it is about the whole form or something else. */
export function fieldOf(error: AppError | null): GeneratorField | null {
  if (error?.kind !== 'invalid-input') return null;
  if (isGeneratorField(error.field)) return error.field;
  return error.field === 'recipe' && /^Pattern /.test(error.reason) ? 'patterns' : null;
}

/** The number of names that the words would make, some examples, and the button that makes them. */
function GeneratorPreview({ store }: { readonly store: NewStore }) {
  const count = useStore(store, (state) => state.count);
  const coming = count.status === 'failed' ? null : valueOf(count);
  const isMade = useStore(
    store,
    (state) => state.reportOf === 'generator' && state.report.status === 'ready',
  );
  const canMake = coming !== null && !coming.isTooMany && coming.count > 0;
  return (
    <Stack gap="sm" align="flex-start" className={css['make'] ?? ''}>
      <Text c="dimmed" role="status">
        {coming === null ? 'Nothing to generate yet.' : <HowMany coming={coming} />}
      </Text>
      {coming !== null && (
        <Text size="xs" c="dimmed" lineClamp={2} className="mono">
          {sampleOf(coming)}
        </Text>
      )}
      <Button
        type="submit"
        variant={isMade ? 'default' : 'filled'}
        disabled={!canMake || count.status === 'loading'}
      >
        {canMake ? `Generate ${counted(coming.count, 'name', 'names')}` : 'Generate the names'}
      </Button>
    </Stack>
  );
}

const HowMany = ({ coming }: { readonly coming: GeneratorCount }) => (
  <>
    <Text span size="md" fw={600} c="bright">
      {counted(coming.count, 'name', 'names')}
    </Text>{' '}
    {coming.isTooMany && (
      <Text span c="var(--nd-danger)">
        are too many: a session holds {format.count(mostNames)}. Use fewer words.
      </Text>
    )}
  </>
);

const sampleOf = ({ sample, count }: GeneratorCount): string =>
  sample.length < count ? `${sample.slice(0, 12).join(', ')} …` : sample.join(', ');
