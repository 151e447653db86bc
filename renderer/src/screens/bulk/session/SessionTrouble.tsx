import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useStores } from '../../../app-stores.ts';
import { ErrorState, type RemedyHandlers } from '../../../components/ErrorState.tsx';
import { useSession, useSessionActions, useSessionState } from './session-context.ts';
import type { Deed } from './session-state.ts';
import css from './session.module.css';

/** What stands in the way: a deed that failed, an account that cannot ask, findings that do not come. */
export function SessionTrouble() {
  const trouble = useSessionState((state) => state.trouble);
  const { waitingFor } = useSession();
  const remedies = useRemedies();
  const { forgetTrouble } = useSessionActions();
  return (
    <>
      <PortTrouble />
      {waitingFor !== null && waitingFor.kind !== 'unreachable' && (
        <div className={css['trouble']}>
          <ErrorState error={waitingFor} about="The session waits" remedies={remedies} />
        </div>
      )}
      {trouble !== null && (
        <div className={css['trouble']}>
          <ErrorState
            error={trouble.error}
            about={deedWords[trouble.deed]}
            remedies={{ ...remedies, 'try-again': forgetTrouble }}
          />
        </div>
      )}
    </>
  );
}

const deedWords: Readonly<Record<Deed, string>> = {
  pause: 'The session was not paused',
  resume: 'The session does not go on',
  stop: 'The session was not stopped',
  rename: 'The session keeps its name',
  'look-again': 'Nothing is asked again',
  'run-again': 'No session was made',
  shortlist: 'The shortlist stays as it was',
};

/** What can be done about an account that cannot ask is done at the account. */
function useRemedies(): RemedyHandlers {
  const { route } = useStores();
  const { accountId } = useSession();
  return {
    'enter-key': () => route.actions.goToAccount(accountId, 'look'),
    'edit-account': () => route.actions.goToAccount(accountId, 'edit'),
    'add-account': () => route.actions.goToAccount(null, 'add'),
  };
}

function PortTrouble() {
  const port = useSessionState((state) => state.port);
  const { open } = useSessionActions();
  if (port === 'slow')
    return (
      <p className={css['passing']} role="status">
        The findings are still on their way…
      </p>
    );
  if (port !== 'lost') return null;
  return (
    <div className={css['lost']} role="alert">
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
      <span>
        What is shown does not change any more: the way to the findings was cut. Nothing is lost; the session
        goes on.
      </span>
      <Button variant="default" onClick={() => void open()}>
        Open it again
      </Button>
    </div>
  );
}
