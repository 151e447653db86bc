import type { SessionView } from '#shared/domain/session-view.ts';
import { useEffect, useRef, useState } from 'react';
import { IconArrowDown, IconX } from '@tabler/icons-react';
import { Keys } from '../../../../components/Keys.tsx';
import { counted, format } from '../../../../lib/format.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { isFiltered } from '../view-choice.ts';
import css from './filter.module.css';

/** How much is shown, and the way back to everything. */
export function ShownCount() {
  const view = useSessionState((state) => state.shown?.view);
  const filtered = useSessionState((state) => isFiltered(state.choice.filter));
  const { clearFilter } = useSessionActions();
  if (view === undefined) return null;
  return (
    <div className={`${css['shown'] ?? ''} figures`}>
      <span className={css['shownWords']}>{inWords(view)} shown</span>
      <Announced words={inWords(view)} />
      {filtered && (
        <button type="button" className={css['clear']} aria-label="Clear the filter" onClick={clearFilter}>
          <IconX size={14} stroke={2} aria-hidden />
          Clear
        </button>
      )}
    </div>
  );
}

const inWords = ({ rows, cells }: SessionView): string =>
  `${counted(rows.length, 'name', 'names')}, ${counted(cells, 'cell', 'cells')}`;

/** A choice is answered for screen readers once it rests; what changes by itself is not read out. */
function Announced({ words }: { readonly words: string }) {
  const choice = useSessionState((state) => state.choice);
  const newest = useRef(words);
  const [said, setSaid] = useState('');
  useEffect(() => {
    newest.current = words;
  }, [words]);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(`Shown: ${newest.current}`), 1_000);
    return () => clearTimeout(timer);
  }, [choice.filter, choice.sort]);
  return (
    <span className="spoken" role="status">
      {said}
    </span>
  );
}

/** What came since the rows were put in their places, and the way to see it there. */
export function NewerFindings() {
  const newer = useSessionState((state) => state.newer);
  const { refresh } = useSessionActions();
  if (newer === 0) return null;
  return (
    <button
      type="button"
      className={`${css['newer'] ?? ''} figures`}
      aria-label={`Show ${counted(newer, 'newer finding', 'newer findings')} in their places`}
      onClick={refresh}
    >
      <IconArrowDown size={14} stroke={2} aria-hidden />
      {format.count(newer)} newer
      <Keys of="sessionRefresh" />
    </button>
  );
}
