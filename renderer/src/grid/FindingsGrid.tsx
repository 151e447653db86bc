import { type Ref, type RefObject, useId, useImperativeHandle, useMemo, useRef } from 'react';
import type { SessionView } from '#shared/domain/session-view.ts';
import css from './findings-grid.module.css';
import { GridTip } from './GridTip.tsx';
import type { GridHandle, GridProps } from './grid-props.ts';
import { NameEdge } from './NameEdge.tsx';
import { shownPlace, shownRange } from './selection.ts';
import { SpokenLayer } from './SpokenLayer.tsx';
import type { Surface } from './surface.ts';
import { useFromTop } from './use-from-top.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridMouse } from './use-grid-mouse.ts';
import { useSurface } from './use-surface.ts';

/**
 * A session's findings: names down, TLDs across, one mark for each. What one sees is a canvas that draws what is in sight;
 * over it lies what screen readers, the focus and forced colours need, and no more.
 */
export function FindingsGrid({ ref, ...props }: GridProps & { readonly ref?: Ref<GridHandle> }) {
  const { model, view, density, nameWidth, selected } = props;
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
    { model, view, density, nameWidth, range },
    focus,
  );
  const keys = useGridKeys(props, focus, surface);
  const { tip, ...mouse } = useGridMouse(props, focus, surface);

  useFromTop(props.arrangement, surface);
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
            <canvas ref={canvas} className={css['canvas']} aria-hidden />
            <span ref={probe} className={css['probe']} aria-hidden />
            <SpokenLayer
              focusId={`${id}-focus`}
              focusRef={ring}
              {...{ model, view, shown, focus, range, nameWidth }}
              sort={props.sort ?? null}
            />
          </div>
        </div>
      </div>
      <NameEdge width={nameWidth} onWidth={props.onNameWidth} />
      {tip !== null && <GridTip model={model} view={view} tip={tip} />}
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
