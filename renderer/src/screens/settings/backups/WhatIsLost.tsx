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
        <p className={css['sent']}>
          <strong>What was sent to a service since then was sent all the same.</strong> Namedesk will not know
          of it: look at your provider’s own pages before you renew or register anything again.
        </p>
      )}
    </>
  );
}
