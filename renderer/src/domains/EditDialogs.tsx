import {
  Autocomplete,
  type AutocompleteProps,
  Checkbox,
  Pill,
  Stack,
  TagsInput,
  type TagsInputProps,
} from '@mantine/core';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { rowsWithoutTyping, shareWithoutTyping } from '#shared/domain/batch.ts';
import { plural } from '#shared/domain/counting.ts';
import { useStores } from '../app-stores.ts';
import { ConfirmDialog, FewNames, FormDialog } from '../ui/Dialogs.tsx';
import { counted, format, inOrder } from '../ui/Formats.tsx';
import { countOf, type Listed, type NamesOf } from './domains-store.ts';
import { onEach, onlyAccount } from './portfolio-store.ts';
import { ownTextWords } from './domain-words.ts';
import css from './tags-field.module.css';
import { longestOwnTexts, type OwnText, ownTexts, plainClient } from '#shared/domain/domain-parts.ts';

interface Props {
  readonly of: readonly NamesOf[];
  /** The listed domains. */
  readonly all: Listed;
  readonly onClose: () => void;
}

const schema = z.object({ add: z.array(z.string()), remove: z.array(z.string()) });

/** Adds tags to many domains, or removes them. */
export function TagDialog({ of, all, onClose }: Props) {
  const { bridge, undo } = useStores();
  const known = useMemo(() => tagsOf(all.all()), [all]);
  const counts = useMemo(() => tagCounts(all.some(of)), [of, all]);
  const count = countOf(of);
  const what = counted(count, 'domain', 'domains');
  return (
    <FormDialog
      title={`Tag ${what}`}
      schema={schema}
      initialValues={{ add: [], remove: [] }}
      action={`Tag ${what}`}
      onSubmit={async ({ add, remove }) =>
        add.length + remove.length === 0
          ? null
          : undo.actions.edit(
              { area: 'domains', text: `Tagged ${what}`, accountId: onlyAccount(of) },
              (edit) =>
                onEach(of, ({ accountId, domains }) =>
                  bridge.request.domains.tag({
                    accountId,
                    domains,
                    add,
                    edit,
                    remove: remove.filter((one) => !add.includes(one)),
                  }),
                ),
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
              <Stack gap="xs" mah={200} style={{ overflowY: 'auto' }}>
                {[...counts].map(([tag, having]) => (
                  <Checkbox
                    key={tag}
                    size="xs"
                    value={tag}
                    label={count === 1 ? tag : `${isolated(tag)} (${format.count(having)})`}
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

const clientSchema = z.object({ client: z.string() });

interface ClientDialogProps extends Props {
  /** Of all domains of a client: it gets another name, or becomes one with a client that there is. */
  readonly onRenamed?: (client: string) => void;
}

/** Sets whose many domains are, or removes it. */
export function ClientDialog({ of, all, onRenamed, onClose }: ClientDialogProps) {
  const { bridge, undo } = useStores();
  const known = useMemo(() => clientsOf(all.all()), [all]);
  const what = counted(countOf(of), 'domain', 'domains');
  const [first = '', ...others] = new Set(all.some(of).map((domain) => domain.client));
  return (
    <FormDialog
      title={onRenamed === undefined ? `Client of ${what}` : `Rename ${isolated(first)}`}
      schema={clientSchema}
      initialValues={{ client: others.length === 0 ? first : '' }}
      action={onRenamed === undefined ? 'Set client' : 'Rename'}
      hint={others.length === 0 ? '' : 'They are of several clients now.'}
      onSubmit={async ({ client: typed }) => {
        const client = typed.trim();
        const text = client === '' ? `Removed the client of ${what}` : `Set the client of ${what}`;
        const set = await undo.actions.edit({ area: 'domains', text, accountId: onlyAccount(of) }, (edit) =>
          onEach(of, ({ accountId, domains }) =>
            bridge.request.domains.setClient({ accountId, domains, client, edit }),
          ),
        );
        if (set.ok) onRenamed?.(client);
        return set;
      }}
      onClose={onClose}
    >
      {(form) => (
        <ClientField
          label="Client"
          description={
            onRenamed === undefined
              ? 'Leave it empty to remove it.'
              : `Of ${what}, archived ones too. With the name of another client both become one.`
          }
          known={known}
          data-autofocus
          {...form.getInputProps('client')}
        />
      )}
    </FormDialog>
  );
}

interface ClientFieldProps extends Omit<AutocompleteProps, 'data'> {
  readonly known: readonly string[];
  readonly 'data-autofocus'?: boolean;
}

/**
 * Whose a domain is. What is typed suggests the clients that there are, and Enter takes the first of them: a new one is made by a choice
 * of its own.
 */
export const ClientField = ({ known, ...field }: ClientFieldProps) => (
  <Autocomplete
    {...field}
    data={[...known]}
    filter={({ search }) => clientsLike(known, search).map((value) => ({ value, label: value }))}
    renderOption={({ option: { value } }) => (
      <span>
        {!known.includes(value) && 'New client: '}
        <bdi>{value}</bdi>
      </span>
    )}
    selectFirstOptionOnChange
    maxLength={longestOwnTexts.client}
    placeholder={ownTextWords.client.placeholder}
  />
);

/** How many clients are suggested. */
const mostSuggested = 20;

/** Those that begin with the text first, then those that have it; last the text, where it is none of them. */
function clientsLike(known: readonly string[], text: string): readonly string[] {
  const [typed, plain] = [text.trim(), plainClient(text)];
  const like = known.filter((client) => plainClient(client).includes(plain));
  const first = like.filter((client) => plainClient(client).startsWith(plain));
  const found = [...new Set([...first, ...like])].slice(0, mostSuggested);
  return typed === '' || known.includes(typed) ? found : [...found, typed];
}

/** Every client of a portfolio, sorted. */
export const clientsOf = (domains: Iterable<Domain>): readonly string[] =>
  [...new Set([...domains].map(({ client }) => client))].filter((client) => client !== '').toSorted(inOrder);

function tagCounts(domains: readonly Domain[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tags } of domains) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
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

/** Main's limits. */
const mostTags = 20;
const longestTag = 40;

/** A tag input: Enter or a comma adds a tag, its cross or Backspace removes it. Each cross has a name, and is reached with Tab. */
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
    placeholder="Add a tag"
    renderPill={({ option, onRemove, disabled = false }) => (
      <Pill
        className={css['pill'] ?? ''}
        withRemoveButton={!disabled}
        {...(onRemove !== undefined && { onRemove })}
        removeButtonProps={{
          'aria-label': `Remove the tag ${isolated(option.label)}`,
          'aria-hidden': false,
          tabIndex: 0,
        }}
      >
        {option.label}
      </Pill>
    )}
    onChange={(next) => onChange(clean(next))}
  />
);

const clean = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags.map((tag) => tag.trim().slice(0, longestTag)))]
    .filter((tag) => tag !== '')
    .slice(0, mostTags);

/** Every tag of a portfolio, sorted. */
export const tagsOf = (domains: Iterable<Domain>): readonly string[] =>
  [...new Set([...domains].flatMap(({ tags }) => tags))].toSorted(inOrder);

/** Asks once, says what is lost and what stays; for many names, requires the count to be typed. */
export function RemoveDialog({ of, all, onClose }: Props) {
  const { bridge, undo } = useStores();
  const total = countOf(of);
  const what = counted(total, 'domain', 'domains');
  const withText = (text: OwnText) => all.some(of).filter((domain) => domain[text] !== '').length;
  const count = String(total);
  return (
    <ConfirmDialog
      title={`Remove ${what} from the portfolio?`}
      consequences={[
        plural(
          total,
          'Everything known about it here is deleted, with tags, client and note.',
          'Everything known about them here is deleted, with tags, clients and notes.',
        ),
        ...ownTexts.map(
          (text) =>
            withText(text) > 0 && `This includes ${counted(withText(text), ...ownTextWords[text].counted)}.`,
        ),
        'You can undo this until Namedesk restarts.',
        'The journal of changes is kept.',
        'Nothing changes at the service.',
      ]}
      typed={
        isToBeTyped(total, all.size)
          ? {
              label: `Type ${count} to remove them`,
              matches: (typed) => typed.trim() === count,
              isNumber: true,
            }
          : null
      }
      action={`Remove ${what}`}
      color="danger"
      onConfirm={() =>
        undo.actions.edit(
          { area: 'domains', text: `Removed ${what} from the portfolio`, accountId: onlyAccount(of) },
          (edit) =>
            onEach(of, ({ accountId, domains }) =>
              bridge.request.domains.remove({ accountId, domains, edit }),
            ),
        )
      }
      onClose={onClose}
    >
      <FewNames names={of.flatMap(({ names }) => names)} most={8} />
    </ConfirmDialog>
  );
}

/** Whether the count must be typed: above 25 names or a fifth of the portfolio; never for a single name. */
export const isToBeTyped = (count: number, ofAll: number): boolean =>
  count > 1 && (count > rowsWithoutTyping || count > ofAll * shareWithoutTyping);
