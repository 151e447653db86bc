import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import css from './findings-grid.module.css';
import { nameWidths, nameWidthWithin } from './sizes.ts';

interface Props {
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 };

/** The edge between names and cells: dragged, or moved by the arrow keys; a double click gives the usual width back. */
export function NameEdge({ width, onWidth }: Props) {
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
