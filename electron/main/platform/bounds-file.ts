import { readFileSync, writeFileSync } from 'node:fs';

interface KeptBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Read before the window opens, and so by hand: a schema would have its whole library loaded first. */
function boundsIn(text: string): KeptBounds | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  // The fields of an unknown object, each of which is looked at below.
  const { x, y, width, height } = kept as Readonly<Partial<Record<keyof KeptBounds, unknown>>>;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return null;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Keeps where the window was in a file of its own, which may be missing, stale or spoilt at any time. */
export const createBoundsFile = (path: string) => ({
  read(): KeptBounds | null {
    try {
      return boundsIn(readFileSync(path, 'utf8'));
    } catch {
      return null; // the window opens where a first one would
    }
  },
  write(now: KeptBounds): void {
    try {
      writeFileSync(path, JSON.stringify(now), { mode: 0o600 });
    } catch {
      return; // a full disk does not keep a window from closing
    }
  },
});
