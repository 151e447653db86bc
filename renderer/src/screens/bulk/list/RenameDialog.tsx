import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import css from './dialog.module.css';

interface Props {
  readonly session: Session;
  readonly onClose: () => void;
}

export const mostNameLength = 120;

/** Gives a session another name. */
export function RenameDialog({ session, onClose }: Props) {
  const { sessions } = useStores();
  const [name, setName] = useState(session.name);
  const [error, setError] = useState<AppError | null>(null);

  async function rename(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const result = await sessions.actions.rename(session.id, name.trim());
    if (result.ok) onClose();
    else setError(result.error);
  }

  return (
    <Modal opened onClose={onClose} title="Rename" size={480}>
      <form className={css['dialog']} onSubmit={(event) => void rename(event)}>
        <TextInput
          label="Name"
          value={name}
          maxLength={mostNameLength}
          error={error === null ? null : sentencesFor(error).happened}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  );
}
