import { Checkbox, Stack, TagsInput, type TagsInputProps } from '@mantine/core';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../app-stores.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import type { DomainsByName } from './domains-store.ts';
import css from './tags-field.module.css';

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

const schema = z.object({ add: z.array(z.string()), remove: z.array(z.string()) });

/** Adds tags to many domains, or removes them. */
export function TagDialog({ accountId, names, all, onClose }: Props) {
  const { bridge, undo } = useStores();
  const known = useMemo(() => tagsOf(all.values()), [all]);
  const counts = useMemo(() => tagCounts(names, all), [names, all]);
  const what = counted(names.length, 'domain', 'domains');
  return (
    <FormDialog
      title={`Tag ${what}`}
      schema={schema}
      initialValues={{ add: [], remove: [] }}
      action={`Tag ${what}`}
      onSubmit={async ({ add, remove }) =>
        add.length + remove.length === 0
          ? null
          : undo.actions.edit({ area: 'domains', text: `Tagged ${what}`, accountId }, (edit) =>
              bridge.request.domains.tag({
                accountId,
                domains: [...names],
                add,
                remove: remove.filter((one) => !add.includes(one)),
                edit,
              }),
            )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TagsField
            label="Add"
            description="Press Enter after each tag."
            tags={form.values.add}
            known={known}
            onChange={(add) => form.setFieldValue('add', [...add])}
            data-autofocus
          />
          {counts.size > 0 && (
            <Checkbox.Group label="Remove" {...form.getInputProps('remove')}>
              <Stack gap="xs" className={css['choices'] ?? ''}>
                {[...counts].map(([tag, count]) => (
                  <Checkbox
                    key={tag}
                    size="xs"
                    value={tag}
                    label={names.length === 1 ? tag : `${isolated(tag)} (${format.count(count)})`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** How many of the domains have each tag. */
function tagCounts(names: readonly string[], all: DomainsByName): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names)
    for (const tag of all.get(name)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

interface TagsFieldProps extends Pick<
  TagsInputProps,
  'label' | 'aria-label' | 'description' | 'flex' | 'miw'
> {
  readonly 'data-autofocus'?: boolean;
  readonly tags: readonly string[];
  /** Looks like text until hovered. */
  readonly isQuiet?: boolean;
  /** Suggestions while typing. */
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** The contract's limits. */
const mostTags = 20;
const longestTag = 40;

/** A tag input: Enter or a comma adds a tag, its cross or Backspace removes it. */
export const TagsField = ({ tags, known, onChange, isQuiet = false, ...field }: TagsFieldProps) => (
  <TagsInput
    {...field}
    classNames={{ input: css[isQuiet ? 'quiet' : 'input'] ?? '', pill: css['pill'] ?? '' }}
    value={[...tags]}
    data={known.filter((tag) => !tags.includes(tag))}
    maxTags={mostTags}
    maxLength={longestTag}
    splitChars={[',', ';']}
    openOnFocus={false}
    placeholder={tags.length === 0 ? 'Add a tag' : ''}
    onChange={(next) => onChange(clean(next))}
  />
);

const clean = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags.map((tag) => tag.trim().slice(0, longestTag)))]
    .filter((tag) => tag !== '')
    .slice(0, mostTags);

/** Every tag of a portfolio, sorted. */
export const tagsOf = (domains: Iterable<Domain>): readonly string[] =>
  [...new Set([...domains].flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));
