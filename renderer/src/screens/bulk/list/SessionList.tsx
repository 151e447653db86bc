import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import type { Session } from '#shared/domain/session.ts';
import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Keys } from '../../../components/Keys.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';
import type { SessionsById } from '../sessions-store.ts';
import { Asked } from './Asked.tsx';
import type { ListStore } from './list-store.ts';
import css from './list.module.css';
import { NoSessions } from './NoSessions.tsx';
import { shownSessions } from './order.ts';
import { Rows } from './Rows.tsx';

const none: SessionsById = new Map();

/** All bulk look-ups, live: the active account's first. */
export function SessionList({ store }: { readonly store: ListStore }) {
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
      <Asked store={store} />
    </div>
  );
}

interface ToolsProps {
  readonly store: ListStore;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** How many run, the finding among them, and the way to a new one. */
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
