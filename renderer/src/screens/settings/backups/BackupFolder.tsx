import { Button } from '@mantine/core';
import { useStores } from '../../../app-stores.ts';
import css from './backups.module.css';

interface Props {
  readonly path: string;
  /** How many of each kind stay. */
  readonly kept: number;
}

/** Where the backups are, and how long they stay there. */
export function BackupFolder({ path, kept }: Props) {
  const { bridge, notices } = useStores();
  async function copy(): Promise<void> {
    const copied = await bridge.request.clipboard.copyText({ text: path });
    if (copied.ok) notices.actions.say('The folder’s path was copied.');
  }
  return (
    <div className={css['folder']}>
      <p className={css['purpose']}>
        The newest {kept} daily ones and the newest {kept} made by hand stay in this folder. To keep one for
        good, copy it elsewhere.
      </p>
      <p className={`${css['path'] ?? ''} mono selectable`}>{path}</p>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label="Copy the path of the backups’ folder"
        onClick={() => void copy()}
      >
        Copy the path
      </Button>
    </div>
  );
}
