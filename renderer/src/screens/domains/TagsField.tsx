import { TagsInput, type TagsInputProps } from '@mantine/core';
import type { Domain } from '#shared/domain/portfolio.ts';
import css from './tags-field.module.css';

interface Props extends Pick<TagsInputProps, 'label' | 'aria-label' | 'description' | 'className'> {
  readonly 'data-autofocus'?: boolean;
  readonly tags: readonly string[];
  /** Looks like text until it is pointed at. */
  readonly isQuiet?: boolean;
  /** Offered while typing. */
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** As the contract has them. */
const mostTags = 20;
const longestTag = 40;

/** Tags, added by Enter or a comma, taken away by their crosses or Backspace. */
export const TagsField = ({ tags, known, onChange, isQuiet = false, ...field }: Props) => (
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

/** Every tag of a portfolio, in order. */
export const tagsOf = (domains: Iterable<Domain>): readonly string[] =>
  [...new Set([...domains].flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));
