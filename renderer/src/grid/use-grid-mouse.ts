import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Tip } from './GridTip.tsx';
import type { GridProps } from './grid-props.ts';
import { type Hit, isSameHit } from './layout.ts';
import { placeShownAt, selectionAt, type ShownPlace } from './selection.ts';
import type { Surface } from './surface.ts';

interface Mouse {
  readonly tip: Tip | null;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
  readonly onScroll: () => void;
}

/** The grid by mouse: the cross under it, selecting by click and by dragging, headings, and what it rests on explained. */
export function useGridMouse(
  props: GridProps,
  focus: ShownPlace | null,
  surface: RefObject<Surface | null>,
): Mouse {
  const { view, selected, onSelect, onOpen, onHeading } = props;
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
    onPointerDown(event) {
      hideTip();
      const hit = under(event);
      isDragging.current = event.button === 0 && hit !== null && hit.row >= 0;
      if (isDragging.current && hit !== null) select(hit, event.shiftKey);
    },
    onPointerMove(event) {
      const hit = under(event);
      surface.current?.hover(hit);
      restOn(hit, event);
      if ((event.buttons & 1) === 0) isDragging.current = false;
      if (!isDragging.current || hit === null || hit.row < 0) return;
      if (!isSameHit(hit, focus)) select(hit, true);
    },
    onPointerLeave() {
      surface.current?.hover(null);
      hideTip();
    },
    onClick(event) {
      const hit = under(event);
      if (hit?.row === -1) onHeading?.(hit.column < 0 ? null : (view.columns[hit.column] ?? null));
    },
    onDoubleClick(event) {
      const hit = under(event);
      if (hit !== null && hit.row >= 0) onOpen(placeShownAt(view, hit));
    },
    onScroll: hideTip,
  };
}

const restMs = 500;

/** The tip comes when the mouse has rested on a place, and goes when it leaves it. */
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
