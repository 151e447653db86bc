import { mostChangedCells } from '#shared/domain/bounds.ts';
import { findingBits, kindOfCell } from '#shared/domain/session.ts';
import type { Output } from '#shared/routes.ts';
import type { LiveSession } from './live-sessions.ts';

/** The cells of `after` that `before` has too, that were checked in both, and whose kinds differ: the first of them, in order. */
export function changedCells(before: LiveSession, after: LiveSession): Output<'sessions', 'changedSince'> {
  const width = { before: before.record.tlds.length, after: after.record.tlds.length };
  const columns = after.record.tlds.map((tld) => before.record.tlds.indexOf(tld));
  const rowBefore = rowsIn(before, after);
  const cells: number[] = [];
  let [compared, changed] = [0, 0];
  for (let row = 0; row < after.labels.count; row += 1) {
    const earlierRow = rowBefore(row);
    if (earlierRow === undefined) continue;
    columns.forEach((earlierColumn, column) => {
      if (earlierColumn < 0) return;
      const cell = row * width.after + column;
      const was = codeAt(before, earlierRow * width.before + earlierColumn);
      const is = codeAt(after, cell);
      if (was === 0 || is === 0) return;
      compared += 1;
      if (kindOfCell(was) === kindOfCell(is)) return;
      changed += 1;
      if (cells.length < mostChangedCells) cells.push(cell);
    });
  }
  return { compared, changed, cells };
}

const codeAt = ({ matrix }: LiveSession, cell: number): number => findingBits(matrix.codes[cell] ?? 0);

/** A session that was run again has the same names in the same rows. */
function rowsIn(before: LiveSession, after: LiveSession): (row: number) => number | undefined {
  if (before.names === after.names) return (row) => row;
  const rows = new Map<string, number>();
  for (let row = 0; row < before.labels.count; row += 1) rows.set(before.labels.at(row), row);
  return (row) => rows.get(after.labels.at(row));
}
