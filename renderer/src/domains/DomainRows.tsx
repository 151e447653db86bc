import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import { DataTable } from '../ui/DataTable.tsx';
import { NoMatch } from '../ui/States.tsx';
import { allOrNone, noSelection } from '../ui/table-model.ts';
import { usePortfolioActions } from './portfolio-actions.ts';
import { columnsWith, type Row } from './portfolio-columns.tsx';
import type { PortfolioNow, PortfolioStore } from './portfolio-store.ts';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const nameOf = ({ domain }: Row): string => domain.name;

/** The list of domains. Actions are on the selected names; where none is selected, on the current one. */
export function DomainRows({ list, now: { shown, uncertain }, grid, toField }: Props) {
  const { cursor, chosen, look } = useStore(list);
  const actions = usePortfolioActions(list);
  const columns = useMemo(() => columnsWith(uncertain, actions.openChange), [uncertain, actions.openChange]);
  const at = useMemo(() => shown.findIndex(({ domain }) => domain.name === cursor), [shown, cursor]);
  const on = (act: (names: readonly string[]) => void) => (row: Row | null) => {
    if (chosen.keys.size > 0) act([...chosen.keys]);
    else act(row === null ? [] : [row.domain.name]);
  };
  return (
    <DataTable
      ref={grid}
      label="Domains"
      columns={columns}
      rows={shown}
      rowKey={nameOf}
      rowHeight={44}
      cursor={at}
      onCursor={(_, row) => list.actions.moveTo(row?.domain.name ?? null)}
      onOpen={({ domain }) => actions.open(domain.name)}
      onLeave={toField}
      sort={{ ...look.sort, onSort: list.actions.sortBy }}
      selecting={{
        selection: chosen,
        onChange: list.actions.choose,
        label: ({ unicode }) => `Select ${unicode}`,
      }}
      keys={{
        selectDomains: () => list.actions.choose((before) => allOrNone(before, shown.map(nameOf))),
        dropSelection: () => list.actions.choose(() => noSelection),
        findDomain: toField,
        addDomains: actions.add,
        readDomains: on(actions.readAgain),
        changeDomains: on(actions.change),
        codesOfDomains: on(actions.codes),
        tagDomains: on(actions.tag),
        archiveDomains: on((names) => actions.archive(names, !look.archivedOnly)),
        copyDomains: on(actions.copy),
        removeDomains: on(actions.remove),
      }}
      none={
        <NoMatch title="No matching domains" onAll={list.actions.showAll}>
          Searched names, tags, notes, registrants and nameservers.
        </NoMatch>
      }
      autoFocus
      startsAtFirst
    />
  );
}
