import type { SinceBackup } from '#shared/domain/backup.ts';
import { Awaited } from '../../../components/Awaited.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import type { Remote } from '../../../lib/remote.ts';
import { lostWords } from './backup-words.ts';
import css from './restore.module.css';

/** What Namedesk would forget with this backup in the workspace's place; or why it cannot take it. */
export function WhatIsLost({ since }: { readonly since: Remote<SinceBackup> }) {
  if (since.status === 'failed')
    return <ErrorState error={since.error} about="What would be forgotten could not be read" />;
  if (since.status !== 'ready') return <Awaited>Reading the backup through…</Awaited>;
  const { backup, ...lost } = since.value;
  if (backup.state !== 'good')
    return (
      <p role="alert" className={css['damaged']}>
        This backup is damaged. It cannot take the workspace’s place.
      </p>
    );
  const lines = lostWords(lost);
  return (
    <>
      <p>
        Sessions and their findings, domains, accounts and settings go back to what they were then. Batches
        are stopped, and planned changes are withdrawn.
      </p>
      {lines.length > 0 && (
        <>
          <p>Both journals are kept. These were written since then, and are carried over:</p>
          <ul className={css['lost']}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {lost.entries > 0 && (
        <p className={css['sent']}>
          After the restart Namedesk shows which domains need a look.{' '}
          <strong>Until you have looked, nothing paid is sent.</strong>
        </p>
      )}
    </>
  );
}
