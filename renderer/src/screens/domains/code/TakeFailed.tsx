import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import type { AppError } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import css from './code.module.css';
import { Panel } from './Panel.tsx';
import { doubtWords, failureOf, happenedIn, nextIn } from './taken-words.ts';

interface Props {
  readonly error: AppError;
  readonly isLocked: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Why there is no code: a refusal, no answer that counts, or nothing that was asked at all. */
export function TakeFailed({ error, isLocked, onAgain, onClose }: Props) {
  const failure = failureOf(error);
  switch (failure) {
    case 'refused':
      return <Refused error={error} isLocked={isLocked} onClose={onClose} />;
    case 'doubtful':
      return (
        <Panel
          title="No code came, and we do not know what was done"
          tone="caution"
          mark={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
          ways={
            <Button variant="default" onClick={onAgain}>
              Ask again…
            </Button>
          }
          onClose={onClose}
        >
          <p className="selectable">{happenedIn(error)}</p>
          <p>{doubtWords} It is not asked again by itself; ask once more for the code that counts now.</p>
        </Panel>
      );
    case 'not-asked':
      return <NotAsked error={error} onAgain={onAgain} onClose={onClose} />;
    default:
      return assertNever(failure);
  }
}

function Refused({ error, isLocked, onClose }: Omit<Props, 'onAgain'>) {
  const { goToAccount } = useStores().route.actions;
  const { remedies } = sentencesFor(error);
  return (
    <Panel
      title="The service gave no code"
      tone="danger"
      mark={<IconBan size={20} stroke={1.75} aria-hidden />}
      ways={
        <>
          {remedies.includes('enter-key') && (
            <Button variant="default" onClick={() => goToAccount(null, 'look')}>
              Enter the key
            </Button>
          )}
          {remedies.includes('edit-account') && (
            <Button variant="default" onClick={() => goToAccount(null, 'edit')}>
              Edit the account
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <p className="selectable">{happenedIn(error)}</p>
      <p>No code came, and nothing was copied or shown. {nextIn(error)}</p>
      {isLocked && (
        <p className={css['quiet']}>
          The domain is locked: some services give no code before it is unlocked.
        </p>
      )}
    </Panel>
  );
}

function NotAsked({ error, onAgain, onClose }: Omit<Props, 'isLocked'>) {
  const { goToAccount } = useStores().route.actions;
  return (
    <div className={css['trouble']}>
      <ErrorState
        error={error}
        about="The service was not asked for a code"
        remedies={{
          'try-again': onAgain,
          'enter-key': () => goToAccount(null, 'look'),
          'edit-account': () => goToAccount(null, 'edit'),
          'add-account': () => goToAccount(null, 'add'),
        }}
      />
      <Button variant="subtle" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
