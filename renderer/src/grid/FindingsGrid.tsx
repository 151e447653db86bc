import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SessionView } from '#shared/domain/session.ts';
import type { GridModel } from './grid-model.ts';
import { type Hit, isSameHit, nameWidths, nameWidthWithin } from './layout.ts';
import {
  cellWords,
  countWords,
  nameWords,
  rowWords,
  ScreenReaderLayer,
  tldWords,
} from './ScreenReaderLayer.tsx';
import {
  type GridHandle,
  type GridProps,
  type GridShow,
  placeShownAt,
  selectionAt,
  shownPlace,
  type ShownPlace,
  shownRange,
} from './selection.ts';
import { type Surface, useSurface } from './surface.ts';
import { useGridKeys } from './use-grid-keys.ts';
import css from './findings-grid.module.css';

/**
 * A session's findings as a grid: names down, TLDs across, one mark for each cell. A canvas draws the visible part. The
 * elements over it serve screen readers, the focus ring and forced colours only.
 */
export function FindingsGrid({ ref, ...props }: GridProps & { readonly ref?: Ref<GridHandle> }) {
  const { model, view, density, nameWidth, selected, show = 'marks', sort = null } = props;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const ring = useRef<HTMLSpanElement>(null);
  const focus = useMemo(() => selected && shownPlace(view, selected.focus), [view, selected]);
  const range = useMemo(() => selected && shownRange(view, selected), [view, selected]);
  const [surface, shown] = useSurface(
    { grid, spacer, pane, canvas, probe, ring },
    {
      model,
      view,
      density,
      nameWidth,
      range,
      show,
      sort,
      pricesVersion: useSyncExternalStore(model.subscribe, model.pricesVersion),
    },
    focus,
    (left) => props.onShown?.(left.firstRow, left.endRow),
  );
  const keys = useGridKeys(props, focus, surface);
  const { tip, ...mouse } = useGridMouse(props, focus, surface);

  useArrival(props, surface);
  useFromTop(props.arrangement, surface);
  const { onShown } = props;
  const { firstRow, endRow } = shown;
  useEffect(() => onShown?.(firstRow, endRow), [onShown, view, firstRow, endRow]);
  useHandle(ref, view, grid, surface);

  return (
    <div className={css['frame']} data-density={density}>
      <div
        ref={grid}
        className={css['grid']}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={view.rows.length + 1}
        aria-colcount={view.columns.length + 1}
        aria-activedescendant={focus === null ? undefined : `${id}-focus`}
        {...keys}
        {...mouse}
      >
        <div ref={spacer} role="presentation">
          <div ref={pane} className={css['pane']} role="presentation">
            <canvas ref={canvas} style={{ display: 'block' }} aria-hidden />
            <span ref={probe} className={css['probe']} aria-hidden />
            <ScreenReaderLayer
              focusId={`${id}-focus`}
              focusRef={ring}
              {...{ model, view, shown, focus, range, nameWidth, show, sort }}
            />
          </div>
        </div>
      </div>
      <NameEdge width={nameWidth} onWidth={props.onNameWidth} />
      {tip !== null && <GridTip model={model} view={view} tip={tip} show={show} />}
    </div>
  );
}

function useHandle(
  ref: Ref<GridHandle> | undefined,
  view: SessionView,
  grid: RefObject<HTMLElement | null>,
  surface: RefObject<Surface | null>,
): void {
  useImperativeHandle(
    ref,
    () => ({
      scrollTo: (place) => {
        const wanted = shownPlace(view, place);
        if (wanted !== null) surface.current?.reveal(wanted);
      },
      focus: () => grid.current?.focus({ preventScroll: true }),
    }),
    [view, grid, surface],
  );
}

interface Props {
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 };

/**
 * The divider between names and cells. It is moved by dragging or by the arrow keys; a double click restores the
 * default width.
 */
function NameEdge({ width, onWidth }: Props) {
  const grip = useRef<number | null>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(nameWidthWithin(width + step));
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = event.clientX - width;
  }

  function onPointerMove(event: PointerEvent): void {
    if (grip.current !== null) onWidth(nameWidthWithin(event.clientX - grip.current));
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the names"
      aria-valuenow={width}
      aria-valuemin={nameWidths.least}
      aria-valuemax={nameWidths.most}
      className={css['edge']}
      style={{ left: width }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        grip.current = null;
      }}
      onDoubleClick={() => onWidth(nameWidths.usual)}
    />
  );
}

/** The place that the mouse rests on, and where to show its tooltip. */
interface Tip {
  readonly place: ShownPlace;
  /** In px, relative to the grid's frame. */
  readonly left: number;
  readonly top: number;
  /** Set if there is no room to the right of the mouse, or below it. */
  readonly toLeft: boolean;
  readonly upwards: boolean;
  readonly nowMs: number;
}

interface GridTipProps {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly tip: Tip;
  readonly show: GridShow;
}

/** The tooltip: a finding in words, a name in both forms, or the counts for a TLD. */
function GridTip(props: GridTipProps) {
  const { tip } = props;
  return (
    <div
      role="tooltip"
      className={css['tip']}
      data-left={tip.toLeft}
      data-up={tip.upwards}
      style={{ left: tip.left, top: tip.top }}
    >
      <TipWords {...props} />
    </div>
  );
}

