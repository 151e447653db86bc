import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFilterOff, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isolated } from '#shared/domain/isolated.ts';
import { type Stores, useDensity, useStores } from '../../app-stores.ts';
import { FindingsGrid } from '../../grid/FindingsGrid.tsx';
import { createGridModel } from '../../grid/grid-model.ts';
import { nameWidths } from '../../grid/layout.ts';
import type { GridHandle, GridProps } from '../../grid/selection.ts';
import { UnreadNames } from '../../search/Details.tsx';
import { useOwned, useUnreadNames } from '../../search/owned.ts';
import { useShownAccounts } from '../../shell/Header.tsx';
import { EmptyState, ErrorState, ReadTrouble, useAccountRemedies } from '../../ui/States.tsx';
import { FilterBar } from './FilterBar.tsx';
import { addShortlisting, useSessionKeys, useSessionWideActions } from './session-actions.ts';
import type { RunAction, ViewChoice } from './session-state.ts';
import {
  createSessionStore,
  type SessionActions,
  SessionProvider,
  useSession,
  useSessionActions,
  useSessionState,
} from './session-store.ts';
import { SessionHead } from './SessionHead.tsx';
import { SidePanel } from './SidePanel.tsx';
import { valueOf } from '../../remote.ts';
import css from './side.module.css';

interface Props {
  readonly sessionId: string;
  /** Narrowed down to what differs from that session. */
  readonly sinceId?: string | undefined;
}

/** One open bulk lookup. Requests its port on entry and closes it on leaving. */
export function SessionScreen({ sessionId, sinceId }: Props) {
  const stores = useStores();
  const [store] = useState(() => openStore(stores, sessionId));
  useEffect(() => {
    void store.actions.open();
    const endFlushing = stores.unsaved.add(store.actions.saveView);
    return () => {
      endFlushing();
      store.actions.leave();
    };
  }, [store, stores]);
  return (
    <SessionProvider value={store}>
      <SessionView sinceId={sinceId} />
    </SessionProvider>
  );
}

const openStore = (stores: Stores, sessionId: string) =>
  createSessionStore({
    ...stores.bridge,
    sessionId,
    ports: stores.sessionPorts,
    createModel: createGridModel,
    newId: () => crypto.randomUUID(),
    onShortlisted: (cells, isOn) => addShortlisting(stores, { sessionId, cells, isOn }),
  });

/** The session's head, filter and findings, and the panel for the selected cell. */
function SessionView({ sinceId }: Pick<Props, 'sinceId'>) {
  const isRemoved = useSessionState((state) => state.isRemoved);
  const isKnown = useSessionState((state) => valueOf(state.session) !== null);
  if (isRemoved) return <Removed />;
  return isKnown ? <Whole sinceId={sinceId} /> : <NotYet />;
}

function Whole({ sinceId }: Pick<Props, 'sinceId'>) {
  const { accountId } = useSession();
  useShownAccounts([accountId]);
  const { showChangesSince } = useSessionWideActions();
  const narrowDown = useEffectEvent(() => {
    if (sinceId !== undefined) void showChangesSince(sinceId);
  });
  useEffect(() => narrowDown(), [sinceId]);
  const grid = useRef<GridHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const { dialog, setDialog } = useSessionKeys(grid, field);
  const hasFindings = useSessionState((state) => state.model !== null && state.shown !== null);
  const toGrid = () => grid.current?.focus();
  return (
    <Stack gap={0} h="100%" className={css['whole'] ?? ''}>
      <SessionHead dialog={dialog} setDialog={setDialog} />
      <SessionProblems />
      {hasFindings && (
        <>
          <FilterBar field={field} toGrid={toGrid} />
          <div className={`${css['findings'] ?? ''} line-above`}>
            <Findings grid={grid} />
            <SidePanel toGrid={toGrid} />
          </div>
        </>
      )}
    </Stack>
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
    <Stack gap="md" align="flex-start" p="lg">
      <ReadTrouble error={session.error} about="Couldn’t open the session" again={() => void open()} />
      <Button onClick={toList}>All sessions</Button>
    </Stack>
  );
}

function Removed() {
  const toList = useToList();
  return (
    <EmptyState
      icon={<IconTrash size={24} stroke={1.5} />}
      title="This session was removed"
      actions={
        <Button variant="filled" onClick={toList}>
          All sessions
        </Button>
      }
    >
      Its results are gone with it. Files exported before stay where they are.
    </EmptyState>
  );
}

function useToList(): () => void {
  const { route } = useStores();
  return () => route.actions.go({ screen: 'bulk', view: { kind: 'list' } });
}

