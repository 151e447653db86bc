import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Backup } from '#shared/domain/backup.ts';
import { format } from '../../../lib/format.ts';
import { reasonWords, sizeWords, stateWords } from './backup-words.ts';
import type { BackupsInSight } from './use-backups.ts';
import css from './backups.module.css';

interface Props {
  readonly inSight: BackupsInSight;
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
}

/** The newest first, as they come. */
export function BackupList({ inSight, backups, onRestore }: Props) {
  if (backups.length === 0)
    return (
      <p className={css['none']}>
        <strong>No backup yet.</strong> The first is made by itself today, or now with “Back up now”.
      </p>
    );
  return (
    <table className={css['list']}>
      <thead>
        <tr>
          <th scope="col">Made</th>
          <th scope="col">Why</th>
          <th scope="col" className={css['number']}>
            Size
          </th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="spoken">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <Row key={backup.name} inSight={inSight} backup={backup} onRestore={onRestore} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<Props, 'backups'> {
  readonly backup: Backup;
}

function Row({ inSight: { underWay, verify }, backup, onRestore }: RowProps) {
  const { name, madeAt, reason, bytes, state } = backup;
  const made = format.instant(madeAt);
  return (
    <tr>
      <td>
        <time dateTime={madeAt}>{made}</time>
      </td>
      <td>{reasonWords[reason]}</td>
      <td className={css['number']}>{sizeWords(bytes)}</td>
      <td>
        <span className={css['state']} data-state={state}>
          {state === 'damaged' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
          {stateWords[state]}
        </span>
      </td>
      <td className={css['deeds']}>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={underWay === name}
          disabled={underWay !== null}
          aria-label={`Verify the backup of ${made}`}
          onClick={() => verify(name)}
        >
          Verify
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={underWay !== null || state === 'damaged'}
          aria-label={`Restore the backup of ${made}`}
          onClick={() => onRestore(backup)}
        >
          Restore…
        </Button>
      </td>
    </tr>
  );
}
