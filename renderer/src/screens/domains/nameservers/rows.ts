import { mostNameservers } from '#shared/domain/change.ts';
import { readHost } from './host-text.ts';

/** Assumed: two are required (field notes). How many can be sent is an option of the account. */
export const fewestRows = 2;

/** The rows of the editor: what was typed, or else what is there; as many as are needed at least. */
export function rowsOf(typed: readonly string[] | null, present: readonly string[]): readonly string[] {
  const rows = typed ?? present;
  return rows.length >= fewestRows ? rows : [...rows, ...Array<string>(fewestRows - rows.length).fill('')];
}

/** A row at another place; the rest in its order. */
export function moved(rows: readonly string[], from: number, to: number): readonly string[] {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  const rest = rows.filter((_, index) => index !== from);
  return [...rest.slice(0, to), row, ...rest.slice(to)];
}

/** The hosts of a pasted list; of `ns1.example.com 192.0.2.1` the host. */
export const listed = (text: string): readonly string[] =>
  text.split(/[\s,;]+/u).filter((part) => part !== '' && !isAddress(part));

const isAddress = (text: string): boolean =>
  /^[\d.]+$/.test(text) || /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(text);

/** A list put in from a row on; what stood there goes. Rows that are too many are left out. */
export const filled = (
  rows: readonly string[],
  from: number,
  hosts: readonly string[],
  most: number,
): readonly string[] => [...rows.slice(0, from), ...hosts, ...rows.slice(from + hosts.length)].slice(0, most);

/** Why a row cannot be sent; null where it can, or is empty and not needed. */
export function problemOf(rows: readonly string[], index: number): string | null {
  const text = rows[index] ?? '';
  if (text.trim() === '') return hostsOf(rows).length < fewestRows ? 'Two nameservers are needed' : null;
  const read = readHost(text);
  if (!read.ok) return read.error;
  const isRepeated = rows.slice(0, index).some((other) => {
    const before = readHost(other);
    return before.ok && before.value === read.value;
  });
  return isRepeated ? 'This one is in the list already' : null;
}

/** What would be sent: the hosts in their order, as A-labels; a row that is no host is left out. */
export const hostsOf = (rows: readonly string[]): readonly string[] =>
  rows.flatMap((text) => {
    const read = readHost(text);
    return read.ok ? [read.value] : [];
  });

export const isSendable = (rows: readonly string[]): boolean =>
  rows.every((_, index) => problemOf(rows, index) === null);

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((host, index) => host === b[index]);

/** A draft's rows; null where it holds something else. */
export const readRows = (body: unknown): readonly string[] | null =>
  Array.isArray(body) && body.length <= mostNameservers && body.every((row) => typeof row === 'string')
    ? body
    : null;
