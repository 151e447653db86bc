import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok } from '#shared/result.ts';
import { listCell } from './list-cell.ts';
import { headRows, isEmptyRow, type Rows, type TableRow } from './table.ts';

const rowsPerTurn = 1_000;

/**
 * The rows of JSON text: a list of objects, or an object on each line. The names of members are the titles, in the order in which they
 * come; a list of texts is one cell, and what is null or an object is an empty one. Null where the text is neither.
 */
export function jsonRows(text: string): Rows | null {
  const start = text.replace(/^[\s\uFEFF]+/u, '').charAt(0);
  if (start !== '[' && start !== '{') return null;
  const objects = start === '[' ? listIn(text) : linesIn(text);
  if (objects === null) return null;
  const titles = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  // Of a list, the first object is on the second line, as this application writes it.
  const firstLine = start === '[' ? 2 : 1;
  function* rows(): Generator<TableRow, void> {
    yield { line: firstLine - 1, cells: titles };
    for (const [index, object] of objects?.entries() ?? []) {
      const members = new Map(Object.entries(object));
      const cells = titles.map((title) => textOf(members.get(title)));
      if (!isEmptyRow(cells)) yield { line: index + firstLine, cells };
    }
  }
  const head: TableRow[] = [];
  for (const row of rows()) {
    if (head.length === headRows) break;
    head.push(row);
  }
  return {
    head,
    async read(take, skipped) {
      const taken = [];
      let before = skipped;
      for (const row of rows()) {
        before -= 1;
        if (before >= 0) continue;
        taken.push(take(row));
        if (taken.length % rowsPerTurn === 0) await nextTurn();
      }
      return ok(taken);
    },
  };
}

const listIn = (text: string): readonly object[] | null => {
  const list = parsed(text.replace(/^\uFEFF/, ''));
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? list : null;
};

function linesIn(text: string): readonly object[] | null {
  const objects: object[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    if (line.trim() === '') continue;
    const object = parsed(line);
    if (!isObject(object)) return null;
    objects.push(object);
  }
  return objects;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // It may be a table all the same: that is tried next.
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? listCell(value.filter((each) => typeof each === 'string')) : '';
}
