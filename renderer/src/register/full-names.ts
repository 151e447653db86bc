import { knownTldSet, parseQuery } from '#shared/domain/domain-name.ts';
import { fail, ok, type Result } from '#shared/result.ts';

/** What was read of a list of whole names. */
export interface NamesRead {
  /** As A-labels, each once, in their order. */
  readonly domains: readonly string[];
  readonly refused: readonly { readonly line: string; readonly reason: string }[];
}

/**
 * The names of a list. Of several lines each has one name: the first of its cells that is one. A single line may have several names.
 *
 * @param knownTlds As of {@link readFullName}.
 */
export function readFullNames(text: string, knownTlds: readonly string[]): NamesRead {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return namesIn(
    lines.length === 1 ? cellsOf(lines[0] ?? '').map((cell) => [cell]) : lines.map(cellsOf),
    knownTlds,
  );
}

/**
 * The names of the rows of a file, each of which has one cell.
 *
 * @param knownTlds As of {@link readFullName}.
 */
export const readNameCells = (cells: readonly string[], knownTlds: readonly string[]): NamesRead =>
  namesIn(
    cells.map((cell) => [cell]),
    knownTlds,
  );

function namesIn(rows: readonly (readonly string[])[], knownTlds: readonly string[]): NamesRead {
  const domains = new Set<string>();
  const refused = new Map<string, string>();
  const known = knownTldSet(knownTlds);
  for (const cells of rows) {
    const read = cells.map((cell) => readWith(cell, known));
    const found = read.find((one) => one.ok);
    const [first] = read;
    if (found !== undefined) domains.add(found.value.domain);
    else if (first?.ok === false) refused.set(cells[0] ?? '', first.error);
  }
  return { domains: [...domains], refused: [...refused].map(([line, reason]) => ({ line, reason })) };
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split(/[\s,;]+/)
    .map((cell) => cell.replace(/^"|"$/g, ''))
    .filter((cell) => cell !== '');

interface FullName {
  /** As A-labels. */
  readonly domain: string;
  readonly label: string;
  readonly tld: string;
}

/**
 * A typed name with its TLD.
 *
 * @param knownTlds The account's TLDs, to find where the name ends.
 * @returns Fails with the reason, in words.
 */
export const readFullName = (text: string, knownTlds: readonly string[]): Result<FullName, string> =>
  readWith(text, knownTldSet(knownTlds));

function readWith(text: string, known: ReadonlySet<string>): Result<FullName, string> {
  const query = parseQuery(text, known);
  if (!query.ok) return fail(query.error.reason);
  const { ascii, tld } = query.value;
  return tld === null
    ? fail('The TLD is missing: type the full name, such as example.com')
    : ok({ domain: `${ascii}.${tld}`, label: ascii, tld });
}
