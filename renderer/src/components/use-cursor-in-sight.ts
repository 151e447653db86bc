import { type RefObject, useEffect } from 'react';

/** The height of a list's heading, which stays in sight over the rows; as `list.module.css` draws it, with its line. */
export const headingHeight = 28;

/** Scrolls a list by as little as brings the row under the cursor, the one at `at`, into sight; -1 is none. */
export function useCursorInSight(list: RefObject<HTMLElement | null>, at: number, rowHeight: number): void {
  useEffect(() => {
    const element = list.current;
    if (element === null || at === -1) return;
    const top = at * rowHeight;
    const bottom = headingHeight + top + rowHeight - element.clientHeight;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (bottom > element.scrollTop) element.scrollTo({ top: bottom });
  }, [list, at, rowHeight]);
}
