import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import css from './set-aside-notice.module.css';

/** Says once, at the start that found it, that the workspace could not be read: what happened, what is left, what to do. */
export function SetAsideNotice({ path }: { readonly path: string }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Modal opened={open} onClose={close} title="The workspace could not be read" size={560}>
      <div className={css['parts']}>
        <p>
          Its file is damaged, and there is no good backup. Nothing of it was deleted: it was set aside, and
          Namedesk begins with a new, empty workspace.
        </p>
        <p className={`${css['path'] ?? ''} selectable`}>{path}</p>
        <p>
          Domains, sessions and the journal of changes are in the file that was set aside: before you renew or
          register anything, see on your provider’s own pages whether it was done already. Add your accounts
          again, or, where there is a backup of the folder, quit Namedesk, put it back, and start again.
        </p>
        <div className={css['actions']}>
          <Button onClick={close} data-autofocus>
            Go on with a new workspace
          </Button>
        </div>
      </div>
    </Modal>
  );
}
