import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconFileExport, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { changeKinds, type ChangeState, changeStates } from '#shared/domain/change.ts';
import { assertNever } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import type { ChangesView } from '../shell/route-store.ts';
import { activeAccount } from '../shell/stores.ts';
import { FilterPopover, toggledIn } from '../ui/FilterPopover.tsx';
import { format } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { Tick } from '../ui/PageParts.tsx';
import { RowsTrouble } from '../ui/RowGrid.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import { BatchesView, BatchView } from './batches/BatchesView.tsx';
import {
  type ChangeListStore,
  createOneStore,
  isFiltered,
  useChangeList,
  wholeList,
} from './change-stores.ts';
import { ChangesHead, ChangeStateMark, kindWords, stateWords } from './ChangeParts.tsx';
import { Rows } from './ChangeRows.tsx';
import { BrokenJournal, createHealthStore, ExportDialog, JournalLine } from './Journal.tsx';
import { OneChange } from './OneChange.tsx';
import changesCss from './changes.module.css';
import css from './filter.module.css';

const list: ChangesView = { kind: 'list', changeId: null };

/** The Changes area: the changes with one of them beside the list, the batches, or one batch. */
export function ChangesScreen() {
  const { route } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'changes' ? state.route.view : list));
  switch (view.kind) {
    case 'list':
      return <ChangeList changeId={view.changeId} />;
    case 'plans':
      return <BatchesView />;
    case 'plan':
      return <BatchView key={view.planId} planId={view.planId} />;
    default:
      return assertNever(view);
  }
}

const oneOf = ({ bridge }: Stores) => createOneStore(bridge);
const healthOf = ({ bridge }: Stores) => createHealthStore(bridge);

/** The journal's changes, and the open one beside them. */
function ChangeList({ changeId }: { readonly changeId: string | null }) {
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
    // Where the panel replaced the list, the list exists again only after the next render.
    requestAnimationFrame(() => list.current?.focus({ preventScroll: true }));
  }

  return (
    <div className={changesCss['screen']} data-open={changeId !== null}>
      <div className={changesCss['main']}>
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

interface FilterBarProps {
  readonly store: ChangeListStore;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The filters of the list: by a part of the name, by account, kind and state. */
function FilterBar({ store, field, toList }: FilterBarProps) {
  const look = useStore(store);
  const { lookAt } = store.actions;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && look.text !== '') lookAt({ text: '' });
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    else toList();
    event.preventDefault();
  }

  return (
    <div className={css['bar']}>
      <div className={css['line']}>
        <TextInput
          ref={field}
          className={css['find'] ?? ''}
          aria-label="Find by domain"
          placeholder="Part of the domain"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={look.text === '' ? <Keys of="findChange" /> : null}
          maxLength={255}
          spellCheck={false}
          value={look.text}
          onChange={(event) => lookAt({ text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <SegmentedControl
          aria-label="Whose changes"
          withItemsBorders={false}
          data={[
            { value: 'this', label: 'This account' },
            { value: 'all', label: 'All accounts' },
          ]}
          value={look.whose}
          onChange={(value) => lookAt({ whose: value === 'all' ? 'all' : 'this' })}
        />
        <Kinds store={store} />
        {look.planId !== null && (
          <button type="button" className={css['chip']} aria-pressed onClick={() => lookAt({ planId: null })}>
            Of one plan <IconX size={12} aria-hidden />
          </button>
        )}
        {isFiltered(look) && (
          <button type="button" className={css['clear']} onClick={() => lookAt(wholeList)}>
            Show all
          </button>
        )}
      </div>
      <StateChips store={store} />
    </div>
  );
}

function Kinds({ store }: Pick<FilterBarProps, 'store'>) {
  const kinds = useStore(store, (state) => state.kinds);
  const [only] = kinds ?? [];
  const chosen = only === undefined ? null : kindsInWords(kinds ?? []);
  return (
    <FilterPopover label="Kind" chosen={chosen} width={264}>
      <div role="group" aria-label="Kinds of change">
        {changeKinds.map((kind) => (
          <Tick
            key={kind}
            label={kindWords[kind]}
            checked={kinds?.includes(kind) ?? false}
            onChange={() => store.actions.lookAt({ kinds: toggledIn(changeKinds, kinds, kind) })}
          />
        ))}
      </div>
    </FilterPopover>
  );
}

const kindsInWords = (kinds: readonly (keyof typeof kindWords)[]): string => {
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? kindWords[only] : format.count(kinds.length);
};

/** States that need attention first, then those in progress, then those that are over. */
const inOrder: readonly ChangeState[] = [
  'uncertain',
  'planned',
  'sending',
  'confirmed',
  'applied',
  'settled',
  'refused',
  'not-applied',
  'withdrawn',
];

/** Each state that occurs, with its live count. Pressed states are shown; where none is pressed, all are. */
function StateChips({ store }: { readonly store: ChangeListStore }) {
  const chosen = useStore(store, (state) => state.states);
  const byState = useStore(store.list, (state) => state.more);
  const listed = inOrder.filter((state) => (byState?.[state] ?? 0) > 0 || chosen?.includes(state) === true);
  if (listed.length === 0) return null;
  return (
    <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="States to show">
      {listed.map((state) => (
        <button
          key={state}
          type="button"
          className={css['chip']}
          aria-pressed={chosen?.includes(state) ?? false}
          onClick={() => store.actions.lookAt({ states: toggledIn(changeStates, chosen, state) })}
        >
          <ChangeStateMark state={state} short />
          <span aria-hidden>{stateWords[state]}</span>
          <span className={css['count']}>{format.count(byState?.[state] ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}
