import { ok, type Result } from '#shared/result.ts';
import type { DraftReport, ReadingChoices } from '../nouns.ts';
import { refuse, type Refusal } from '../refuse.ts';
import { cut, grouped } from '../words.ts';
import { isFigure, isNameTitle, looksLikeHeader } from './header.ts';
import { type Likeness, likenessOf } from './name-likeness.ts';
import type { Table, TableRow } from './table-row.ts';

/** Where in a table the names are. */
export interface Layout {
  readonly columns: DraftReport['columns'];
  readonly column: number;
  readonly hasHeader: boolean;
}

const mostColumns = 1_000;

/**
 * Finds the header and the column with the names by what they hold; what the user chose is taken as chosen.
 *
 * Fails with: `invalid-input` (`column`) where the chosen column is not there.
 */
export function layoutOf(
  { head }: Table,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<Layout, Refusal> {
  const width = Math.min(mostColumns, Math.max(1, ...head.map(({ cells }) => cells.length)));
  const hasHeader = choices.hasHeader ?? isHeader(head, width, knownTlds);
  const titles = hasHeader ? (head[0]?.cells ?? []) : [];
  const rows = hasHeader ? head.slice(1) : head;
  const likenesses = columnsOf(rows, width).map((cells) => likenessOf(cells, knownTlds));
  const column = choices.column ?? likeliest(likenesses, titles);
  if (column >= width) {
    return refuse(
      'column',
      `There is no column ${grouped(column + 1)}: this table has ${grouped(width)}. Choose one of these.`,
    );
  }
  const columns = columnsOf(rows, width).map((cells, index) => ({
    title: cut((titles[index] ?? '').trim(), 200),
    samples: samplesOf(cells),
    names: likenesses[index]?.names ?? 0,
  }));
  return ok({ columns, column, hasHeader });
}

const columnsOf = (rows: readonly TableRow[], width: number): readonly (readonly string[])[] =>
  Array.from({ length: width }, (_, index) => rows.map(({ cells }) => cells[index] ?? ''));

const samplesOf = (cells: readonly string[]): string[] =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 5)
    .map((cell) => cut(cell, 200));

/** A title that says so outweighs a column of plain words, but not one of full domain names. */
const titleBonus = 1;

function likeliest(likenesses: readonly Likeness[], titles: readonly string[]): number {
  const scores = likenesses.map(
    ({ score }, index) => score + (isNameTitle(titles[index] ?? '') ? titleBonus : 0),
  );
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Titles are known words; or the first row alone is of another kind in a column where nearly all others are alike. */
function isHeader(head: readonly TableRow[], width: number, knownTlds: ReadonlySet<string>): boolean {
  const [first, ...others] = head;
  if (first === undefined || first.cells.some((cell) => likenessOf([cell], knownTlds).withTld > 0))
    return false;
  if (looksLikeHeader(first.cells)) return true;
  if (others.length === 0) return false;
  return columnsOf(others, width).some((cells, index) => {
    const title = (first.cells[index] ?? '').trim();
    if (title === '') return false;
    const withTld = likenessOf(cells, knownTlds).withTld;
    return withTld >= cells.length * 0.8 || (!isFigure(title) && mostlyFigures(cells));
  });
}

/** One or two rows of figures could be names that happen to be numbers. */
const fewestFigures = 3;

const mostlyFigures = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length >= fewestFigures && filled.filter(isFigure).length >= filled.length * 0.9;
};
