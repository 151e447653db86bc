import { Button, Modal } from '@mantine/core';
import type { Restored } from '#shared/domain/backup.ts';
import { useState } from 'react';
import { format } from '../lib/format.ts';
import css from './set-aside-notice.module.css';

interface Props {
  readonly restored: Restored;
  /** Where the file is that was there before and could not be read. */
  readonly setAsidePath: string | null;
}

/** Says once, at the start that put a backup in the workspace's place: since when everything is forgotten, and what to do. */
export function RestoredNotice({ restored: { madeAt, why }, setAsidePath }: Props) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const instant = format.instant(madeAt);
  return (
    <Modal opened={open} onClose={close} title={`The workspace is as it was on ${instant}`} size={560}>
      <div className={css['parts']}>
        <p>
          {why === 'damaged'
            ? 'Its file could not be read, or was not there. The newest good backup took its place.'
            : 'The backup that you chose took its place. What was there before is in the list of backups.'}
        </p>
        {setAsidePath !== null && (
          <>
            <p>Nothing of the damaged file was deleted. It is here:</p>
            <p className={`${css['path'] ?? ''} selectable`}>{setAsidePath}</p>
          </>
        )}
        <p>
          Namedesk knows nothing of what was done after {instant}. What was sent to a service was sent all the
          same: before you renew or register anything, see on your provider’s own pages whether it was done
          already.
        </p>
        <div className={css['actions']}>
          <Button onClick={close} data-autofocus>
            I will look
          </Button>
        </div>
      </div>
    </Modal>
  );
}
