import { readFile } from 'node:fs/promises';

/** As `log/rotating-file.ts` keeps them. */
export interface LogFiles {
  readonly path: string;
  readonly keep: number;
}

/** A line and how many older ones are kept. */
export interface NumberedLine {
  readonly index: number;
  readonly text: string;
}

/** How many lines each file has, the newest file first. */
export async function countLines(files: LogFiles): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const file of newestFirst(files)) counts.push((await linesOf(file)).length);
  return counts;
}

/**
 * Gives the log's lines file by file, each file's newest first, beginning with the newest file; one file is in memory at a
 * time. What was written after the counting is left out.
 */
export async function* linesOfEach(
  files: LogFiles,
  counts: readonly number[],
): AsyncGenerator<readonly NumberedLine[]> {
  let older = counts.reduce((sum, count) => sum + count, 0);
  for (const [age, file] of newestFirst(files).entries()) {
    const count = counts[age] ?? 0;
    older -= count;
    const lines = (await linesOf(file)).slice(0, count);
    const first = older;
    yield lines.map((text, at) => ({ index: first + at, text })).reverse();
  }
}

const newestFirst = ({ path, keep }: LogFiles): readonly string[] => [
  path,
  ...Array.from({ length: keep }, (_, age) => `${path}.${age + 1}`),
];

/** None where the file is not there, or was rotated away meanwhile. */
async function linesOf(file: string): Promise<readonly string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
