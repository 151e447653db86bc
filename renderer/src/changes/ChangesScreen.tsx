import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconFileExport, IconX } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { kindOf } from '#shared/changes/index.ts';
import { type ChangeKind, changeKinds, type ShownState, shownStates } from '#shared/domain/change-kinds.ts';
import { assertNever } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import type { ChangesView } from '../shell/route-store.ts';
import { activeAccount } from '../shell/stores.ts';
import { FilterBar, FilterChip, FilterPopover, FindField, Hidden, toggledIn } from '../ui/Filters.tsx';
import { format } from '../ui/Formats.tsx';
import { Screen, Tick } from '../ui/PageParts.tsx';
import { RowsTrouble } from '../ui/States.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { ChangesHead } from './ChangeParts.tsx';
import { ChangeStateMark, shownWords } from './ChangeStateMark.tsx';
import { Rows } from './ChangeRows.tsx';
import type { Verdict } from './ChangeActions.tsx';
import { BrokenJournal, createHealthStore, ExportDialog, JournalLine } from './Journal.tsx';
import { OneChange } from './OneChange.tsx';
import { BatchesView, BatchView } from './batches/BatchesView.tsx';
import {
  type ChangeListStore,
  createOneStore,
  isFiltered,
  useChangeList,
  wholeList,
} from './change-stores.ts';
import changesCss from './changes.module.css';

const list: ChangesView = { kind: 'list', changeId: null };

/** The Changes area: the changes with one of them beside the list, the batches, or one batch. */
export function ChangesScreen() {
  const { route } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'changes' ? state.route.view : list));
  switch (view.kind) {
    case 'list':
      return <ChangeList changeId={view.changeId} />;
    case 'batches':
      return <BatchesView />;
    case 'batch':
      return <BatchView key={view.batchId} batchId={view.batchId} />;
    default:
      return assertNever(view);
  }
}

const oneOf = ({ bridge }: Stores) => createOneStore(bridge);
const healthOf = ({ bridge }: Stores) => createHealthStore(bridge);

/** How a change is to be marked, told in the list, until the dialog is closed; `count` tells one time from the next. */
interface Marking {
  readonly id: string;
  readonly verdict: Verdict | null;
  readonly count: number;
}

interface ChangeListProps {
  readonly changeId: string | null;
}

