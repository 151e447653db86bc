import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import css from './nameservers.module.css';

interface Props {
  readonly hosts: readonly string[];
  readonly onClose: () => void;
}

/** Keeps these nameservers under a name, to be put in elsewhere. */
export function SaveTemplate({ hosts, onClose }: Props) {
  const { bridge, notices } = useStores();
  const [name, setName] = useState('');
  const [error, setError] = useState<AppError | null>(null);

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const body = { kind: 'nameservers' as const, nameservers: [...hosts] };
    const result = await bridge.request.templates.save({ id: null, name: name.trim(), body });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Saved ${result.value.name}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Save as a template" size={480}>
      <form className={css['dialog']} onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={error === null ? null : sentencesFor(error).happened}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <ul className="mono selectable">
          {hosts.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ul>
        <div className={css['endOfDialog']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
