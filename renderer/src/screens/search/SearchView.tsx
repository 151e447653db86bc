import { useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { lazily, usePreloading } from '../../lib/lazily.tsx';
import { FindingFilter } from './FindingFilter.tsx';
import { FindingList } from './FindingList.tsx';
import { RunBar } from './RunBar.tsx';
import { SearchEmpty } from './SearchEmpty.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchTrouble } from './SearchTrouble.tsx';
import css from './search.module.css';

const Details = lazily(async () => (await import('./Details.tsx')).Details);

const later = [Details];

interface Props {
  readonly field: React.RefObject<HTMLInputElement | null>;
}

/** One line to type in, what is known of it below, one finding's details beside. */
export function SearchView({ field }: Props) {
  const { search } = useStores();
  const hasQuestion = useStore(search, (state) => state.question !== null);
  const isEmpty = useStore(search, (state) => state.text.trim() === '');
  const open = useStore(search, (state) => state.open);
  usePreloading(later);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className={css['screen']}>
      <div className={css['work']}>
        <h1 className="spoken">Search</h1>
        <SearchField field={field} toList={() => list.current?.focus()} />
        <SearchTrouble />
        {hasQuestion ? (
          <>
            <div className={css['bar']}>
              <FindingFilter />
              <RunBar />
            </div>
            <FindingList list={list} toField={() => field.current?.focus()} />
          </>
        ) : (
          isEmpty && <SearchEmpty />
        )}
      </div>
      {open !== null && <Details domain={open} toList={() => list.current?.focus()} />}
    </div>
  );
}
