import { Button } from '@mantine/core';
import type { Backup } from '#shared/domain/backup.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Section } from '../../../components/Section.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { reasonWords, riskWords, sizeWords, stateWords } from './backup-words.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { type BackupsInSight, useBackups } from './use-backups.ts';
import css from './backups.module.css';

/** Copies of the workspace: what there is, and going back to one. */
export function BackupsSection() {
  const { settings } = useStores();
  const risk = useStore(settings, (state) => valueOf(state.about)?.placeRisk ?? null);
  const inSight = useBackups();
  const [wanted, setWanted] = useState<Backup | null>(null);
  const { listed, underWay, error, make, read } = inSight;
  const known = valueOf(listed);
  return (
    <Section
      title="Backups"
      actions={
        <Button variant="default" onClick={make} disabled={underWay !== null} loading={underWay === 'make'}>
          Back up now
        </Button>
      }
    >
      {risk !== null && (
        <p role="note" className={css['risk']}>
          {riskWords[risk]}
        </p>
      )}
      <p className={css['purpose']}>
        One is made each day while Namedesk runs, and one before a new version changes the workspace. Each is
        read through after it was made. Keys are not in them: those stay in the system’s keychain.
      </p>
      {error !== null && <ErrorState error={error} about="The backup came to nothing" />}
      {listed.status === 'failed' && (
        <ErrorState error={listed.error} remedies={{ 'try-again': () => void read() }} />
      )}
      {known !== null && <List inSight={inSight} backups={known.backups} onRestore={setWanted} />}
      {known !== null && <Folder path={known.folder} kept={known.kept} />}
      {wanted !== null && <RestoreDialog key={wanted.name} backup={wanted} onClose={() => setWanted(null)} />}
    </Section>
  );
}

interface ListProps {
  readonly inSight: BackupsInSight;
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
}

function List({ inSight, backups, onRestore }: ListProps) {
  if (backups.length === 0) return <p className={css['none']}>There is none yet.</p>;
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
            <span className={css['unseen']}>Do</span>
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

interface RowProps extends Omit<ListProps, 'backups'> {
  readonly backup: Backup;
}

function Row({ inSight: { underWay, verify }, backup, onRestore }: RowProps) {
  const { name, madeAt, reason, bytes, state } = backup;
  const made = format.instant(madeAt);
  return (
    <tr>
      <td>{made}</td>
      <td>{reasonWords[reason]}</td>
      <td className={css['number']}>{sizeWords(bytes)}</td>
      <td className={state === 'damaged' ? css['damaged'] : undefined}>{stateWords[state]}</td>
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

function Folder({ path, kept }: { readonly path: string; readonly kept: number }) {
  const { bridge, notices } = useStores();
  async function copy(): Promise<void> {
    const copied = await bridge.request.clipboard.copyText({ text: path });
    if (copied.ok) notices.actions.say('The folder’s path was copied.');
  }
  return (
    <div className={css['folder']}>
      <p>
        The newest {kept} of each day and {kept} made by hand are kept here; copy one elsewhere to keep it for
        good.
      </p>
      <span className={`${css['path'] ?? ''} selectable`}>{path}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label="Copy the folder’s path"
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}
