import { type RefObject, useLayoutEffect, useState } from 'react';

/** The visible rows, and a few beyond them. */
interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Rows drawn beyond each edge, so that quick scrolling shows no gap. */
const spare = 8;

export const windowOf = (top: number, height: number, rowHeight: number, count: number): RowWindow => ({
  first: Math.max(0, Math.floor(top / rowHeight) - spare),
  end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare),
});

/** Tracks which of `count` rows of equal height are visible, so that only those are drawn. */
export function useWindow(list: RefObject<HTMLElement | null>, rowHeight: number, count: number): RowWindow {
  const [place, setPlace] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const read = () => setPlace({ top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(read);
    watch.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [list]);
  return windowOf(place.top, place.height, rowHeight, count);
}

/** The number of rows for Page Up and Page Down. */
const page = 12;

/** The row that a key moves to; -1 leaves the list at its top; null for a key that does not move. */
export function moveFor(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    default:
      return null;
  }
}
