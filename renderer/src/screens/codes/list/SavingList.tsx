import { Button } from '@mantine/core';
import { IconFileTextShield } from '@tabler/icons-react';
import type { CodeSaving } from '#shared/domain/code.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { BackTo } from '../../../components/BackTo.tsx';
import { Awaited } from '../../../components/Awaited.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { counted, format } from '../../../lib/format.ts';
import { changeKeys } from '../../changes/list/change-keys.ts';
import { Account } from '../saving/SavingHead.tsx';
import { fileNameOf, hasFile, savingStateWords } from '../saving/saving-words.ts';
import { inOrder, useSavings } from '../savings-store.ts';
import css from './list.module.css';

/** The files that codes went into since Namedesk was started, the newest first. */
export function SavingList() {
  const { route } = useStores();
  const store = useSavings();
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

function Lines({ shown }: { readonly shown: readonly CodeSaving[] }) {
  const { goToDomains } = useStores().route.actions;
  const grid = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const at = shown.findIndex(({ id }) => id === cursor);
  useEffect(() => grid.current?.focus({ preventScroll: true }), [grid]);
  const open = (saving: CodeSaving | undefined) => {
    if (saving !== undefined) goToDomains({ kind: 'codes', savingId: saving.id });
  };
  return (
    <div
      ref={grid}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Files with codes"
      aria-rowcount={shown.length + 1}
      aria-activedescendant={at === -1 ? undefined : `saving-${at}`}
      onKeyDown={changeKeys({
        at,
        count: shown.length,
        moveTo: (row) => setCursor(shown[row]?.id ?? null),
        open: () => open(shown[at]),
        close: () => setCursor(null),
        toField: () => undefined,
      })}
    >
      <Heading />
      <div role="rowgroup">
        {shown.map((saving, index) => (
          <Line
            key={saving.id}
            index={index}
            saving={saving}
            current={index === at}
            onOpen={() => open(saving)}
          />
        ))}
      </div>
    </div>
  );
}

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">File</span>
      <span role="columnheader">Account</span>
      <span role="columnheader">State</span>
      <span role="columnheader">Codes</span>
      <span role="columnheader">Begun</span>
    </div>
  </div>
);

interface LineProps {
  readonly index: number;
  readonly saving: CodeSaving;
  readonly current: boolean;
  readonly onOpen: () => void;
}

function Line({ index, saving, current, onOpen }: LineProps) {
  const { path, state, asked, total, outcomes, startedAt, waitsFor } = saving;
  const words = state === 'running' && waitsFor !== null ? 'Waiting' : savingStateWords[state];
  return (
    <div
      id={`saving-${index}`}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      onClick={onOpen}
    >
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
    </div>
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
