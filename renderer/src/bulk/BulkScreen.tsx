import { Button, TextInput } from '@mantine/core';
import { IconListSearch, IconPlus, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Session } from '#shared/domain/session.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import type { BulkView } from '../shell/route-store.ts';
import { activeAccount } from '../shell/stores.ts';
import { format } from '../ui/Formats.tsx';
import { ButtonKeys, Keys, pressed, type ShortcutName, useCursorInSight } from '../ui/Shortcuts.tsx';
import { EmptyState, ErrorState, NoneShown } from '../ui/States.tsx';
import { moveFor, useWindow } from '../ui/virtual-list.ts';
import { CompareScreen } from './CompareScreen.tsx';
import { NewSession } from './new/NewSession.tsx';
import {
  createSessionListStore,
  type SessionListActions,
  type SessionListStore,
  shownSessions,
  useSessionListActions,
} from './session-list-store.ts';
import { SessionScreen } from './session/SessionScreen.tsx';
import { SessionDialogs } from './SessionDialogs.tsx';
import { SessionRow } from './SessionRow.tsx';
import type { SessionsById } from './sessions-store.ts';
import css from './list.module.css';

const list: BulkView = { kind: 'list' };

/** The bulk lookups: their list, a new one, one session, or a comparison of two. */
export function BulkScreen() {
  const { route, sessions } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'bulk' ? state.route.view : list));
  const [looking] = useState(createSessionListStore);
  useEffect(() => void sessions.actions.load(), [sessions]);
  switch (view.kind) {
    case 'list':
      return <SessionList store={looking} />;
    case 'new':
      return <NewSession names={view.names ?? ''} />;
    case 'session':
      return <SessionScreen sessionId={view.sessionId} />;
    case 'compare':
      return <CompareScreen beforeId={view.beforeId} afterId={view.afterId} />;
    default:
      return assertNever(view);
  }
}

const none: SessionsById = new Map();

/** All bulk lookups, live: the active account's first. */
function SessionList({ store }: { readonly store: SessionListStore }) {
  const { sessions, accounts } = useStores();
  const state = useStore(sessions, (now) => now.sessions);
  const known = valueOf(state);
  const all = known ?? none;
  const text = useStore(store, (now) => now.text);
  const activeId = useStore(accounts, (now) => activeAccount(now)?.id ?? null);
  const shown = useMemo(() => shownSessions(all.values(), activeId, text), [all, activeId, text]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className={css['screen']}>
      <div className={css['head']}>
        <h1 className={css['title']}>Bulk lookup</h1>
        {all.size > 0 && <Tools store={store} field={field} toList={() => list.current?.focus()} />}
      </div>
      {state.status === 'failed' && (
        <ErrorState
          error={state.error}
          about="The bulk look-ups could not be read"
          remedies={{ 'try-again': () => void sessions.actions.reload() }}
        />
      )}
      {all.size > 0 && (
        <Rows
          store={store}
          shown={shown}
          activeId={activeId}
          list={list}
          toField={() => field.current?.focus()}
        />
      )}
      {known?.size === 0 && <NoSessions />}
      <SessionDialogs store={store} />
    </div>
  );
}

interface ToolsProps {
  readonly store: SessionListStore;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The number of running lookups, the text filter, and the button for a new one. */
function Tools({ store, field, toList }: ToolsProps) {
  const { route } = useStores();
  const text = useStore(store, (state) => state.text);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') store.actions.find('');
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    else toList();
    event.preventDefault();
  }

