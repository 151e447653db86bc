import { Button } from '@mantine/core';
import type { Backup } from '#shared/domain/backup.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Awaited } from '../../../components/Awaited.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Section } from '../../../components/Section.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { riskWords } from './backup-words.ts';
import { BackupFolder } from './BackupFolder.tsx';
import { BackupList } from './BackupList.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { useBackups } from './use-backups.ts';
import css from './backups.module.css';

/** Copies of the workspace: what there is, and going back to one. */
export function BackupsSection() {
  const { settings } = useStores();
  const risk = useStore(settings, (state) => valueOf(state.about)?.placeRisk ?? null);
  const inSight = useBackups();
  const [wanted, setWanted] = useState<Backup | null>(null);
  const { listed, underWay, failed, make, read } = inSight;
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
      <div className={css['parts']}>
        {risk !== null && (
          <p role="note" className={css['risk']}>
            {riskWords[risk]}
          </p>
        )}
        <p className={css['purpose']}>
          Copies of the workspace: one each day while Namedesk runs, and one before a new version changes it.
          Each is read through once it is made. Keys are not in them: those stay in the system’s keychain.
        </p>
        {failed !== null && (
          <ErrorState
            error={failed.error}
            about={failed.what === 'make' ? 'No backup was made' : 'The backup could not be verified'}
          />
        )}
        {listed.status === 'failed' && (
          <ErrorState
            error={listed.error}
            about="The backups could not be listed"
            remedies={{ 'try-again': () => void read() }}
          />
        )}
        {known === null && listed.status !== 'failed' && <Awaited>Reading the folder of backups…</Awaited>}
        {known !== null && <BackupList inSight={inSight} backups={known.backups} onRestore={setWanted} />}
        {known !== null && <BackupFolder path={known.folder} kept={known.kept} />}
      </div>
      {wanted !== null && <RestoreDialog key={wanted.name} backup={wanted} onClose={() => setWanted(null)} />}
    </Section>
  );
}
