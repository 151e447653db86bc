import { IconArrowDown, IconX } from '@tabler/icons-react';
import { Keys } from '../../../../components/Keys.tsx';
import { counted } from '../../../../lib/format.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { isFiltered } from '../view-choice.ts';
import css from './filter.module.css';

/** How much is shown; what came since and has not found its place yet; the way back to everything. */
export function ShownCount() {
  const view = useSessionState((state) => state.shown?.view);
  const newer = useSessionState((state) => state.newer);
  const filtered = useSessionState((state) => isFiltered(state.choice.filter));
  const { clearFilter, refresh } = useSessionActions();
  if (view === undefined) return null;
  return (
    <div className={`${css['shown'] ?? ''} figures`}>
      {newer > 0 && (
        <button type="button" className={css['newer']} onClick={refresh}>
          <IconArrowDown size={14} stroke={2} aria-hidden />
          {counted(newer, 'newer finding', 'newer findings')}: show
          <Keys of="sessionRefresh" />
        </button>
      )}
      <span role="status" className={css['shownWords']}>
        {counted(view.rows.length, 'name', 'names')}, {counted(view.cells, 'cell', 'cells')} shown
      </span>
      {filtered && (
        <button type="button" className={css['clear']} onClick={clearFilter}>
          <IconX size={14} stroke={2} aria-hidden />
          Clear the filter
        </button>
      )}
    </div>
  );
}
