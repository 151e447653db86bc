import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Backup, SinceBackup } from '#shared/domain/backup.ts';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { format } from '../../../lib/format.ts';
import { answered, idle, type Remote } from '../../../lib/remote.ts';
import { lostWords } from './backup-words.ts';
import css from './backups.module.css';

interface Props {
  readonly backup: Backup;
  readonly onClose: () => void;
}

const word = 'restore';

/** Says what would be forgotten, and restores when the word was typed; the program starts anew. */
export function RestoreDialog({ backup: { name, madeAt }, onClose }: Props) {
  const { bridge } = useStores();
  const { backups } = bridge.request;
  const [since, setSince] = useState<Remote<SinceBackup>>(idle);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);

  useEffect(() => {
    void backups.since({ name }).then((result) => setSince((before) => answered(before, result)));
  }, [backups, name]);

  async function restore(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setUnderWay(true);
    const asked = await backups.restore({ name });
    if (asked.ok) return;
    setUnderWay(false);
    setError(asked.error);
  }

  const isGood = since.status === 'ready' && since.value.backup.state === 'good';
  return (
    <Modal opened onClose={onClose} title={`Go back to ${format.instant(madeAt)}`} size={560}>
      <form onSubmit={(event) => void restore(event)}>
        <WhatIsLost since={since} />
        <p>
          What is there now is kept as a backup of its own, so that you can come back to it. Namedesk starts
          anew.
        </p>
        {error !== null && <ErrorState error={error} about="Nothing was restored" />}
        <TextInput
          label={`Type “${word}” to go on`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red"
            loading={isUnderWay}
            disabled={!isGood || typed.trim().toLowerCase() !== word}
          >
            Restore and restart
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function WhatIsLost({ since }: { readonly since: Remote<SinceBackup> }) {
  if (since.status === 'failed') return <ErrorState error={since.error} />;
  if (since.status !== 'ready') return <p role="status">Reading the backup through…</p>;
  const { backup, ...lost } = since.value;
  if (backup.state !== 'good')
    return <p role="alert">This backup is damaged. It cannot take the workspace’s place.</p>;
  const lines = lostWords(lost);
  return (
    <>
      <p>
        Namedesk forgets everything since then: sessions and their findings, domains, accounts and settings go
        back to what they were.
      </p>
      {lines.length > 0 && (
        <ul className={css['lost']}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {lost.entries > 0 && (
        <p>
          <strong>What was sent to a service since then was sent all the same.</strong> Namedesk will not know
          of it: look at your provider’s own pages before you renew or register anything again.
        </p>
      )}
    </>
  );
}
