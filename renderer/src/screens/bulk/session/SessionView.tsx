import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import type { GridHandle } from '../../../grid/grid-props.ts';
import { valueOf } from '../../../lib/remote.ts';
import { FilterBar } from './filter/FilterBar.tsx';
import { Findings } from './Findings.tsx';
import { SessionHead } from './head/SessionHead.tsx';
import { useSessionActions, useSessionState } from './session-context.ts';
import css from './session.module.css';
import { SessionTrouble } from './SessionTrouble.tsx';
import { Side } from './side/Side.tsx';
import { useSessionKeys } from './use-session-keys.ts';

/** The session's head, its filter, its findings, and what is known of the one under the ring. */
export function SessionView() {
  const isRemoved = useSessionState((state) => state.isRemoved);
  const isKnown = useSessionState((state) => valueOf(state.session) !== null);
  if (isRemoved) return <Removed />;
  return isKnown ? <Whole /> : <NotYet />;
}

function Whole() {
  const grid = useRef<GridHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const { dialog, setDialog } = useSessionKeys({ grid, field });
  const hasFindings = useSessionState((state) => state.model !== null && state.shown !== null);
  const toGrid = () => grid.current?.focus();
  return (
    <div className={css['screen']}>
      <SessionHead dialog={dialog} setDialog={setDialog} />
      <SessionTrouble />
      {hasFindings && (
        <>
          <FilterBar field={field} toGrid={toGrid} />
          <div className={css['body']}>
            <Findings grid={grid} />
            <Side toGrid={toGrid} />
          </div>
        </>
      )}
    </div>
  );
}

function NotYet() {
  const session = useSessionState((state) => state.session);
  const { open } = useSessionActions();
  const toList = useToList();
  if (session.status !== 'failed')
    return (
      <p className="spoken" role="status">
        Opening the session
      </p>
    );
  return (
    <div className={css['alone']}>
      <ErrorState
        error={session.error}
        about="The session could not be opened"
        remedies={{ 'try-again': () => void open() }}
      />
      <Button variant="default" onClick={toList}>
        All sessions
      </Button>
    </div>
  );
}

function Removed() {
  const toList = useToList();
  return (
    <EmptyState
      icon={<IconTrash size={24} stroke={1.5} />}
      title="This session was removed"
      actions={<Button onClick={toList}>All sessions</Button>}
    >
      Its findings are gone with it. A file that was exported before stays where it is.
    </EmptyState>
  );
}

function useToList(): () => void {
  const { route } = useStores();
  return () => route.actions.go({ screen: 'bulk', view: { kind: 'list' } });
}
