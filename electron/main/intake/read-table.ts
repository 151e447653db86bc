import { ok, type Result } from '#shared/result.ts';
import type { ReadingChoices } from './nouns.ts';
import type { Refusal } from './refuse.ts';
import type { NameRow } from './row.ts';
import { type Layout, layoutOf } from './table/choose-column.ts';
import type { ColumnCell, Table } from './table/table-row.ts';

export interface TableNames {
  readonly layout: Layout;
  readonly rows: Iterable<NameRow>;
}

/** The names of one column of a table. Fails with: `invalid-input` (`column`, `file`, `text`). */
export function readTable(
  table: Table,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<TableNames, Refusal> {
  const layout = layoutOf(table, knownTlds, choices);
  if (!layout.ok) return layout;
  const cells = table.column(layout.value.column);
  if (!cells.ok) return cells;
  return ok({ layout: layout.value, rows: rowsOf(cells.value, layout.value.hasHeader) });
}

function* rowsOf(cells: readonly ColumnCell[], hasHeader: boolean): Generator<NameRow> {
  for (const { line, text } of hasHeader ? cells.slice(1) : cells)
    yield { line, text: text ?? '', note: null };
}