/** The journal's changes, and the open one beside them. */
function ChangeList({ changeId }: ChangeListProps) {
  const stores = useStores();
  const store = useChangeList();
  const one = storeOf(stores, oneOf);
  const health = storeOf(stores, healthOf);
  const activeId = useStore(stores.accounts, (state) => activeAccount(state)?.id ?? null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [marking, setMarking] = useState<Marking | null>(null);
  const { goToChanges } = stores.route.actions;
  const mark = useCallback(
    (id: string, verdict: Verdict) => {
      setMarking((before) => ({ id, verdict, count: (before?.count ?? 0) + 1 }));
      goToChanges({ kind: 'list', changeId: id });
    },
    [goToChanges],
  );
  useEffect(() => store.actions.load(activeId), [store, activeId]);
  useEffect(() => one.actions.open(changeId), [one, changeId]);
  useEffect(() => list.current?.focus({ preventScroll: true }), [list]);

  function close(): void {
    setMarking(null);
    goToChanges({ kind: 'list', changeId: null });
    // Where the panel replaced the list, the list exists again only after the next render.
    requestAnimationFrame(() => list.current?.focus({ preventScroll: true }));
  }

  return (
    <div className={changesCss['screen']} data-open={changeId !== null}>
      <div className={changesCss['main']}>
        <Screen>
          <ChangesHead here="changes">
            <Export store={store} />
          </ChangesHead>
          <BrokenJournal store={health} />
          <Filters store={store} field={field} toList={() => list.current?.focus()} />
          <RowsTrouble rows={store.list} about="Couldn’t load the changes" again={store.actions.reload} />
          <Rows
            store={store}
            openId={changeId}
            list={list}
            toField={() => field.current?.focus()}
            onMark={mark}
            onClose={close}
          />
          <JournalLine store={health} />
        </Screen>
      </div>
      {changeId !== null && (
        <OneChange
          key={`${changeId} ${marking?.count ?? 0}`}
          store={one}
          marking={marking?.id === changeId ? marking.verdict : null}
          onMarkClosed={() => setMarking((before) => before && { ...before, verdict: null })}
          onClose={close}
        />
      )}
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

interface FiltersProps {
  readonly store: ChangeListStore;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The filters of the list: by a part of the name, by account, kind and state. */
function Filters({ store, field, toList }: FiltersProps) {
  const view = useStore(store);
  const hidden = useStore(store.list, ({ total, more }) => (more?.unfiltered ?? 0) - (total ?? 0));
  const { filterBy } = store.actions;
  return (
    <Stack gap="sm" flex="none">
      <Group gap="8px 12px">
        <FindField
          ref={field}
          label="Find by domain"
          placeholder="Part of the domain"
          shortcut="findChange"
          width={240}
          value={view.text}
          onChange={(text) => filterBy({ text: text.slice(0, 255) })}
          toList={toList}
        />
        <SegmentedControl
          aria-label="Whose changes"
          withItemsBorders={false}
          data={[
            { value: 'this', label: 'This account' },
            { value: 'all', label: 'All accounts' },
          ]}
          value={view.whose}
          onChange={(value) => filterBy({ whose: value === 'all' ? 'all' : 'this' })}
        />
        <Kinds store={store} />
        {view.batchId !== null && (
          <FilterChip
            label={
              <>
                Of one batch <IconX size={12} aria-hidden />
              </>
            }
            isOn
            onPress={() => filterBy({ batchId: null })}
          />
        )}
        {isFiltered(view) && <Hidden count={hidden} onAll={() => filterBy(wholeList)} />}
      </Group>
      <StateChips store={store} />
    </Stack>
  );
}

function Kinds({ store }: Props) {
  const kinds = useStore(store, (state) => state.kinds);
  const [only] = kinds ?? [];
  const chosen = only === undefined ? null : kindsInWords(kinds ?? []);
  return (
    <FilterPopover label="Kind" chosen={chosen} width={264}>
      <div role="group" aria-label="Kinds of change">
        {changeKinds.map((kind) => (
          <Tick
            key={kind}
            label={kindOf(kind).label}
            checked={kinds?.includes(kind) ?? false}
            onChange={() => store.actions.filterBy({ kinds: toggledIn(changeKinds, kinds, kind) })}
          />
        ))}
      </div>
    </FilterPopover>
  );
}

const kindsInWords = (kinds: readonly ChangeKind[]): string => {
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? kindOf(only).label : format.count(kinds.length);
};

/** States that need attention first, then those in progress, then those that are over. */
const inOrder: readonly ShownState[] = [
  'uncertain',
  'planned',
  'sending',
  'confirmed',
  'proven',
  'accepted',
  'applied',
  'settled',
  'refused',
  'not-applied',
  'withdrawn',
];

const StateMark = ({ of }: { readonly of: ShownState }) => {
  if (of === 'accepted') return <ChangeStateMark state="confirmed" proof="answer" short />;
  if (of === 'proven') return <ChangeStateMark state="confirmed" proof="registry" short />;
  return <ChangeStateMark state={of} short />;
};

/** Each state that occurs, with its live count. Pressed states are shown; where none is pressed, all are. */
function StateChips({ store }: Props) {
  const chosen = useStore(store, (state) => state.states);
  const byState = useStore(store.list, (state) => state.more?.byState ?? null);
  const listed = inOrder.filter((state) => (byState?.[state] ?? 0) > 0 || chosen?.includes(state) === true);
  if (listed.length === 0) return null;
  return (
    <FilterBar label="States to show">
      {listed.map((state) => (
        <FilterChip
          key={state}
          icon={<StateMark of={state} />}
          label={shownWords[state]}
          count={byState?.[state] ?? 0}
          isOn={chosen?.includes(state) ?? false}
          onPress={() => store.actions.filterBy({ states: toggledIn(shownStates, chosen, state) })}
        />
      ))}
    </FilterBar>
  );
}
