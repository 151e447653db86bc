import {
  DataEditor,
  type DataEditorRef,
  type DrawCellCallback,
  type GridCell,
  GridCellKind,
  type Item,
} from '@glideapps/glide-data-grid';
import '@glideapps/glide-data-grid/dist/index.css';
import { MantineProvider } from '@mantine/core';
import { createRef, type ReactNode, type RefObject, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter } from '#shared/domain/session.ts';
import { FindingsGrid } from '../../../../renderer/src/grid/FindingsGrid.tsx';
import { createGridModel, type GridModel } from '../../../../renderer/src/grid/grid-model.ts';
import { columnWidthFor } from '../../../../renderer/src/grid/layout.ts';
import { drawMarkSprite } from '../../../../renderer/src/grid/paint.ts';
import type { GridSelection } from '../../../../renderer/src/grid/selection.ts';
import '../../../../renderer/src/styles/base.css';
import '../../../../renderer/src/styles/fonts.css';
import '../../../../renderer/src/styles/mantine.css';
import { cssVariablesResolver, findingColours, palettes, theme } from '../../../../renderer/src/theme.ts';
import '../../../../renderer/src/trusted-types.ts';
import { anOpening } from '../filter-figure.ts';

export const rows = 10_000;
export const columns = 100;

/** Half of the findings are there; the others come while it is measured. */
const aModel = (): GridModel => createGridModel(anOpening(rows, columns, 0.5));

const perFrame = 250;
const everyMs = 50;
const codes = [cellCode('available', null), cellCode('taken', null), cellCode('premium', null)];

/**
 * 5,000 findings a second, 250 in a frame every 50 ms, through the rows that are scrolled over.
 *
 * @param onCells Told of each frame's cells, for a grid that does not follow the model by itself.
 * @returns The way to stop.
 */
function streamInto(model: GridModel, onCells: (cells: Uint32Array) => void): () => void {
  let next = 0;
  const timer = setInterval(() => {
    const cells = Uint32Array.from({ length: perFrame }, (_, index) => next + index);
    const round = Math.floor(next / perFrame);
    next += perFrame;
    model.apply({
      kind: 'frame',
      cells,
      codes: Uint8Array.from(cells, (cell) => codes[(cell + round) % codes.length] ?? 0),
      checkedAt: new Uint32Array(perFrame).fill(Math.floor(Date.now() / 1_000)),
      left: 0,
      pace: null,
    });
    onCells(cells);
  }, everyMs);
  return () => clearInterval(timer);
}

