import type { FindingKind } from '#shared/domain/finding.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { findingWords } from '../../components/finding-words.ts';
import { FindingMark } from '../../components/FindingMark.tsx';
import { format } from '../../lib/format.ts';
import css from './filter.module.css';
import { countsOf, filterOrder } from './rows.ts';

/** How many of each finding there are; each count filters the list. */
export function FindingFilter() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const filter = useStore(search, (state) => state.filter);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const toggle = (kind: FindingKind) => search.actions.filterBy(filter === kind ? null : kind);
  return (
    <div className={css['chips']} role="group" aria-label="Show">
      <button
        type="button"
        className={css['chip']}
        aria-pressed={filter === null}
        onClick={() => search.actions.filterBy(null)}
      >
        All <span className={`${css['count'] ?? ''} figures`}>{format.count(rows.size)}</span>
      </button>
      {filterOrder
        .filter((kind) => counts[kind] > 0 || kind === filter)
        .map((kind) => (
          <button
            key={kind}
            type="button"
            className={css['chip']}
            aria-pressed={filter === kind}
            onClick={() => toggle(kind)}
          >
            <FindingMark kind={kind} decorative />
            <span className={css['word']}>{findingWords[kind]}</span>{' '}
            <span className={`${css['count'] ?? ''} figures`}>{format.count(counts[kind])}</span>
          </button>
        ))}
    </div>
  );
}
