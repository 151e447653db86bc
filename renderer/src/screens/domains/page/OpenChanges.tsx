import { Button } from '@mantine/core';
import type { Change, ChangeState } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { changeTitle } from '../../changes/change-words.ts';
import { useOpenChanges } from '../open-changes-store.ts';
import css from './page.module.css';

interface Props {
  readonly domain: Domain;
}

/** What is planned, on its way or uncertain on this domain: above everything else, with the way to it. */
export function OpenChanges({ domain: { accountId, name } }: Props) {
  const { changes } = useStore(useOpenChanges());
  const mine = useMemo(
    () =>
      [...changes.values()]
        .filter((change) => change.accountId === accountId && change.domain === name)
        .toSorted((a, b) => rank(a.state) - rank(b.state) || b.number - a.number),
    [changes, accountId, name],
  );
  if (mine.length === 0) return null;
  return (
    <ul className={css['banners']} aria-label="Changes that are not over">
      {mine.map((change) => (
        <Banner key={change.id} change={change} />
      ))}
    </ul>
  );
}

function Banner({ change }: { readonly change: Change }) {
  const { route } = useStores();
  return (
    <li className={css['banner']} data-state={change.state}>
      <ChangeStateMark state={change.state} />
      <span>{changeTitle(change)}</span>
      <span className={css['quiet']}>
        {meanings[change.state]} <Age at={change.sentAt ?? change.createdAt} />
      </span>
      <Button
        variant="default"
        size="compact-sm"
        className={css['banner-way'] ?? ''}
        onClick={() => route.actions.goToChanges({ kind: 'list', changeId: change.id })}
      >
        Open change {change.number}
      </Button>
    </li>
  );
}

const rank = (state: ChangeState): number => ['uncertain', 'sending', 'planned'].indexOf(state);

const meanings: Partial<Readonly<Record<ChangeState, string>>> = {
  uncertain: 'We do not know whether this was done. Sent',
  sending: 'Sent',
  planned: 'Written down, nothing has left. Planned',
};