declare global {
  /** What the bench asks of the page. */
  var measureScrolling: (frames: number) => Promise<Scrolled>;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const mode = new URLSearchParams(location.search).get('mode') ?? 'ours';
const editor = createRef<DataEditorRef>();
const model = aModel();

/** As large as the grids' content, with nothing on it. */
const Empty = () => (
  <div className="scroller" style={{ overflow: 'auto', width: '100%', height: '100%' }}>
    <div style={{ width: 8_600, height: 320_036 }} />
  </div>
);

const modes: Readonly<Record<string, { readonly page: ReactNode; readonly scroller: string }>> = {
  empty: { page: <Empty />, scroller: '.scroller' },
  ours: { page: <Ours model={model} />, scroller: '[role=grid]' },
  glide: { page: <Glide model={model} editor={editor} />, scroller: '.dvn-scroller' },
};

globalThis.measureScrolling = async (frames) => {
  const scroller = document.querySelector(modes[mode]?.scroller ?? '');
  if (scroller === null) throw new Error('There is nothing to scroll');
  const width = model.matrix.tlds.length;
  const stop =
    mode === 'empty'
      ? () => undefined
      : streamInto(model, (cells) => {
          editor.current?.updateCells(
            Array.from(cells, (cell) => ({ cell: [(cell % width) + 1, Math.floor(cell / width)] })),
          );
        });
  const longestWork = watchOwnWork();
  const intervals = await scrollBothWays(scroller, frames);
  stop();
  return { intervals, longestWorkMs: longestWork() };
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    getStyleNonce={() => nonce}
    forceColorScheme="light"
  >
    <main style={{ display: 'flex', width: '100vw', height: '100vh' }}>{modes[mode]?.page}</main>
  </MantineProvider>,
);

function Ours({ model }: { readonly model: GridModel }) {
  const [view] = useState(() => viewOf(model.matrix, noFilter, asEntered));
  const [selected, setSelected] = useState<GridSelection | null>(null);
  return (
    <FindingsGrid
      label="Findings"
      model={model}
      view={view}
      density="comfortable"
      nameWidth={220}
      onNameWidth={() => undefined}
      selected={selected}
      onSelect={setSelected}
      onOpen={() => undefined}
      onEnter={() => undefined}
      onShortlist={model.setShortlist}
    />
  );
}

/** What Chromium says of a frame that took 50 ms or more; its times are those of `performance.now`. Source: Long Animation Frames API. */
interface LongFrame extends PerformanceEntry {
  /** Where drawing began: what lies before it is tasks, or waiting. */
  readonly renderStart: number;
  /** Those of at least 5 ms. */
  readonly scripts: readonly PerformanceEntry[];
}

/**
 * Watches the frames that take 50 ms and more.
 *
 * @returns The most that the page's own scripts and its drawing took of one of them, in ms by the clock: a wait in their midst counts
 * too. The rest of such a frame is waiting: for the compositor, or for a processor that others have.
 */
function watchOwnWork(): () => number {
  const seen: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  observer.observe({ type: 'long-animation-frame' });
  return () => {
    seen.push(...observer.takeRecords());
    observer.disconnect();
    // The type that was asked for is the only one that comes.
    return Math.max(0, ...(seen as LongFrame[]).map(ownWork));
  };
}

const ownWork = ({ startTime, duration, renderStart, scripts }: LongFrame): number => {
  const drawing = renderStart === 0 ? 0 : startTime + duration - renderStart;
  const before = scripts.filter((script) => renderStart === 0 || script.startTime < renderStart);
  return drawing + before.reduce((sum, script) => sum + script.duration, 0);
};

interface Scrolled {
  /** How long each frame took until the next, in ms. */
  readonly intervals: readonly number[];
  /** The most that the page itself worked in one frame of 50 ms and more; 0 where there was no such frame. */
  readonly longestWorkMs: number;
}

const downPx = 40;
const acrossPx = 17;

/**
 * Scrolls down and across at once, a step in each frame; across and back again where the right edge is reached.
 *
 * @returns How long each frame took until the next, in ms.
 */
async function scrollBothWays(scroller: Element, frames: number): Promise<readonly number[]> {
  const farthest = scroller.scrollWidth - scroller.clientWidth;
  const intervals: number[] = [];
  let before = await nextFrame();
  for (let frame = 1; frame <= frames; frame += 1) {
    const along = (frame * acrossPx) % (2 * farthest);
    scroller.scrollTop = frame * downPx;
    scroller.scrollLeft = along <= farthest ? along : 2 * farthest - along;
    const now = await nextFrame();
    intervals.push(now - before);
    before = now;
  }
  return intervals;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

const { light } = palettes;
const glideTheme = {
  baseFontStyle: '13px',
  fontFamily: "'JetBrains Mono Variable', monospace",
  headerFontStyle: '500 12px',
  textDark: light.text,
  bgCell: light.surface,
  bgHeader: light.chrome,
  borderColor: light.line,
};

const sprite = drawMarkSprite({
  colours: {
    ground: light.surface,
    'heading-ground': light.chrome,
    hover: light.hover,
    selected: light.selected,
    range: light.accent,
    line: light.line,
    edge: light.edge,
    text: light.text,
    muted: light.muted,
    star: light.text,
    rise: light.text,
  },
  marks: findingColours.light,
  faintness: 0.22,
  nameFont: '13px monospace',
  headingFont: '500 12px sans-serif',
  priceFont: '12px monospace',
  scale: devicePixelRatio,
});

const emptyCell: GridCell = { kind: GridCellKind.Text, data: '', displayData: '', allowOverlay: false };

function widthOf(heading: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = "500 12px 'Inter Variable', sans-serif";
  return context.measureText(heading).width;
}

/** The same cells and the same marks in the fastest way that it offers: drawn by hand, only what changed drawn again. */
function Glide({
  model,
  editor,
}: {
  readonly model: GridModel;
  readonly editor: RefObject<DataEditorRef | null>;
}) {
  const { tlds, codes } = model.matrix;
  const [columns] = useState(() => {
    const headings = tlds.map((tld) => `.${tld}`);
    const width = columnWidthFor(headings, widthOf, 'comfortable');
    return [{ title: 'Name', width: 220 }, ...headings.map((title) => ({ title, width }))];
  });
  const contentOf = useCallback(
    ([column, row]: Item): GridCell => {
      if (column > 0) return emptyCell;
      const name = model.unicodeOf(row);
      return { kind: GridCellKind.Text, data: name, displayData: name, allowOverlay: false };
    },
    [model],
  );
  const drawCell = useCallback<DrawCellCallback>(
    ({ ctx, rect, col, row }, drawContent) => {
      if (col === 0) {
        drawContent();
        return;
      }
      const from = sprite.leftOf[codes[row * tlds.length + col - 1] ?? 0] ?? 0;
      const { side, image } = sprite;
      const left = Math.round(rect.x + (rect.width - side) / 2);
      const top = Math.round(rect.y + (rect.height - side) / 2);
      ctx.drawImage(image, from, 0, side, side, left, top, side, side);
    },
    [codes, tlds],
  );
  return (
    <DataEditor
      ref={editor}
      theme={glideTheme}
      columns={columns}
      rows={model.matrix.names.length}
      getCellContent={contentOf}
      drawCell={drawCell}
      freezeColumns={1}
      rowHeight={32}
      headerHeight={36}
      smoothScrollX
      smoothScrollY
      width="100%"
      height="100%"
    />
  );
}
