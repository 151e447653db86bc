import { Button, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { changeTitle } from '#shared/changes/index.ts';
import { type Change, emptyChangeFilter } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { Bridge } from '#shared/routes.ts';
import { useStores } from '../../app-stores.ts';
import { answered, createLatest, idle, loading, type Remote, valueOf } from '../../bridge.ts';
import { ChangeStateMark } from '../../changes/ChangeParts.tsx';
import { Age, format } from '../../ui/Formats.tsx';
import { Loaded } from '../../ui/PageParts.tsx';
import { EmptyState } from '../../ui/States.tsx';
import css from './history.module.css';

interface Props {
  readonly domain: Domain;
}

/** The changes made to this domain from here, the newest first; live. */
export function HistoryTab({ domain: { accountId, name } }: Props) {
  const { bridge } = useStores();
  const [store] = useState(() => createHistoryStore({ ...bridge, accountId, domain: name }));
  const state = useStore(store, ({ history }) => history);
  useEffect(() => store.actions.follow(), [store]);
  const more = () => void store.actions.more();
  return (
    <Loaded of={state} about="Couldn’t load the changes from the journal" again={more}>
      {({ changes, total }) => (
        <Stack gap="md" align="flex-start" pt="sm">
          {changes.length === 0 && (
            <EmptyState icon={<IconHistory size={24} stroke={1.5} />} title="No changes from here yet">
              Every change you send is logged before it is sent, and stays here with its outcome.
            </EmptyState>
          )}
          {changes.length > 0 && (
            <ol className={css['list']} aria-label="Changes of this domain, newest first">
              {changes.map((change) => (
                <Line key={change.id} change={change} />
              ))}
            </ol>
          )}
          {changes.length < total && (
            <Button variant="default" loading={state.status === 'loading'} onClick={more}>
              Show older ones ({format.count(total - changes.length)})
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** A change, and when it was sent; where it was not sent, when it was created. */
function Line({ change }: { readonly change: Change }) {
  const { route } = useStores();
  const { sentAt, createdAt } = change;
  return (
    <li className={css['line']}>
      <ChangeStateMark state={change.state} proof={change.proof} />
      <div>
        {changeTitle(change.what)}
        {change.note !== '' && (
          <Text size="xs" c="dimmed">
            {change.note}
          </Text>
        )}
      </div>
      <Text span c="dimmed">
        {sentAt === null ? 'Logged ' : 'Sent '}
        <Age at={sentAt ?? createdAt} />
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => route.actions.goToChanges({ kind: 'list', changeId: change.id })}
      >
        Open change {change.number}
      </Button>
    </li>
  );
}

export interface History {
  /** The newest first. */
  readonly changes: readonly Change[];
  /** The number of all changes, including those not loaded yet. */
  readonly total: number;
}

interface HistoryState {
  readonly history: Remote<History>;
}

interface HistoryStore extends StoreApi<HistoryState> {
  readonly actions: {
    /** Loads the newest and keeps them live; returns a function that ends this. */
    readonly follow: () => () => void;
    /** Loads the next page. */
    readonly more: () => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
}

const atOnce = 100;

/** The store of one domain's changes. */
function createHistoryStore({ request, on, accountId, domain }: Deps): HistoryStore {
  const store = createStore<HistoryState>(() => ({ history: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  const filter = { ...emptyChangeFilter, accountId, domain };

  /** Changes received by events: newer than any list requested earlier. */
  let told: readonly Change[] = [];

  async function more(): Promise<void> {
    const isLatest = latest.begin();
    const offset = valueOf(get().history)?.changes.length ?? 0;
    set({ history: loading(get().history) });
    const result = await request.changes.list({ filter, offset, limit: atOnce });
    if (!isLatest()) return;
    const before = valueOf(get().history)?.changes ?? [];
    if (!result.ok) set({ history: answered(get().history, result) });
    else show([before, result.value.changes, told], result.value.total);
  }

  function show(parts: readonly (readonly Change[])[], total: number): void {
    const changes = joined(parts.flat());
    set({ history: { status: 'ready', value: { changes, total: Math.max(total, changes.length) } } });
  }

  function take(news: readonly Change[]): void {
    const mine = news.filter((change) => change.accountId === accountId && change.domain === domain);
    if (mine.length === 0) return;
    told = joined([...told, ...mine]);
    const known = valueOf(get().history);
    if (known === null) return;
    const fresh = mine.filter(({ id }) => known.changes.every((change) => change.id !== id)).length;
    show([known.changes, mine], known.total + fresh);
  }

  return {
    ...store,
    actions: {
      follow() {
        void more();
        return on['changes.changed'](({ changes }) => take(changes));
      },
      more,
    },
  };
}

/** The latest version of each change; the newest first. */
const joined = (changes: readonly Change[]): readonly Change[] =>
  [...new Map(changes.map((change) => [change.id, change])).values()].toSorted((a, b) => b.number - a.number);
