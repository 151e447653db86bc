import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Backup, SinceBackup } from '#shared/domain/backup.ts';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { format } from '../../../lib/format.ts';
import { answered, idle, type Remote } from '../../../lib/remote.ts';
import css from './restore.module.css';
import { WhatIsLost } from './WhatIsLost.tsx';

interface Props {
  readonly backup: Backup;
  readonly onClose: () => void;
}

const word = 'restore';

/** Says what would change, and restores when the word was typed; the program starts anew. */
export function RestoreDialog({ backup: { name, madeAt }, onClose }: Props) {
  const { backups } = useStores().bridge.request;
  const [since, setSince] = useState<Remote<SinceBackup>>(idle);
  useEffect(() => {
    void backups.since({ name }).then((result) => setSince((before) => answered(before, result)));
  }, [backups, name]);
  const isGood = since.status === 'ready' && since.value.backup.state === 'good';
  const cannotBe = since.status === 'failed' || (since.status === 'ready' && !isGood);
  return (
    <Modal opened onClose={onClose} title={`Go back to ${format.instant(madeAt)}`} size={560}>
      <div className={css['dialog']}>
        <WhatIsLost since={since} />
        {cannotBe ? (
          <div className={css['end']}>
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </div>
        ) : (
          <AskForTheWord name={name} isGood={isGood} onClose={onClose} />
        )}
      </div>
    </Modal>
  );
}

interface AskProps extends Pick<Props, 'onClose'> {
  readonly name: Backup['name'];
  /** False as long as it is being read through. */
  readonly isGood: boolean;
}

function AskForTheWord({ name, isGood, onClose }: AskProps) {
  const { backups } = useStores().bridge.request;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const isSure = isGood && typed.trim().toLowerCase() === word;

  async function restore(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!isSure) return;
    setUnderWay(true);
    const asked = await backups.restore({ name });
    if (asked.ok) return;
    setUnderWay(false);
    setError(asked.error);
  }

  return (
    <form className={css['dialog']} onSubmit={(event) => void restore(event)}>
      <p>
        What is there now is kept as a backup of its own: you can come back to it. Then Namedesk restarts.
      </p>
      <TextInput
        label={`Type “${word}” to go on`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {error !== null && <ErrorState error={error} about="Nothing was restored" />}
      <div className={css['end']}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="danger" loading={isUnderWay} disabled={!isSure}>
          Restore and restart
        </Button>
      </div>
    </form>
  );
}
