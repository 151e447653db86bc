import { Button, Group } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isBuyable } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { onAnotherAccount } from '../shell/stores.ts';
import { format } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { IconButton } from '../ui/PageParts.tsx';
import type { Column } from '../ui/table-model.ts';
import { kindOfRow, type Row } from './rows.ts';

/** Answered now for the first time: not what is stored, shown again where the check failed, nor what was checked again. */
const isAnswered = (before: Row | undefined, { source }: Row): boolean =>
  before?.asking === true && before.source !== 'service' && source === 'service';

/** The names ticked to be registered together, as A-labels: of one search after another, of one account. */
export function ticksOf({ accounts, search }: Stores) {
  const store = createStore<ReadonlySet<string>>(() => new Set());
  const put = (ticked: ReadonlySet<string>): void => store.setState(ticked, true);
  const clear = (): void => put(new Set());
  onAnotherAccount(accounts, clear);
  // Of domains that were asked for as they are written, those that are free are what was asked for.
  search.subscribe(({ question, rows, owned }, before) => {
    if (question?.query !== null || rows === before.rows) return;
    const free = [...rows.values()].filter(
      (row) =>
        row.finding.kind === 'available' &&
        !owned.has(row.name.domain) &&
        isAnswered(before.rows.get(row.name.domain), row),
    );
    if (free.length > 0) put(new Set([...store.getState(), ...free.map(({ name }) => name.domain)]));
  });
  return {
    ...store,
    clear,
    toggle: (domain: string): void => {
      const ticked = new Set(store.getState());
      if (!ticked.delete(domain)) ticked.add(domain);
      put(ticked);
    },
  };
}

function TickOf({ name: { domain, unicode } }: Pick<Row, 'name'>) {
  const ticks = storeOf(useStores(), ticksOf);
  const isTicked = useStore(ticks, (ticked) => ticked.has(domain));
  return (
    <input
      type="checkbox"
      className="tick"
      tabIndex={-1}
      aria-label={`Select ${isolatedName(unicode)}`}
      checked={isTicked}
      readOnly
      // Not a change: the click gives the focus to the list, which draws the row again before the change would be told.
      onClick={() => ticks.toggle(domain)}
    />
  );
}

export const tickColumn: Column<Row> = {
  key: 'tick',
  title: 'Select',
  isTitleHidden: true,
  width: '28px',
  cell: (row) => isBuyable(kindOfRow(row)) && <TickOf name={row.name} />,
};

/** Space selects the current row, where it can be registered. */
export function tickFor(key: string, stores: Stores, shown: readonly Row[]): (() => void) | null {
  const { cursor } = stores.search.getState();
  const row = key === ' ' ? shown.find(({ name }) => name.domain === cursor) : undefined;
  if (row === undefined || !isBuyable(kindOfRow(row))) return null;
  return () => storeOf(stores, ticksOf).toggle(row.name.domain);
}

/** One order of all ticked names; draws nothing where none is ticked. */
export function RegisterTicked() {
  const stores = useStores();
  const ticks = storeOf(stores, ticksOf);
  const ticked = useStore(ticks);
  if (ticked.size === 0) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant="filled"
        leftSection={<IconShoppingCart size={14} aria-hidden />}
        onClick={() => stores.route.actions.goToRegister([...ticked], null)}
      >
        Register {format.count(ticked.size)}…
      </Button>
      <IconButton label="Select none" size={32} onClick={ticks.clear} />
    </Group>
  );
}
