import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FindingsGrid } from '../../../grid/FindingsGrid.tsx';
import type { GridHandle, GridProps } from '../../../grid/grid-props.ts';
import { nameWidths } from '../../../grid/sizes.ts';
import { valueOf } from '../../../lib/remote.ts';
import { useSession, useSessionActions, useSessionState } from './session-context.ts';
import css from './session.module.css';
import type { SessionActions } from './session-store.ts';
import type { ViewChoice } from './view-choice.ts';

/** The findings in their grid. A hand on it keeps its rows where they are. */
export function Findings({ grid }: { readonly grid: RefObject<GridHandle | null> }) {
  const { settings } = useStores();
  const { name } = useSession();
  const model = useSessionState((state) => state.model);
  const shown = useSessionState((state) => state.shown);
  const choice = useSessionState((state) => state.choice);
  const selected = useSessionState((state) => state.selected);
  const usual = useStore(settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const actions = useSessionActions();
  const acts = useMemo(() => gridActs(actions), [actions]);
  if (model === null || shown === null) return null;
  return (
    <div
      className={css['findings']}
      onPointerMove={actions.touch}
      onWheel={actions.touch}
      onKeyDownCapture={actions.touch}
    >
      {shown.view.rows.length === 0 ? (
        <NoneShown />
      ) : (
        <FindingsGrid
          ref={grid}
          label={`Findings of ${name}`}
          model={model}
          view={shown.view}
          arrangement={arrangementOf(choice)}
          sort={shown.sort}
          density={choice.density ?? usual}
          nameWidth={choice.nameWidth ?? nameWidths.usual}
          selected={selected}
          {...acts}
        />
      )}
    </div>
  );
}

const arrangementOf = ({ filter, sort }: ViewChoice): string => JSON.stringify([filter, sort]);

type Acts = Pick<GridProps, 'onNameWidth' | 'onSelect' | 'onOpen' | 'onShortlist' | 'onEscape'>;

const gridActs = (actions: SessionActions): Acts => ({
  onNameWidth: actions.widenNames,
  onSelect: actions.select,
  onOpen: () => actions.showSide('panel'),
  onShortlist: (cells, isOn) => void actions.shortlist(cells, isOn),
  onEscape: () => actions.showSide('none'),
});

function NoneShown() {
  const { clearFilter } = useSessionActions();
  return (
    <EmptyState
      icon={<IconFilterOff size={24} stroke={1.5} />}
      title="No name fits this filter"
      actions={<Button onClick={clearFilter}>Clear the filter</Button>}
    >
      Every finding is still there; the filter leaves none of them.
    </EmptyState>
  );
}
