import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type Ref, useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { asEntered, cellCode, noFilter, type SessionFilter } from '#shared/domain/session.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { FindingsGrid } from '../../../../../renderer/src/grid/FindingsGrid.tsx';
import type { GridModel } from '../../../../../renderer/src/grid/grid-model.ts';
import type { GridHandle, GridProps, GridSelection } from '../../../../../renderer/src/grid/selection.ts';
import { TickerContext } from '../../../../../renderer/src/ui/Formats.tsx';
import { aModel, anOpening } from './a-model.ts';

/** Of the pane, as jsdom lays nothing out: 10 rows of 32 px under the heading, 6 columns of 48 px beside the names. */
const pane = { width: 220 + 6 * 48, height: 36 + 10 * 32 };
const names = ['bakery', 'xn--bckerei-5wa', ...Array.from({ length: 48 }, (_, row) => `name${row + 2}`)];
const tlds = ['com', 'net', 'de', 'at', 'ch', 'eu', 'io', 'uk'];

export const available = cellCode('available', null);
export const taken = cellCode('taken', null);

let frames: FrameRequestCallback[] = [];
export const draw = (): void => act(() => frames.splice(0).forEach((frame) => frame(0)));

/** Once in a file of tests: what the grid needs of a browser and jsdom lacks, and a clean page after each test. */
export function standGrid(): void {
  beforeEach(setStage);
  afterEach(clearStage);
}

function setStage(): void {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (asked: FrameRequestCallback) => frames.push(asked));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('matchMedia', () => new EventTarget());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(pane.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(pane.height);
}

function clearStage(): void {
  cleanup();
  vi.unstubAllGlobals();
}

type Told = Pick<GridProps, 'onOpen' | 'onEnter' | 'onShortlist' | 'onEscape' | 'onNameWidth'>;

export const told = () => ({
  onOpen: vi.fn<Told['onOpen']>(),
  onEnter: vi.fn<Told['onEnter']>(),
  onShortlist: vi.fn<Told['onShortlist']>(),
  onEscape: vi.fn<NonNullable<Told['onEscape']>>(),
  onNameWidth: vi.fn<Told['onNameWidth']>(),
});

interface Setting extends Partial<Told> {
  readonly model: GridModel;
  readonly filter?: Partial<SessionFilter>;
  readonly onSelected?: (selection: GridSelection) => void;
  readonly handle?: Ref<GridHandle>;
}

function Harness({ model, filter, onSelected, handle, ...acts }: Setting) {
  const [selected, setSelected] = useState<GridSelection | null>(null);
  const [view] = useState(() => viewOf(model.matrix, { ...noFilter, ...filter }, asEntered));
  return (
    <FindingsGrid
      ref={handle ?? null}
      label="Findings of Spring"
      model={model}
      view={view}
      sort={{ by: 'name', descending: true }}
      density="comfortable"
      nameWidth={220}
      selected={selected}
      onSelect={(selection) => {
        setSelected(selection);
        onSelected?.(selection);
      }}
      {...told()}
      {...acts}
    />
  );
}

export function show(setting: Partial<Setting> = {}, codes: readonly number[] = []) {
  const { model, draw: tell } = aModel(anOpening(names, tlds, codes));
  render(
    <TickerContext value={{ nowMs: () => 1_180_000, subscribe: () => () => undefined }}>
      <Harness model={model} {...setting} />
    </TickerContext>,
  );
  draw();
  return { model, tell };
}

export const grid = (): HTMLElement => screen.getByRole('grid', { name: 'Findings of Spring' });
export const press = (...keys: readonly string[]): void => {
  for (const key of keys) {
    const parts = key.split('+');
    fireEvent.keyDown(grid(), {
      key: parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? ''),
      ctrlKey: parts.includes('Ctrl'),
      shiftKey: parts.includes('Shift'),
    });
  }
  draw();
};
export const focusGrid = (): void => {
  act(() => grid().focus());
  draw();
};
/** What a screen reader says of the place with the focus. */
export const focused = (): string => {
  const element = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
  return element?.getAttribute('aria-label') ?? '';
};
export const at = (row: number, column: number) => ({
  clientX: column < 0 ? 100 : 220 + column * 48 + 24,
  clientY: row < 0 ? 18 : 36 + row * 32 + 16,
});
