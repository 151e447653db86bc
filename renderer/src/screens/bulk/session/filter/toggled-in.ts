/**
 * A choice among `all`, with `one` put in or taken out. None and all of them both mean that nothing is filtered: null.
 * The order is that of `all`, whatever was pressed first.
 */
export function toggledIn<T>(all: readonly T[], chosen: readonly T[] | null, one: T): readonly T[] | null {
  const before = chosen ?? [];
  const next = all.filter((each) => (each === one ? !before.includes(each) : before.includes(each)));
  return next.length === 0 || next.length === all.length ? null : next;
}
