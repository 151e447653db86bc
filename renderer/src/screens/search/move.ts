/** How far Page Up and Page Down go. */
const page = 12;

/** The row that a key moves to; -1 leads out of the list at its top; null for a key that does not move. */
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
