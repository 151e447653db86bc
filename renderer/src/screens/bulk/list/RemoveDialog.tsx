import { Button, Modal, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Session } from '#shared/domain/session.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { counted, format } from '../../../lib/format.ts';
import { cellsOf } from '../session/session-words.ts';
import { isOnItsWay } from '../sessions-store.ts';
import css from './dialog.module.css';

interface Props {
  readonly session: Session;
  readonly onClose: () => void;
}

/** Asks once, says what is lost, and has the name typed: what goes here does not come back. */
export function RemoveDialog({ session, onClose }: Props) {
  const { sessions, notices } = useStores();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const findings = cellsOf(session) - session.counts.unchecked;
  const isSure = findings === 0 || typed.trim() === session.name.trim();

  async function remove(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (!isSure) return;
    const result = await sessions.actions.remove(session.id);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Removed ${session.name}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Remove this session?" size={520}>
      <form className={css['dialog']} onSubmit={(event) => void remove(event)}>
        <p className={css['about']}>{session.name}</p>
        <Lost session={session} findings={findings} />
        {findings > 0 && (
          <TextInput
            label="Type the session’s name to remove it"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void remove() }} />}
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="danger" disabled={!isSure}>
            Remove the session
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Lost({ session, findings }: { readonly session: Session; readonly findings: number }) {
  return (
    <ul className={css['consequences']}>
      {isOnItsWay(session) && <li>It stops asking.</li>}
      <li>
        {findings === 0
          ? `Its ${counted(session.names, 'name is', 'names are')} forgotten. Nothing was found yet.`
          : `Its ${counted(session.names, 'name', 'names')} and ${counted(findings, 'finding', 'findings')} are lost, with the answers behind them.`}
      </li>
      {session.shortlisted > 0 && (
        <li>Its shortlist of {format.count(session.shortlisted)} is lost as well.</li>
      )}
      {findings > 0 && <li>There is no way back. Export it first if it may still be needed.</li>}
      <li>At the service nothing changes.</li>
    </ul>
  );
}
