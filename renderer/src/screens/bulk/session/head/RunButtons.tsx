import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { ButtonKeys } from '../../../../components/ButtonKeys.tsx';
import { useSession, useSessionActions, useSessionState } from '../session-context.ts';

/** Pause, resume and stop, as far as the session can. Pausing ends when nothing is on its way any more. */
export function RunButtons() {
  const { state } = useSession();
  const deed = useSessionState((session) => session.deed);
  const { pause, resume, stop } = useSessionActions();
  if (state === 'finished') return null;
  const goes = state === 'running' || state === 'waiting';
  return (
    <>
      {goes ? (
        <Button
          variant="default"
          disabled={deed !== null}
          leftSection={<IconPlayerPause size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sessionRun" />}
          onClick={() => void pause()}
        >
          {deed === 'pause' ? 'Pausing…' : 'Pause'}
        </Button>
      ) : (
        <Button
          disabled={deed !== null}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => void resume()}
        >
          Resume
        </Button>
      )}
      {state !== 'stopped' && (
        <Button
          variant="default"
          disabled={deed !== null}
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={() => void stop()}
        >
          {deed === 'stop' ? 'Stopping…' : 'Stop'}
        </Button>
      )}
    </>
  );
}
