import { textLines } from '../list/text-lines.ts';
import { isBlank } from '../list/list-rows.ts';

const delimiters = ['\t', ';', ',', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

const looked = 50;

/** A first line that Excel writes and reads, as `sep=;`. */
export const sepLine = /^\uFEFF?sep=([\t;,|])\r?\n/i;

/**
 * What parts the fields of a table: the character that stands most evenly in its first lines, outside quotes. Null where
 * none stands in most of them.
 */
export function delimiterOf(text: string): Delimiter | null {
  const told = sepLine.exec(text)?.[1];
  if (told !== undefined) return delimiters.find((delimiter) => delimiter === told) ?? null;
  const lines = firstLines(text);
  let best: Delimiter | null = null;
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const score = evenness(lines, delimiter);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function firstLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const { text: line } of textLines(text.slice(0, 64 * 1_024))) {
    if (!isBlank(line)) lines.push(line);
    if (lines.length === looked) break;
  }
  return lines;
}

/** The share of lines that have the usual number of it, and a little for more of it: 0 where it is not usual. */
function evenness(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => withoutQuoted(line).split(delimiter).length - 1);
  const usual = mostFrequent(counts.filter((count) => count > 0));
  if (usual === null) return 0;
  const share = counts.filter((count) => count === usual).length / counts.length;
  return share < 0.5 ? 0 : share + Math.min(usual, 50) / 1_000;
}

const withoutQuoted = (line: string): string => line.replace(/"(?:[^"]|"")*"/g, '');

function mostFrequent(counts: readonly number[]): number | null {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
