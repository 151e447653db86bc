import { Group, Menu, Paper, Stack, Text } from '@mantine/core';
import {
  IconArrowsDiff,
  IconListSearch,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconRepeat,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { isolated } from '#shared/domain/isolated.ts';
import { type Session, shownCountsOf, unreadNamesReason } from '#shared/domain/session.ts';
import { commands } from '#shared/domain/commands.ts';
import { assertNever } from '#shared/result.ts';
import { useActiveId, useStores } from '../app-stores.ts';
import { UnreadNamesAlert } from '../search/Details.tsx';
import type { BulkView } from '../shell/route-store.ts';
import { useShownAccounts } from '../shell/Header.tsx';
import { CommandButton } from '../shell/everywhere.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { FindField, Hidden } from '../ui/Filters.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { format, upperFirst, useNowMs } from '../ui/Formats.tsx';
import { AccountDot, FindingMark, findingWords, StackedBar } from '../ui/Marks.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { IconButton, Screen, ScreenHead } from '../ui/PageParts.tsx';
import { ButtonKeys, Keys } from '../ui/Shortcuts.tsx';
import { EmptyState, NoMatch, ReadTrouble } from '../ui/States.tsx';
import type { Column } from '../ui/table-model.ts';
import { TwoLines } from '../ui/TableRow.tsx';
import { NewSession } from './new/NewSession.tsx';
import {
  canGoOn,
  createSessionListStore,
  ofOneWorld,
  type SessionListStore,
  shownSessions,
} from './session-list.ts';
import { percentDone, progressWords, sizeInWords, statusWords } from './session-words.ts';
import { SessionScreen } from './session/SessionScreen.tsx';
import { SessionDialogs } from './SessionDialogs.tsx';
import { isOnItsWay } from './sessions-store.ts';
import css from './list.module.css';
import type { AccountSummary } from '../client.ts';
import { failureOf, valueOf } from '../remote.ts';

const list: BulkView = { kind: 'list' };

/** The bulk lookups: their list, a new one, or one session. */
export function BulkScreen() {
  const stores = useStores();
  const { route, sessions } = stores;
  const view = useStore(route, (state) => (state.route.screen === 'bulk' ? state.route.view : list));
  const store = storeOf(stores, createSessionListStore);
  useEffect(() => void sessions.actions.load(), [sessions]);
  useEffect(() => () => store.setState({ dialog: null }), [store]);
  switch (view.kind) {
    case 'list':
      return <SessionList store={store} />;
    case 'new':
      return <NewSession names={view.names ?? ''} tlds={view.tlds ?? []} />;
    case 'session':
      return <SessionScreen key={view.sessionId} sessionId={view.sessionId} sinceId={view.sinceId} />;
    default:
      return assertNever(view);
  }
}

/** All bulk lookups, live: the active account's first. */
function SessionList({ store }: { readonly store: SessionListStore }) {
  const { sessions, accounts } = useStores();
  const state = useStore(sessions, (now) => now.sessions);
  const known = valueOf(state);
  const listed = useStore(accounts, (now) => valueOf(now.accounts)?.accounts) ?? noAccounts;
  const activeId = useActiveId();
  const all = useMemo(() => ofOneWorld(known?.values() ?? [], listed, activeId), [known, listed, activeId]);
  const text = useStore(store, (now) => now.text);
  const shown = useMemo(() => shownSessions(all, null, text).length, [all, text]);
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  // Which of their names are the user's own may have changed since they were read: by an order, or on the Domains screen.
  useEffect(() => void sessions.actions.reload(), [sessions]);
  return (
    <Screen>
      <ScreenHead title="Bulk lookup">
        {all.length > 0 && (
          <>
            {shown > 0 && shown < all.length && (
              <Hidden count={all.length - shown} onAll={() => store.setState({ text: '' })} />
            )}
            <FindField
              ref={field}
              label="Find a session"
              placeholder="Name, file or TLD"
              width={240}
              value={text}
              onChange={(typed) => store.setState({ text: typed })}
              shortcut="findSession"
              toList={() => table.current?.focus()}
            />
            <CommandButton of="newBulk" leftSection={<IconPlus size={14} aria-hidden />} />
          </>
        )}
      </ScreenHead>
      <ReadTrouble
        error={failureOf(state)}
        about="Couldn’t load the bulk lookups"
        again={() => void sessions.actions.reload()}
      />
      {all.some(({ own }) => own === null) && (
        <Paper bg="var(--nd-caution-soft)" p="sm" pl="md" mx="md" mb="sm">
          <UnreadNamesAlert readAgain={() => void sessions.actions.reload()} />
        </Paper>
      )}
      {all.length > 0 && (
        <SessionTable store={store} all={all} table={table} toField={() => field.current?.focus()} />
      )}
      {known !== null && all.length === 0 && <NoSessions />}
      <SessionDialogs store={store} />
    </Screen>
  );
}

function NoSessions() {
  const hasAccount = useActiveId() !== null;
  return (
    <EmptyState
      icon={<IconListSearch size={24} stroke={1.5} />}
      title="No bulk lookups yet"
      actions={
        hasAccount ? (
          <CommandButton of="newBulk" rightSection={<ButtonKeys of="newBulk" />} />
        ) : (
          <CommandButton of="addAccount" />
        )
      }
    >
      {hasAccount
        ? 'Paste names, open a file or generate names, then choose TLDs. Every name is checked under every TLD, and the results stay here.'
        : 'A bulk lookup needs an account. Add one first.'}
    </EmptyState>
  );
}

/** Actions on a session of the list. An action that its state does not allow does nothing. */
type SessionActions = ReturnType<typeof useSessionActions>;

function useSessionActions(store: SessionListStore) {
  const { sessions, route } = useStores();
  const { report } = useStores().notices.actions;
  return useMemo(() => {
    const open =
      (name: 'rename' | 'remove' | 'run-again' | 'compare') =>
      ({ id }: Session) =>
        store.setState({ dialog: { name, sessionId: id }, cursor: id });
    return {
      openSession: ({ id }: Session) => route.actions.goToBulk({ kind: 'session', sessionId: id }),
      pauseSession: (session: Session) => {
        if (isOnItsWay(session)) report(sessions.actions.pause(session.id));
        else if (canGoOn(session)) report(sessions.actions.resume(session.id));
      },
      stopSession: (session: Session) => {
        if (canStop(session)) report(sessions.actions.stop(session.id));
      },
      renameSession: open('rename'),
      runSessionAgain: open('run-again'),
      compareSession: open('compare'),
      removeSession: open('remove'),
    };
  }, [store, sessions, route, report]);
}

const canStop = (session: Session): boolean => isOnItsWay(session) || session.state === 'paused';

interface SessionTableProps {
  readonly store: SessionListStore;
  readonly all: readonly Session[];
  readonly table: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const noAccounts: readonly AccountSummary[] = [];

function SessionTable({ store, all, table, toField }: SessionTableProps) {
  const { sessions, accounts } = useStores();
  const busy = useStore(sessions, (state) => state.busy);
  const known = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? noAccounts;
  const activeId = useActiveId();
  const text = useStore(store, (state) => state.text);
  const cursor = useStore(store, (state) => state.cursor);
  const actions = useSessionActions(store);
  const rows = useMemo(() => shownSessions(all, activeId, text), [all, activeId, text]);
  useShownAccounts(rows.length === 0 ? null : [...new Set(rows.map(({ accountId }) => accountId))]);
  const columns = useMemo(() => sessionColumns(known, busy, actions), [known, busy, actions]);
  const attributes = useMemo(() => {
    const foreign = rows.findIndex(({ accountId }) => accountId !== activeId);
    const firstForeign = foreign > 0 ? rows[foreign]?.id : undefined;
    return ({ id }: Session) => ({ 'aria-busy': busy.has(id), 'data-apart': id === firstForeign });
  }, [rows, activeId, busy]);
  const onRow = (act: (session: Session) => void) => (session: Session | null) => {
    if (session !== null) act(session);
  };
  return (
    <DataTable
      ref={table}
      className={css['list']}
      label="Bulk lookups"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={60}
      cursor={rows.findIndex(({ id }) => id === cursor)}
      onCursor={(_, session) => store.setState({ cursor: session?.id ?? null })}
      onOpen={actions.openSession}
      keys={{
        pauseSession: onRow(actions.pauseSession),
        stopSession: onRow(actions.stopSession),
        renameSession: onRow(actions.renameSession),
        runSessionAgain: onRow(actions.runSessionAgain),
        compareSession: onRow(actions.compareSession),
        removeSession: onRow(actions.removeSession),
        findSession: toField,
      }}
      onLeave={toField}
      attributes={attributes}
      none={
        <NoMatch title="No matching sessions" onAll={() => store.setState({ text: '' })}>
          Searched names, file names and TLDs.
        </NoMatch>
      }
      remembers={`sessions ${text}`}
      autoFocus
      startsAtFirst
    />
  );
}

const worthSeeing = ['available', 'premium', 'yours', 'unknown'] as const;

const sessionColumns = (
  accounts: readonly AccountSummary[],
  busy: ReadonlySet<string>,
  actions: SessionActions,
): readonly Column<Session>[] => [
  {
    key: 'session',
    title: 'Session',
    width: 'minmax(120px, 5fr)',
    hint: ({ name }) => name,
    cell: (session) => (
      <TwoLines
        second={`${sizeInWords(session)} · ${session.rerunOf === null ? '' : 'run again · '}${isolated(session.source)}`}
      >
        <Text span size="md" fw={500}>
          {session.name}
        </Text>
      </TwoLines>
    ),
  },
  {
    key: 'account',
    title: 'Account',
    width: 'minmax(128px, 2fr)',
    narrow: 'minmax(64px, 2fr)',
    cell: ({ accountId }) => <AccountName account={accounts.find(({ id }) => id === accountId)} />,
  },
  {
    key: 'progress',
    title: 'Progress',
    width: 'minmax(180px, 3fr)',
    narrow: 'minmax(96px, 2fr)',
    cell: (session) => <Progress session={session} />,
  },
  {
    key: 'state',
    title: 'State',
    width: 'minmax(208px, 4fr)',
    narrow: 'minmax(96px, 3fr)',
    cell: (session) => <Status session={session} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: '60px',
    cell: (session) => <RowActions session={session} isBusy={busy.has(session.id)} actions={actions} />,
  },
];

const AccountName = ({ account }: { readonly account: AccountSummary | undefined }) => (
  <Group gap="sm" wrap="nowrap" c="dimmed">
    {account !== undefined && <AccountDot colour={account.colour} />}
    <Text truncate>{account?.label ?? 'Removed account'}</Text>
  </Group>
);

/** The progress and the findings of interest, as one bar in the findings' colours with the numbers below. */
function Progress({ session }: { readonly session: Session }) {
  const percent = percentDone(session);
  const counts = shownCountsOf(session);
  return (
    <Stack gap={6}>
      <div
        role="progressbar"
        aria-label={`Progress of ${isolated(session.name)}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progressWords(session)}
      >
        <StackedBar counts={counts} />
      </div>
      <Group gap={10} wrap="nowrap" fz="xs" lh="xs" c="dimmed">
        <Text span size="xs" c="bright">
          {percent} %
        </Text>
        {worthSeeing
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <Group key={kind} gap="xs" className={css['count'] ?? ''} title={findingWords[kind]}>
              <FindingMark kind={kind} />
              {format.count(counts[kind])}
            </Group>
          ))}
        {session.own === null && (
          <Group gap="xs" className={css['count'] ?? ''} title={upperFirst(unreadNamesReason)}>
            <FindingMark kind="yours" />?
          </Group>
        )}
      </Group>
    </Stack>
  );
}

function Status({ session }: { readonly session: Session }) {
  const { main, more } = statusWords(session, useNowMs());
  return (
    <div title={[main, more].join('\n').trim()}>
      <TwoLines second={more}>
        {session.state === 'running' || session.state === 'waiting' ? (
          // The reason for waiting may take a second line.
          <Text fw={500} lh="inherit" {...liveStyles[session.state]}>
            {main}
          </Text>
        ) : (
          main
        )}
      </TwoLines>
    </div>
  );
}

const liveStyles = {
  running: { c: 'var(--nd-accent)', truncate: true },
  waiting: { c: 'var(--nd-caution)', lineClamp: 2, style: { whiteSpace: 'normal' } },
} as const;

interface RowActionsProps {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly actions: SessionActions;
}

/** Buttons for the mouse. The list's keys do the same, so none of them is a Tab stop. */
function RowActions({ session, isBusy, actions }: RowActionsProps) {
  const isGoing = isOnItsWay(session);
  const Icon = isGoing ? IconPlayerPause : IconPlayerPlay;
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {(isGoing || canGoOn(session)) && (
        <IconButton
          label={`${isGoing ? 'Pause' : 'Resume'} ${isolated(session.name)}`}
          tabIndex={-1}
          loading={isBusy}
          icon={<Icon size={16} stroke={1.75} aria-hidden />}
          onClick={() => actions.pauseSession(session)}
        />
      )}
      <MoreMenu label={`More for ${isolated(session.name)}`} tabIndex={-1} width={260}>
        <More session={session} actions={actions} />
      </MoreMenu>
    </Group>
  );
}

function More({ session, actions }: Omit<RowActionsProps, 'isBusy'>) {
  const item = (name: keyof SessionActions, Icon: typeof IconTable) => (
    <Menu.Item
      leftSection={<Icon size={14} aria-hidden />}
      rightSection={<Keys of={name} />}
      onClick={() => actions[name](session)}
    >
      {commands[name].label}
    </Menu.Item>
  );
  return (
    <>
      {item('openSession', IconTable)}
      {canStop(session) && item('stopSession', IconPlayerStop)}
      {item('renameSession', IconPencil)}
      {item('runSessionAgain', IconRepeat)}
      {item('compareSession', IconArrowsDiff)}
      <Menu.Divider />
      {item('removeSession', IconTrash)}
    </>
  );
}