  return (
    <>
      <Going />
      <TextInput
        ref={field}
        className={css['find'] ?? ''}
        aria-label="Find a session"
        placeholder="Name, file or TLD"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={text === '' ? <Keys of="findSession" /> : null}
        value={text}
        onChange={(event) => store.actions.find(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => route.actions.goToBulk({ kind: 'new' })}
      >
        New bulk look-up
      </Button>
    </>
  );
}

function Going() {
  const { sessions } = useStores();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const count = (state: Session['state']) =>
    [...(all?.values() ?? [])].filter((session) => session.state === state).length;
  const [running, waiting] = [count('running'), count('waiting')];
  const parts = [
    running === 0 ? '' : `${format.count(running)} running`,
    waiting === 0 ? '' : `${format.count(waiting)} waiting`,
  ].filter((part) => part !== '');
  return (
    <p className={css['going']} role="status">
      {parts.length === 0 ? 'None is running' : parts.join(' · ')}
    </p>
  );
}

/** Shown for an empty list: the first steps. */
function NoSessions() {
  const { route, accounts } = useStores();
  const hasAccount = useStore(accounts, (state) => activeAccount(state) !== null);
  return (
    <EmptyState
      icon={<IconListSearch size={24} stroke={1.5} />}
      title="No bulk look-ups yet"
      actions={
        hasAccount ? (
          <Button
            rightSection={<ButtonKeys of="newBulk" />}
            onClick={() => route.actions.goToBulk({ kind: 'new' })}
          >
            New bulk look-up
          </Button>
        ) : (
          <Button onClick={() => route.actions.goToAccount(null, 'add')}>Add an account</Button>
        )
      }
    >
      {hasAccount
        ? 'Paste names, open a file or make names from words, then choose TLDs. Every name is asked under every TLD, and what was found stays here.'
        : 'A bulk look-up asks with an account. Add one first.'}
    </EmptyState>
  );
}

interface Props {
  readonly store: SessionListStore;
  readonly shown: readonly Session[];
  readonly activeId: string | null;
  /** The list has the focus as a whole; the current row is exposed to screen readers by `aria-activedescendant`. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeight = 60;
const noAccounts: readonly never[] = [];

/** The list of sessions; only visible rows are drawn. */
function Rows({ store, shown, activeId, list, toField }: Props) {
  const { sessions, accounts } = useStores();
  const busy = useStore(sessions, (state) => state.busy);
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? noAccounts;
  const byId = useMemo(() => new Map(all.map((account) => [account.id, account])), [all]);
  const cursor = useStore(store, (state) => state.cursor);
  const deeds = useSessionListActions(store);
  const { first, end } = useWindow(list, rowHeight, shown.length);
  const at = shown.findIndex((session) => session.id === cursor);
  useCursorInSight(list, at, rowHeight);
  useFocusAtFirst(list);
  return (
    <div
      ref={list}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Bulk look-ups"
      aria-rowcount={shown.length + 1}
      aria-activedescendant={at === -1 ? undefined : idOf(at)}
      onKeyDown={sessionKeys(store, deeds, shown, at, toField)}
      onFocus={() => {
        if (at === -1) store.actions.moveTo(shown[0]?.id ?? null);
      }}
    >
      <Heading />
      {shown.length === 0 && (
        <NoneShown title="No session of that name" onAll={() => store.actions.find('')}>
          Names, file names and TLDs were looked through.
        </NoneShown>
      )}
      <div role="rowgroup">
        <div style={{ height: first * rowHeight }} role="presentation" />
        {shown.slice(first, end).map((session, index) => (
          <SessionRow
            key={session.id}
            id={idOf(first + index)}
            index={first + index}
            session={session}
            account={byId.get(session.accountId) ?? null}
            busy={busy.has(session.id)}
            current={first + index === at}
            apart={isApart(shown, first + index, activeId)}
            deeds={deeds}
          />
        ))}
        <div style={{ height: (shown.length - end) * rowHeight }} role="presentation" />
      </div>
    </div>
  );
}

const idOf = (index: number): string => `session-${index}`;

/** Whether the active account's sessions end before this row. */
const isApart = (shown: readonly Session[], index: number, activeId: string | null): boolean =>
  index > 0 && shown[index - 1]?.accountId === activeId && shown[index]?.accountId !== activeId;

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">Session</span>
      <span role="columnheader">Account</span>
      <span role="columnheader">Progress</span>
      <span role="columnheader">State</span>
      <span role="columnheader">
        <span className="spoken">Actions</span>
      </span>
    </div>
  </div>
);

/** Focuses the list at mount so that its keys work at once. */
function useFocusAtFirst(list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => list.current?.focus({ preventScroll: true }), [list]);
}

/** The keys of the list: move, open, pause, resume, and open the dialogs. */
function sessionKeys(
  list: SessionListStore,
  deeds: SessionListActions,
  shown: readonly Session[],
  at: number,
  toField: () => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const moved =
      event.ctrlKey || event.metaKey || event.altKey ? null : moveFor(event.key, at, shown.length);
    const act = moved === null ? actFor(event, deeds, shown[at], toField) : () => goTo(moved);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  function goTo(moved: number): void {
    if (moved < 0) toField();
    else list.actions.moveTo(shown[moved]?.id ?? null);
  }
}

function actFor(
  event: KeyboardEvent,
  deeds: SessionListActions,
  session: Session | undefined,
  toField: () => void,
): (() => void) | null {
  const on = (act: (session: Session) => void) => () => {
    if (session !== undefined) act(session);
  };
  const acts: readonly (readonly [ShortcutName, () => void])[] = [
    ['openSession', on(deeds.open)],
    ['pauseSession', on(deeds.pauseOrResume)],
    ['stopSession', on(deeds.stop)],
    ['renameSession', on((one) => deeds.ask('rename', one))],
    ['runSessionAgain', on((one) => deeds.ask('run-again', one))],
    ['compareSession', on((one) => deeds.ask('compare', one))],
    ['removeSession', on((one) => deeds.ask('remove', one))],
    ['findSession', toField],
  ];
  return acts.find(([name]) => pressed(event, name))?.[1] ?? null;
}
