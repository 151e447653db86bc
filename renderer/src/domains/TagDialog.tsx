import { Button, Modal, TagsInput, type TagsInputProps } from '@mantine/core';
import { type SyntheticEvent, useMemo, useState } from 'react';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Tick } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import type { DomainsByName } from './domains-store.ts';
import dialogCss from './dialog.module.css';
import css from './tags-field.module.css';

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** Adds tags to many domains, or removes them. */
export function TagDialog({ accountId, names, all, onClose }: Props) {
  const { bridge, notices } = useStores();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const [error, setError] = useState<AppError | null>(null);
  const known = useMemo(() => tagsOf(all.values()), [all]);
  const what = counted(names.length, 'domain', 'domains');

  async function tag(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (add.length + remove.length === 0) return;
    const result = await bridge.request.domains.tag({
      accountId,
      domains: [...names],
      add: [...add],
      remove: remove.filter((one) => !add.includes(one)),
    });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Tagged ${what}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={`Tag ${what}`} size={520}>
      <form className={dialogCss['dialog']} onSubmit={(event) => void tag(event)}>
        <TagsField
          label="Add"
          description="Enter ends a tag."
          tags={add}
          known={known}
          onChange={setAdd}
          data-autofocus
        />
        <TakeOff names={names} all={all} chosen={remove} onChange={setRemove} />
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void tag() }} />}
        <div className={dialogCss['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {/* Never disabled: text typed without Enter becomes a tag on blur, when the button takes the focus. */}
          <Button type="submit">Tag {what}</Button>
        </div>
      </form>
    </Modal>
  );
}

interface TakeOffProps extends Pick<Props, 'names' | 'all'> {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function TakeOff({ names, all, chosen, onChange }: TakeOffProps) {
  const counts = new Map<string, number>();
  for (const name of names)
    for (const tag of all.get(name)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <fieldset className={dialogCss['choices']}>
      <legend>Take off</legend>
      {[...counts].map(([tag, count]) => (
        <Tick
          key={tag}
          label={names.length === 1 ? tag : `${tag} (${format.count(count)})`}
          checked={chosen.includes(tag)}
          onChange={() =>
            onChange(chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag])
          }
        />
      ))}
    </fieldset>
  );
}

interface TagsFieldProps extends Pick<TagsInputProps, 'label' | 'aria-label' | 'description' | 'className'> {
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
