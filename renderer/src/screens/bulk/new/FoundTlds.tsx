import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { counted, format } from '../../../lib/format.ts';
import { readyReport } from './new-state.ts';
import type { NewStore } from './new-store.ts';
import { hasAll } from './tld-choice.ts';
import css from './tlds.module.css';

/** The TLDs that stood behind the names as they were entered, with how often. */
export function FoundTlds({ store }: { readonly store: NewStore }) {
  const found = useStore(store, (state) => readyReport(state)?.tldsFound);
  const chosen = useStore(store, (state) => state.tlds);
  if (found === undefined || found.length === 0) return null;
  const all = found.map(({ tld }) => tld);
  return (
    <div className={css['found']} role="group" aria-label="Found behind the names">
      <p className={css['label']}>Found behind the names</p>
      <div className={css['chips']}>
        {found.map(({ tld, count }) => {
          const isChosen = hasAll(chosen, [tld]);
          return (
            <button
              key={tld}
              type="button"
              className={css['chip']}
              aria-pressed={isChosen}
              onClick={() => (isChosen ? store.actions.removeTlds([tld]) : store.actions.addTlds([tld]))}
            >
              <span className="mono">.{tld}</span> <span className={css['count']}>{format.count(count)}</span>
            </button>
          );
        })}
        {!hasAll(chosen, all) && all.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => store.actions.addTlds(all)}>
            Add all {counted(all.length, 'TLD', 'TLDs')}
          </Button>
        )}
      </div>
    </div>
  );
}
