import { Button, Modal } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Session } from '#shared/domain/session.ts';
import { type SyntheticEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Tick } from '../../../components/Tick.tsx';
import type { AccountSummary } from '../../../lib/nouns.ts';
import { valueOf } from '../../../lib/remote.ts';
import { sizeInWords } from '../session/session-words.ts';
import css from './dialog.module.css';

interface Props {
  readonly session: Session;
  readonly onClose: () => void;
}

const none: readonly AccountSummary[] = [];

/** A new session over the same names and TLDs, for the same account or another one. The old one stays as it is. */
export function RunAgainDialog({ session, onClose }: Props) {
  const { sessions, accounts, route } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? none;
  const [accountId, setAccountId] = useState(() =>
    all.some((account) => account.id === session.accountId) ? session.accountId : (all[0]?.id ?? ''),
  );
  const [start, setStart] = useState(true);
  const [error, setError] = useState<AppError | null>(null);

  async function run(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    const result = await sessions.actions.runAgain(session.id, accountId, start);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    onClose();
    route.actions.goToBulk({ kind: 'session', sessionId: result.value.id });
  }

  return (
    <Modal opened onClose={onClose} title="Run again" size={480}>
      <form className={css['dialog']} onSubmit={(event) => void run(event)}>
        <p>
          A new session over the same {sizeInWords(session)}. “{session.name}” stays as it is, and the two can
          be compared.
        </p>
        <Accounts all={all} chosen={accountId} own={session.accountId} onChoose={setAccountId} />
        <Tick
          label="Start at once"
          checked={start}
          onChange={(event) => setStart(event.currentTarget.checked)}
        />
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void run() }} />}
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={accountId === ''}>
            {start ? 'Run again' : 'Make the session'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface AccountsProps {
  readonly all: readonly AccountSummary[];
  readonly chosen: string;
  /** The account of the session that is run again. */
  readonly own: string;
  readonly onChoose: (id: string) => void;
}

function Accounts({ all, chosen, own, onChoose }: AccountsProps) {
  const group = useId();
  return (
    <fieldset className={css['choices']}>
      <legend>For the account</legend>
      {all.map((account) => (
        <label key={account.id} className={css['choice']}>
          <input
            type="radio"
            name={group}
            checked={account.id === chosen}
            onChange={() => onChoose(account.id)}
            data-autofocus={account.id === chosen || undefined}
          />
          <AccountDot colour={account.colour} />
          <span className={css['label']}>{account.label}</span>
          {account.id === own && <span className={css['hint']}>as before</span>}
          {!account.key.hasKey && <span className={css['hint']}>no key yet</span>}
        </label>
      ))}
    </fieldset>
  );
}
