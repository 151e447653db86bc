import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { changeTitle } from '../../changes/change-words.ts';
import { createHistoryStore } from './history-store.ts';
import { When } from './When.tsx';
import css from './history.module.css';

interface Props {
  readonly domain: Domain;
}

/** What was changed on this domain from here, the newest first; live. */
export function HistoryTab({ domain: { accountId, name } }: Props) {
  const { bridge } = useStores();
  const [store] = useState(() => createHistoryStore({ ...bridge, accountId, domain: name }));
  const state = useStore(store, ({ history }) => history);
  useEffect(() => store.actions.follow(), [store]);
  const known = valueOf(state);
  return (
    <div className={css['history']}>
      {state.status === 'failed' && (
        <ErrorState
          error={state.error}
          about="The changes could not be read from the journal"
          remedies={{ 'try-again': () => void store.actions.more() }}
        />
      )}
      {known?.changes.length === 0 && (
        <EmptyState icon={<IconHistory size={24} stroke={1.5} />} title="Nothing was changed from here yet">
          Every change that you send is written down before it leaves, and stays here with what came of it.
        </EmptyState>
      )}
      {known !== null && known.changes.length > 0 && <Changes changes={known.changes} />}
      {known !== null && known.changes.length < known.total && (
        <Button
          variant="default"
          loading={state.status === 'loading'}
          onClick={() => void store.actions.more()}
        >
          Show older ones ({format.count(known.total - known.changes.length)})
        </Button>
      )}
    </div>
  );
}

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => (
  <ol className={css['list']} aria-label="Changes of this domain, the newest first">
    {changes.map((change) => (
      <Line key={change.id} change={change} />
    ))}
  </ol>
);

function Line({ change }: { readonly change: Change }) {
  const { route } = useStores();
  return (
    <li className={css['line']}>
      <span className={css['state']}>
        <ChangeStateMark state={change.state} />
      </span>
      <span className={css['what']}>
        <span>{changeTitle(change)}</span>
        {change.note !== '' && <span className={css['note']}>{change.note}</span>}
      </span>
      <When change={change} />
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
