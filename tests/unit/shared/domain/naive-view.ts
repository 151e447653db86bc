import {
  causeOfCell,
  isShortlisted,
  kindOfCell,
  type SessionFilter,
  type SessionMatrix,
  type SessionSort,
} from '#shared/domain/session.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';

/** As the comments of `SessionFilter` and `SessionSort` read, cell by cell. */
export function naiveView(matrix: SessionMatrix, filter: SessionFilter, sort: SessionSort) {
  const { names, tlds, codes, checkedAt } = matrix;
  const columns = [...tlds.keys()].filter((column) => filter.tlds?.includes(tlds[column] ?? '') ?? true);
  const cellFits = (cell: number): boolean => {
    const code = codes[cell] ?? 0;
    const cause = causeOfCell(code);
    return [
      filter.kinds?.includes(kindOfCell(code)) ?? true,
      filter.causes === null || cause === null || filter.causes.includes(cause),
      ageFits(filter, checkedAt[cell] ?? 0),
      !filter.shortlistedOnly || isShortlisted(code),
    ].every(Boolean);
  };
  const fitting = (row: number): number =>
    columns.filter((column) => cellFits(row * tlds.length + column)).length;
  const length = (row: number): number => Array.from(toUnicode(names[row] ?? '')).length;
  const pattern = new RegExp(filter.text.replaceAll('*', '.*'), 'u');
  const nameFits = (row: number): boolean =>
    (pattern.test(names[row] ?? '') || pattern.test(toUnicode(names[row] ?? ''))) &&
    length(row) >= (filter.minLength ?? 0) &&
    length(row) <= (filter.maxLength ?? 1_000);
  const buyable = (row: number): number =>
    columns.filter((column) =>
      ['available', 'premium'].includes(kindOfCell(codes[row * tlds.length + column] ?? 0)),
    ).length;
  const orders: Readonly<Record<SessionSort['by'], (a: number, b: number) => number>> = {
    entered: (a, b) => a - b,
    name: (a, b) => toUnicode(names[a] ?? '').localeCompare(toUnicode(names[b] ?? '')),
    length: (a, b) => length(a) - length(b),
    available: (a, b) => buyable(a) - buyable(b),
    // Without prices, an order by them is the order of entry.
    register: () => 0,
    renew: () => 0,
  };
  const sign = sort.descending ? -1 : 1;
  const rows = [...names.keys()]
    .filter((row) => nameFits(row) && fitting(row) > 0)
    .sort((a, b) => sign * orders[sort.by](a, b));
  return { rows, columns, cells: rows.reduce((sum, row) => sum + fitting(row), 0) };
}

const ageFits = ({ checkedBefore, checkedAfter }: SessionFilter, at: number): boolean =>
  (checkedBefore === null || (at !== 0 && at < checkedBefore)) &&
  (checkedAfter === null || (at !== 0 && at > checkedAfter));
