import { Button } from '@mantine/core';
import { IconFileTextShield } from '@tabler/icons-react';
import type { CodeSaving } from '#shared/domain/code.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { BackTo } from '../../../components/BackTo.tsx';
import { Awaited } from '../../../components/Awaited.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { counted, format } from '../../../lib/format.ts';
import { LineGrid } from '../../changes/LineGrid.tsx';
import { Account } from '../saving/SavingHead.tsx';
import { fileNameOf, hasFile, savingStateWords } from '../saving/saving-words.ts';
import { inOrder, useSavingsAsTheyAre } from '../savings-store.ts';
import css from './list.module.css';

/** The files that codes went into since Namedesk was started, the newest first. */
export function SavingList() {
  const { route } = useStores();
  const store = useSavingsAsTheyAre();
  const { savings, isListed, error } = useStore(store);
  const shown = useMemo(() => inOrder(savings.values()), [savings]);
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <BackTo label="All domains" onClick={() => route.actions.goToDomains({ kind: 'list' })} />
        <h1 className={css['title']}>Transfer codes into files</h1>
        {shown.length > 0 && <p className={css['about']}>Of this run of Namedesk, the newest first</p>}
      </header>
      {error !== null && (
        <ErrorState
          error={error}
          about="What goes into files could not be read"
          remedies={{ 'try-again': () => void store.actions.load() }}
        />
      )}
      {!isListed && error === null && <Awaited>Reading what goes into files…</Awaited>}
      {shown.length > 0 && <Lines shown={shown} />}
      {shown.length === 0 && isListed && error === null && <NoneYet />}
    </div>
  );
}

const columns = ['File', 'Account', 'State', 'Codes', 'Begun'];

function Lines({ shown }: { readonly shown: readonly CodeSaving[] }) {
  const { goToDomains } = useStores().route.actions;
  return (
    <LineGrid
      label="Files with codes"
      className={css['files']}
      columns={columns}
      lines={shown}
      idPrefix="saving"
      onOpen={({ id }) => goToDomains({ kind: 'codes', savingId: id })}
    >
      {(saving) => <Line saving={saving} />}
    </LineGrid>
  );
}

function Line({ saving }: { readonly saving: CodeSaving }) {
  const { path, state, asked, total, outcomes, startedAt, waitsFor } = saving;
  const words = state === 'running' && waitsFor !== null ? 'Waiting' : savingStateWords[state];
  return (
    <>
      <span role="gridcell" className="mono" title={path}>
        {fileNameOf(path)}
      </span>
      <span role="gridcell">
        <Account saving={saving} />
      </span>
      <span role="gridcell" className={css['state']} data-state={state}>
        {words}
        {state === 'running' && ` · ${format.count(asked)} of ${format.count(total)}`}
      </span>
      <span role="gridcell">
        {state === 'running' || hasFile(saving)
          ? `${format.count(outcomes.code)} of ${counted(total, 'domain', 'domains')}`
          : 'No file'}
      </span>
      <span role="gridcell" className={css['when']}>
        <Age at={startedAt} />
      </span>
    </>
  );
}

function NoneYet() {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconFileTextShield size={24} stroke={1.5} />}
      title="No codes went into a file yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Select domains there and choose Codes…: their transfer codes go into one encrypted file, and none is
      shown. What goes on is listed here until Namedesk is closed.
    </EmptyState>
  );
}
