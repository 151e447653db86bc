import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { SavingLines } from '../../codes/SavingLines.tsx';
import { Asked } from './Asked.tsx';
import { stillThere } from './chosen.ts';
import { FilterBar } from './FilterBar.tsx';
import { Head } from './Head.tsx';
import type { ListStore } from './list-store.ts';
import css from './list.module.css';
import { NoDomains } from './NoDomains.tsx';
import { ReadingLines } from './ReadingLines.tsx';
import { Rows } from './Rows.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { usePortfolio } from './use-portfolio.ts';

/** The names that are looked after, live, with what is known of each. */
export function Portfolio({ list }: { readonly list: ListStore }) {
  const now = usePortfolio(list);
  const { store, accountId, known, all } = now;
  const state = useStore(store, ({ domains }) => domains);
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (known !== null) list.actions.choose((chosen) => stillThere(chosen, known));
  }, [list, known]);
  return (
    <div className={css['screen']}>
      <Head list={list} now={now} field={field} toList={() => grid.current?.focus()} />
      {state.status === 'failed' && (
        <ErrorState
          error={state.error}
          about="The domains could not be read from the workspace"
          remedies={{ 'try-again': () => void store.actions.reload() }}
        />
      )}
      <ReadingLines accountId={accountId} onShowTroubled={() => list.actions.look({ troubledOnly: true })} />
      <SavingLines accountId={accountId} />
      {all.size > 0 && (
        <>
          <FilterBar list={list} now={now} />
          <Rows list={list} now={now} grid={grid} toField={() => field.current?.focus()} />
          <SelectionBar list={list} now={now} />
        </>
      )}
      {(known?.size === 0 || accountId === null) && <NoDomains list={list} hasAccount={accountId !== null} />}
      {accountId !== null && <Asked list={list} accountId={accountId} all={all} />}
    </div>
  );
}
