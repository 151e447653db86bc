import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { placeOf } from '../session-state.ts';
import { CellPanel } from './CellPanel.tsx';
import { RowPanel } from './RowPanel.tsx';
import { GridKeys } from './GridKeys.tsx';
import css from './side.module.css';
import { Summary } from './Summary.tsx';

/** What stands beside the grid: what is known of the place under the ring, or of the whole session, or nothing. */
export function Side({ toGrid }: { readonly toGrid: () => void }) {
  const side = useSessionState((state) => state.choice.side);
  const isEmpty = useSessionState((state) => state.choice.side === 'panel' && state.selected === null);
  const { showSide } = useSessionActions();
  if (side === 'none') return null;

  function close(): void {
    showSide('none');
    toGrid();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside
      className={css['side']}
      data-empty={isEmpty}
      aria-label={side === 'panel' ? 'Details' : 'Summary'}
      onKeyDown={onKeyDown}
    >
      <ActionIcon
        className={css['close'] ?? ''}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={side === 'panel' ? 'Close the details' : 'Close the summary'}
        onClick={close}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {side === 'panel' ? <Panel /> : <Summary />}
      {side === 'panel' && <GridKeys isWhole={isEmpty} />}
    </aside>
  );
}

function Panel() {
  const place = useSessionState(placeOf);
  const model = useSessionState((state) => state.model);
  if (model === null) return null;
  if (place === null) return <NothingYet />;
  return place.column === null ? (
    <RowPanel model={model} row={place.row} />
  ) : (
    <CellPanel model={model} row={place.row} column={place.column} />
  );
}

const NothingYet = () => (
  <div className={css['nothing']}>
    <h2 className={css['section']}>Nothing is selected</h2>
    <p>
      Select a cell to see its whole answer here: prices, the service’s own words, every field. Select a name
      to see all its TLDs.
    </p>
  </div>
);
