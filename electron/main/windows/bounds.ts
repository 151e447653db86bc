/** A rectangle of the desktop, in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const smallestWindow = { width: 1024, height: 640 } as const;
const firstSize = { width: 1280, height: 800 } as const;

/** How much of the title bar must be on a screen, so that the window can be got hold of. */
const gripPx = 100;

/**
 * Where the window opens: where it was, unless that screen is gone; then at its first size, wherever the system puts it.
 *
 * @param screens The work areas of the screens that are there now.
 */
export function openingBounds(remembered: Bounds | null, screens: readonly Bounds[]): Partial<Bounds> {
  if (remembered === null) return firstSize;
  const size = {
    width: Math.max(remembered.width, smallestWindow.width),
    height: Math.max(remembered.height, smallestWindow.height),
  };
  const reachable = screens.some((screen) => canBeGripped(remembered, screen));
  return reachable ? { x: remembered.x, y: remembered.y, ...size } : size;
}

function canBeGripped(window: Bounds, screen: Bounds): boolean {
  const left = Math.max(window.x, screen.x);
  const right = Math.min(window.x + window.width, screen.x + screen.width);
  return right - left >= gripPx && window.y >= screen.y && window.y <= screen.y + screen.height - gripPx;
}