/** The findings in their grid. While the user works in it, its rows keep their places. */
function Findings({ grid }: { readonly grid: RefObject<GridHandle | null> }) {
  const { name, accountId } = useSession();
  const model = useSessionState((state) => state.model);
  const shown = useSessionState((state) => state.shown);
  const choice = useSessionState((state) => state.choice);
  const selected = useSessionState((state) => state.selected);
  const usual = useDensity();
  const actions = useSessionActions();
  const { registerOrOpen } = useSessionWideActions();
  const owned = useOwned(accountId);
  useEffect(() => actions.own(owned), [actions, owned]);
  const acts = useMemo(() => gridActs(actions), [actions]);
  if (model === null || shown === null) return null;
  return (
    <Stack
      gap={0}
      flex={1}
      miw={0}
      mih={0}
      onPointerMove={actions.touch}
      onWheel={actions.touch}
      onKeyDownCapture={actions.touch}
    >
      {shown.view.rows.length === 0 ? (
        <NoneShown />
      ) : (
        <FindingsGrid
          ref={grid}
          label={`Findings of ${isolated(name)}`}
          model={model}
          view={shown.view}
          arrangement={arrangementOf(choice)}
          sort={shown.sort}
          density={choice.density ?? usual}
          show={choice.show}
          topRow={actions.topRow()}
          onShown={actions.seeRows}
          nameWidth={choice.nameWidth ?? nameWidths.usual}
          selected={selected}
          onEnter={registerOrOpen}
          {...acts}
        />
      )}
    </Stack>
  );
}

const arrangementOf = ({ filter, sort }: ViewChoice): string => JSON.stringify([filter, sort]);

type Acts = Pick<GridProps, 'onNameWidth' | 'onSelect' | 'onOpen' | 'onShortlist' | 'onEscape'>;

const gridActs = (actions: SessionActions): Acts => ({
  onNameWidth: actions.widenNames,
  onSelect: actions.select,
  onOpen: () => actions.showSide('panel'),
  onShortlist: (cells, isOn) => void actions.shortlist(cells, isOn),
  onEscape: () => actions.showSide('none'),
});

function NoneShown() {
  const { clearFilter } = useSessionActions();
  return (
    <EmptyState
      icon={<IconFilterOff size={24} stroke={1.5} />}
      title="No matching names"
      actions={
        <Button variant="filled" onClick={clearFilter}>
          Clear the filter
        </Button>
      }
    >
      All results are still there; the filter hides them.
    </EmptyState>
  );
}

/** Above the findings, to which it leaves most of the room. */
const ProblemBox = ({ children }: { readonly children: ReactNode }) => (
  <Box flex="none" mah="40%" px="md" pb="sm" style={{ overflowY: 'auto' }}>
    {children}
  </Box>
);

/** Problems: a failed action, an account that cannot send requests, findings that do not arrive. */
function SessionProblems() {
  const failed = useSessionState((state) => state.failed);
  const { accountId, waitingFor } = useSession();
  const areUnread = useUnreadNames(accountId) !== null;
  const remedies = useAccountRemedies(accountId);
  const { forgetFailure } = useSessionActions();
  return (
    <>
      <PortTrouble />
      {areUnread && (
        <ProblemBox>
          <UnreadNames accountId={accountId} />
        </ProblemBox>
      )}
      {waitingFor !== null && waitingFor.kind !== 'unreachable' && (
        <ProblemBox>
          <ErrorState isRead error={waitingFor} about="The session is waiting" remedies={remedies} />
        </ProblemBox>
      )}
      {failed !== null && (
        <ProblemBox>
          <ErrorState
            error={failed.error}
            about={actionWords[failed.action]}
            remedies={remedies}
            onDismiss={forgetFailure}
          />
        </ProblemBox>
      )}
    </>
  );
}

const actionWords: Readonly<Record<RunAction, string>> = {
  pause: 'The session was not paused',
  resume: 'The session was not resumed',
  stop: 'The session was not stopped',
  rename: 'The session was not renamed',
  recheck: 'Nothing was checked again',
  'run-again': 'No session was created',
  shortlist: 'The shortlist was not changed',
  prices: 'Some prices couldn’t be read',
};

function PortTrouble() {
  const port = useSessionState((state) => state.port);
  const { open } = useSessionActions();
  if (port === 'slow')
    return (
      <Text c="dimmed" px="md" pb="sm" role="status">
        Loading results…
      </Text>
    );
  if (port !== 'lost') return null;
  return (
    <Paper bg="var(--nd-caution-soft)" c="var(--nd-caution)" p="sm" pl="md" mx="md" mb="sm" role="alert">
      <Group gap="sm" wrap="nowrap">
        <IconPlugConnectedX size={16} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
        <Text flex={1}>This view stopped updating. Nothing is lost; the session keeps running.</Text>
        <Button onClick={() => void open()}>Reload</Button>
      </Group>
    </Paper>
  );
}
