import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type Stores, useStores } from '../../../app-stores.ts';
import { storeOf } from '../../../lib/store-of.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';
import { useChangeList } from '../change-list.ts';
import { ChangesHead } from '../ChangesHead.tsx';
import css from '../changes.module.css';
import { createHealthStore } from '../journal/health-store.ts';
import { ExportDialog } from '../journal/ExportDialog.tsx';
import { BrokenJournal, JournalLine } from '../journal/JournalLine.tsx';
import { OneChange } from '../one/OneChange.tsx';
import { createOneStore } from '../one/one-store.ts';
import { RowsTrouble } from '../RowsTrouble.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type ChangeListStore, isFiltered } from './list-store.ts';
import { Rows } from './Rows.tsx';

const oneOf = ({ bridge }: Stores) => createOneStore(bridge);
const healthOf = ({ bridge }: Stores) => createHealthStore(bridge);

/** The changes of the journal, and beside them the one that is looked at. */
export function ChangeList({ changeId }: { readonly changeId: string | null }) {
  const stores = useStores();
  const store = useChangeList();
  const one = storeOf(stores, oneOf);
  const health = storeOf(stores, healthOf);
  const activeId = useStore(stores.accounts, (state) => activeAccount(state)?.id ?? null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => store.actions.load(activeId), [store, activeId]);
  useEffect(() => one.actions.open(changeId), [one, changeId]);
  useEffect(() => list.current?.focus({ preventScroll: true }), [list]);

  function close(): void {
    stores.route.actions.goToChanges({ kind: 'list', changeId: null });
    // Where the change stood alone, the list is there again only once it is drawn.
    requestAnimationFrame(() => list.current?.focus({ preventScroll: true }));
  }

  return (
    <div className={css['screen']} data-open={changeId !== null}>
      <div className={css['main']}>
        <ChangesHead here="changes">
          <Export store={store} />
        </ChangesHead>
        <BrokenJournal store={health} />
        <FilterBar store={store} field={field} toList={() => list.current?.focus()} />
        <RowsTrouble rows={store.list} about="The changes could not be read" again={store.actions.reload} />
        <Rows store={store} openId={changeId} list={list} toField={() => field.current?.focus()} />
        <JournalLine store={health} />
      </div>
      {changeId !== null && <OneChange key={changeId} store={one} onClose={close} />}
    </div>
  );
}

interface Props {
  readonly store: ChangeListStore;
}

function Export({ store }: Props) {
  const [isOpen, setOpen] = useState(false);
  const total = useStore(store.list, (state) => state.total) ?? 0;
  return (
    <>
      <Button
        variant="default"
        disabled={total === 0}
        leftSection={<IconFileExport size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Export…
      </Button>
      {isOpen && (
        <ExportDialog
          filter={store.actions.filter()}
          changes={total}
          isAll={!isFiltered(store.getState())}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
