import { inEnglish } from '#shared/domain/counting.ts';
import { headRows, isDomainLike, isEmptyRow, listCell, type Rows, rowsOf, type TableRow } from './table.ts';

/** JSON as a table. */
export interface JsonTable {
  readonly rows: Rows;
  /** Whether the first row holds the names of members. */
  readonly hasTitles: boolean;
  /** What of the JSON was left out: sentences without their full stops. */
  readonly notes: readonly string[];
}

interface JsonProblem {
  /** Why there is no table in it, to follow its name: `holds no list`. */
  readonly problem: string;
}

/**
 * The rows of JSON text: the one list with domains in it, wherever it stands in an object, or an object on each line. The names of
 * members are the titles, in the order in which they come; a list of texts is one cell, and what is null or an object is an empty
 * one. Texts in the list stand in the column of the domains; lists in it are rows by themselves. Null where the text is no JSON: it
 * may be another table all the same.
 */
export function jsonTable(text: string): JsonTable | JsonProblem | null {
  const json = text.replace(/^[\s\uFEFF]+/u, '');
  if (!/^[[{]/.test(json)) return null;
  const whole = parsed(json);
  if (whole !== undefined) return tableIn(whole);
  const lines = linesIn(json);
  if (lines !== null) return lines;
  return /^[[{]\s*["[{]/.test(json)
    ? { problem: 'begins like JSON, but ends too early or is damaged. Save it again' }
    : null;
}

/** What stands in a list, with its line or its place. */
interface Entry {
  readonly line: number;
  readonly value: unknown;
}

/** Of a list the first entry counts as the second line, as this application writes it. */
const entriesOf = (list: readonly unknown[]): readonly Entry[] =>
  list.map((value, index) => ({ line: index + 2, value }));

interface FoundList {
  readonly path: string;
  readonly list: readonly unknown[];
}

function tableIn(whole: unknown): JsonTable | JsonProblem {
  if (isObject(whole) && isDomainEntry(whole)) return tableOf([{ line: 1, value: whole }], []);
  const byName = namedEntries(whole);
  const lists = byName === null ? listsIn(whole, '', 0) : [{ path: '', list: byName }];
  const filled = lists.filter(({ list }) => list.some((value) => isText(value) || isHolder(value)));
  const ranked = [isObject, isText, Array.isArray].map((isKind) =>
    filled.filter(
      ({ list }) => list.filter((value) => isKind(value) && holdsDomain(value)).length * 2 >= list.length,
    ),
  );
  const withDomains = ranked.find((some) => some.length > 0) ?? filled;
  const [found, ...more] = withDomains;
  if (found === undefined) return { problem: 'is JSON without a list in it' };
  if (more.length > 0) {
    const paths = withDomains.map(({ path }) => `“${path}”`).join(', ');
    return {
      problem: `has several lists that could be meant (${paths}). Save the right one as a file of its own`,
    };
  }
  const others = filled.filter((each) => each !== found);
  const notes = others.map(
    ({ path, list }) => `The list “${path}” was not read (${entryCount(list.length)})`,
  );
  return tableOf(entriesOf(found.list), notes);
}

const deepest = 5;

/** The lists in a value, but not those in the entries of a list. */
function listsIn(value: unknown, path: string, depth: number): readonly FoundList[] {
  if (Array.isArray(value)) return [{ path, list: value }];
  if (!isObject(value) || depth > deepest) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listsIn(member, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}

/** The members of an object whose names are domains, as entries of a list with their names in them. */
function namedEntries(value: unknown): readonly unknown[] | null {
  if (!isObject(value)) return null;
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([name]) => isDomainLike(name))) return null;
  return members.map(([domain, member]) => (isObject(member) ? { domain, ...member } : { domain }));
}

/** An object on each line; lines that are none are noted. Null where most are none. */
function linesIn(text: string): JsonTable | null {
  const entries: Entry[] = [];
  const notes: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (isObject(value)) entries.push({ line: index + 1, value });
    else notes.push(`Line ${inEnglish.count(index + 1)} is no JSON object, and was skipped`);
  }
  return notes.length >= entries.length ? null : tableOf(entries, notes);
}

function tableOf(entries: readonly Entry[], notes: readonly string[]): JsonTable {
  const isLists = entries.filter(({ value }) => Array.isArray(value)).length * 2 > entries.length;
  const unwrapped = entries.map(({ line, value }) => ({ line, value: innerObject(value) }));
  const objects = unwrapped.flatMap(({ value }) => (!isLists && isObject(value) ? [value] : []));
  const column = domainMember(objects);
  const titles = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  if (!isLists && !titles.includes(column) && entries.some(({ value }) => isText(value)))
    titles.unshift(column);
  const isRow = (value: unknown): boolean =>
    isText(value) || (isLists ? Array.isArray(value) : isObject(value));
  const cellsOf = (value: unknown): readonly string[] => {
    if (isLists) return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
    const members = new Map(isObject(value) ? Object.entries(value) : [[column, value]]);
    return titles.map((title) => textOf(members.get(title)));
  };
  function* rows(): Generator<TableRow, void> {
    const [first] = entries;
    if (!isLists && first !== undefined) yield { line: first.line - 1, cells: titles };
    for (const { line, value } of unwrapped.filter((entry) => isRow(entry.value))) {
      const cells = cellsOf(value);
      if (!isEmptyRow(cells)) yield { line, cells };
    }
  }
  const left = unwrapped.filter(({ value }) => !isRow(value));
  const empty = left.filter(({ value }) => value === null).length;
  return {
    rows: rowsOf(rows),
    hasTitles: !isLists,
    notes: [
      ...notes,
      ...(empty > 0 ? [`Skipped in the list: ${entryCount(empty)} without a value (null)`] : []),
      ...(left.length > empty
        ? [`Skipped in the list: ${entryCount(left.length - empty)} of another kind`]
        : []),
    ],
  };
}

const entryCount = (count: number): string =>
  `${inEnglish.count(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** An object whose only member is an object stands for that one, such as the nodes of a graph. */
function innerObject(value: unknown): unknown {
  const members: readonly unknown[] = isObject(value) ? Object.values(value) : [];
  return members.length === 1 && isObject(members[0]) ? members[0] : value;
}

/** The member that holds domains in most of the objects. */
function domainMember(objects: readonly object[]): string {
  const counts = new Map<string, number>();
  for (const object of objects.slice(0, headRows))
    for (const [name, member] of Object.entries(object))
      if (isText(member) && isDomainLike(member)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'domain';
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A domain by its form, or an object or a list with one in it. */
function holdsDomain(value: unknown): boolean {
  if (isText(value)) return isDomainLike(value);
  const inner = innerObject(value);
  return isHolder(inner) && Object.values(inner).some((each) => isText(each) && isDomainLike(each));
}

/** Whether an object alone is what an entry of a list would be, whatever lists are in it. */
const isDomainEntry = (value: object): boolean =>
  Object.entries(value).some(
    ([name, member]) =>
      /^(?:(?:full[ _-]?)?domain(?:[ _-]?name)?|name|fqdn|host[ _-]?name|ldhName)$/i.test(name) &&
      isText(member) &&
      isDomainLike(member),
  );

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? listCell(value.filter(isText)) : '';
}