function TipWords({ model, view, show, tip: { place, nowMs } }: GridTipProps) {
  const row = view.rows[place.row] ?? 0;
  const column = view.columns[place.column] ?? 0;
  if (place.row < 0) return place.column < 0 ? 'All names' : <ColumnWords model={model} column={column} />;
  if (place.column < 0)
    return (
      <>
        <span className="mono">{nameWords(model, row)}</span>
        <span className="dim">{rowWords(model, view, row)}</span>
      </>
    );
  return cellWords(model, view, { row, column }, nowMs, show);
}

function ColumnWords({ model, column }: { readonly model: GridModel; readonly column: number }) {
  const ascii = model.matrix.tlds[column] ?? '';
  const unicode = tldWords(model, column);
  return (
    <>
      <strong>
        .{unicode}
        {ascii !== unicode && ` (.${ascii})`}
      </strong>
      <dl className={css['counts']}>
        {countWords(model.countsOfColumn(column)).map(([word, count]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="figures">{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Mouse handling of the grid: row and column highlight, selection by click and drag, headings, tooltip. */
function useGridMouse(props: GridProps, focus: ShownPlace | null, surface: RefObject<Surface | null>) {
  const { view, selected, onSelect, onOpen } = props;
  const isDragging = useRef(false);
  const { tip, restOn, hideTip } = useTip();
  const under = (event: MouseEvent): Hit => surface.current?.hitAt(event.clientX, event.clientY) ?? null;

  function select(to: ShownPlace, extends_: boolean): void {
    const place = placeShownAt(view, to);
    onSelect(extends_ && selected !== null ? { anchor: selected.anchor, focus: place } : selectionAt(place));
    surface.current?.reveal(to);
  }

  return {
    tip,
    onPointerDown: (event: PointerEvent): void => {
      hideTip();
      const hit = under(event);
      isDragging.current = event.button === 0 && hit !== null && hit.row >= 0;
      if (isDragging.current && hit !== null) select(hit, event.shiftKey);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const hit = under(event);
      surface.current?.hover(hit);
      restOn(hit, event);
      if ((event.buttons & 1) === 0) isDragging.current = false;
      if (!isDragging.current || hit === null || hit.row < 0) return;
      if (!isSameHit(hit, focus)) select(hit, true);
    },
    onPointerLeave: (): void => {
      surface.current?.hover(null);
      hideTip();
    },
    onDoubleClick: (event: MouseEvent): void => {
      const hit = under(event);
      if (hit !== null && hit.row >= 0) onOpen(placeShownAt(view, hit));
    },
    onScroll: hideTip,
  };
}

const restMs = 500;

/** Shows the tooltip after the mouse has rested on a place, and hides it when the mouse leaves. */
function useTip() {
  const [tip, setTip] = useState<Tip | null>(null);
  const rest = useRef<{ readonly hit: Hit; readonly timer: ReturnType<typeof setTimeout> } | null>(null);

  function hideTip(): void {
    clearTimeout(rest.current?.timer);
    rest.current = null;
    setTip(null);
  }

  function restOn(hit: Hit, event: PointerEvent<HTMLElement>): void {
    if (isSameHit(rest.current?.hit ?? null, hit)) return;
    hideTip();
    if (hit === null || event.buttons !== 0) return;
    const { clientX, clientY } = event;
    const frame = event.currentTarget.getBoundingClientRect();
    const show = (): void =>
      setTip({
        place: hit,
        left: clientX - frame.left,
        top: clientY - frame.top,
        toLeft: clientX - frame.left > frame.width - 320,
        upwards: clientY - frame.top > frame.height - 200,
        nowMs: Date.now(),
      });
    rest.current = { hit, timer: setTimeout(show, restMs) };
  }

  useEffect(() => () => clearTimeout(rest.current?.timer), []);
  return { tip, restOn, hideTip };
}

/** Brings the grid to where it was left; the rows may have come or gone meanwhile. */
function useArrival(
  { view, topRow: wanted = null, selected }: Pick<GridProps, 'view' | 'topRow' | 'selected'>,
  surface: RefObject<Pick<Surface, 'reveal' | 'toTop'> | null>,
): void {
  const arrive = useEffectEvent(() => {
    const top = wanted === null ? null : shownPlace(view, { row: wanted, column: null });
    const focus = selected === null ? null : shownPlace(view, selected.focus);
    if (top !== null) surface.current?.toTop(top.row);
    else if (focus !== null) surface.current?.reveal(focus);
  });
  useEffect(() => arrive(), []);
}

const topRow: ShownPlace = { row: 0, column: -1 };

/** Scrolls to the first row whenever the rows are filtered or sorted in another way; keeps the horizontal position. */
export function useFromTop(
  arrangement: string | undefined,
  surface: RefObject<Pick<Surface, 'reveal'> | null>,
): void {
  const shown = useRef(arrangement);
  useEffect(() => {
    if (shown.current === arrangement) return;
    shown.current = arrangement;
    surface.current?.reveal(topRow);
  }, [arrangement, surface]);
}
