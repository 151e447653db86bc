import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { ReactNode, SyntheticEvent } from 'react';
import { nameRefusal } from './refusal.ts';
import css from './templates.module.css';
import { TemplateTrouble } from './TemplateTrouble.tsx';

interface Props {
  readonly title: string;
  readonly size: number;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly error: AppError | null;
  readonly isSaving: boolean;
  /** What keeps it from being saved beside a missing name; empty where nothing does. */
  readonly missing?: string;
  readonly verb?: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** What the template holds. */
  readonly children?: ReactNode;
}

/** A template's name, what it holds, and the saving of both. */
export function DialogForm(props: Props) {
  const { title, size, name, onName, error, isSaving, missing = '', verb = 'Save', onSave, onClose } = props;
  const isReady = name.trim() !== '' && missing === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isReady && !isSaving) onSave();
  }

  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form className={css['dialog']} onSubmit={submit}>
        <TextInput
          label="Name of the template"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={nameRefusal(error)}
          onChange={(event) => onName(event.currentTarget.value)}
          data-autofocus
        />
        {props.children}
        <TemplateTrouble error={error} />
        <div className={css['dialogEnd']}>
          {missing !== '' && <span className={css['missing']}>{missing}</span>}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} loading={isSaving}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
