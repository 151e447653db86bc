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
      <span role="status" className={css['shownWords']}>
        {counted(view.rows.length, 'name', 'names')}, {counted(view.cells, 'cell', 'cells')} shown
      </span>
      {filtered && (
        <button type="button" className={css['clear']} aria-label="Clear the filter" onClick={clearFilter}>
          <IconX size={14} stroke={2} aria-hidden />
          Clear
        </button>
      )}
    </div>
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
