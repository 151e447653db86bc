import { Button, Textarea } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { TagsField } from '../TagsField.tsx';
import css from './dialog.module.css';

export interface Wanted {
  readonly text: string;
  readonly tags: readonly string[];
}

interface Props {
  readonly wanted: Wanted;
  readonly known: readonly string[];
  readonly error: AppError | null;
  readonly isBusy: boolean;
  readonly onChange: (news: Partial<Wanted>) => void;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** As the contract has it, in characters. */
const longestText = 2_000_000;

/** Which names, and under which tags. */
export function AddForm({ wanted, known, error, isBusy, onChange, onAdd, onClose }: Props) {
  const isEmpty = wanted.text.trim() === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!isEmpty) onAdd();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form className={css['dialog']} onSubmit={submit}>
      <Textarea
        label="Names"
        description="One to a line, or with commas between them. Of a URL the host is taken."
        placeholder={'northwind.com\nbäckerei-müller.de'}
        rows={8}
        maxLength={longestText}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={wanted.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        autoFocus
        data-autofocus
      />
      <TagsField
        label="Tags for all of them"
        description="Such as a customer’s name. Enter ends a tag."
        tags={wanted.tags}
        known={known}
        onChange={(tags) => onChange({ tags })}
      />
      {error !== null && <ErrorState error={error} remedies={{ 'try-again': onAdd }} />}
      <div className={css['end']}>
        <p className={css['hint']}>Nothing is asked of the service, and nothing is changed there.</p>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isEmpty} loading={isBusy}>
          Add
        </Button>
      </div>
    </form>
  );
}
