import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { NoneShown } from '../../../components/NoneShown.tsx';
import { useCursorInSight } from '../../../components/use-cursor-in-sight.ts';
import { useWindow } from '../../search/use-window.ts';
import { reached, toggled } from './chosen.ts';
import { useDeeds } from './deeds.ts';
import { DomainRow } from './DomainRow.tsx';
import { Heading } from './Heading.tsx';
import { listKeys } from './list-keys.ts';
import type { ListStore } from './list-store.ts';
import css from './list.module.css';
import type { PortfolioNow } from './use-portfolio.ts';

interface Props {
  readonly list: ListStore;
  readonly now: PortfolioNow;
  /** Takes the focus as a whole; its row under the cursor is named to screen readers. */
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeight = 44;

/** The domains, one under the other; only those in sight are drawn. */
export function Rows({ list, now, grid, toField }: Props) {
  const { shown, uncertain } = now;
  const cursor = useStore(list, (state) => state.cursor);
  const chosen = useStore(list, (state) => state.chosen.names);
  const deeds = useDeeds(list);
  const { first, end } = useWindow(grid, rowHeight, shown.length);
  const at = useMemo(() => shown.findIndex(({ domain }) => domain.name === cursor), [shown, cursor]);
  const press = usePress(list, now, deeds.open);
  useCursorInSight(grid, at, rowHeight);
  useFocusAtFirst(grid);
  return (
    <div
      ref={grid}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Domains"
      aria-multiselectable
      aria-rowcount={shown.length + 1}
      // Named while it is drawn, which it is as soon as it is in sight.
      aria-activedescendant={at >= first && at < end ? idOf(at) : undefined}
      onKeyDown={listKeys({ list, deeds, shown, at, toField })}
      onFocus={() => {
        if (at === -1) list.actions.moveTo(shown[0]?.domain.name ?? null);
      }}
    >
      <Heading list={list} shown={shown} />
      {shown.length === 0 && (
        <NoneShown title="No domain fits" onAll={list.actions.showAll}>
          Names, tags, notes, registrants and nameservers were looked through.
        </NoneShown>
      )}
      <div role="rowgroup" className={css['rows']} style={{ height: shown.length * rowHeight }}>
        <div role="presentation" className={css['drawn']} style={{ top: first * rowHeight }}>
          {shown.slice(first, end).map((row, index) => (
            <DomainRow
              key={row.domain.name}
              id={idOf(first + index)}
              index={first + index}
              row={row}
              uncertain={uncertain.get(row.domain.name) ?? null}
              current={first + index === at}
              chosen={chosen.has(row.domain.name)}
              onPress={press}
              onOpenChange={deeds.openChange}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The keys of the list work from the first moment, unless something is being asked over it. */
function useFocusAtFirst(grid: Props['grid']): void {
  useEffect(() => {
    if (document.querySelector('[role=dialog][aria-modal=true]') === null)
      grid.current?.focus({ preventScroll: true });
  }, [grid]);
}

const idOf = (index: number): string => `domain-${index}`;

/** A press on a row opens it; with Ctrl or ⌘, or on its box, it selects it; with Shift, all up to it. */
export type Press = (event: MouseEvent, name: string, isOnBox: boolean) => void;

function usePress(list: ListStore, { shown }: PortfolioNow, open: (name: string) => void): Press {
  return useCallback(
    (event, name, isOnBox) => {
      const from = list.getState().cursor;
      list.actions.moveTo(name);
      if (event.shiftKey) list.actions.choose((chosen) => reached(chosen, shown, from, name));
      else if (isOnBox || event.ctrlKey || event.metaKey)
        list.actions.choose((chosen) => toggled(chosen, name));
      else open(name);
    },
    [list, shown, open],
  );
}
