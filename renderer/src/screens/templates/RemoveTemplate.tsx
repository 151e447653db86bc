import { Button, Modal } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import css from './templates.module.css';

interface Props {
  readonly template: Template;
  readonly onClose: (isChanged: boolean) => void;
}

/** Asks once, and says what goes with it. */
export function RemoveTemplate({ template, onClose }: Props) {
  const { bridge, notices } = useStores();
  const [error, setError] = useState<AppError | null>(null);

  async function remove(): Promise<void> {
    const result = await bridge.request.templates.remove({ id: template.id });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say('Removed the template');
    onClose(true);
  }

  return (
    <Modal opened onClose={() => onClose(false)} title="Remove this template?" size={480}>
      <div className={css['dialog']}>
        <p className={css['about']}>{template.name}</p>
        <p>
          What it holds is forgotten, and there is no way back. Domains that it was put into stay as they are.
        </p>
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void remove() }} />}
        <div className={css['dialogEnd']}>
          <Button variant="default" data-autofocus onClick={() => onClose(false)}>
            Keep it
          </Button>
          <Button color="danger" onClick={() => void remove()}>
            Remove the template
          </Button>
        </div>
      </div>
    </Modal>
  );
}
