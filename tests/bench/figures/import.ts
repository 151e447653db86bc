import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, type Side, standing } from '../framework/figure.ts';
import { takeInProcess } from '../framework/side-process.ts';
import { benchNames, benchTlds } from '../service/bench-names.ts';
import { profiling } from './profiling.ts';

/** A file as panels export it: names with their TLDs among other columns. */
function csvOf(rows: number): string {
  const lines = benchNames(rows).map((name, index) => {
    const tld = benchTlds[index % benchTlds.length] ?? '';
    return `${index + 1},${name}.${tld},Active,"Registrar, Inc.",2027-03-${String((index % 28) + 1).padStart(2, '0')}`;
  });
  return `id,domain,status,registrar,expires\n${lines.join('\n')}\n`;
}

/** Names out of a CSV file, beside the parser alone. The portfolio, which the goal speaks of, comes later. */
export const importNames: Figure = {
  name: 'import',
  prepare(options) {
    const rows = options.isQuick ? 10_000 : 100_000;
    const path = join(options.folder, 'import.csv');
    writeFileSync(path, csvOf(rows));
    const side = (is: string, script: string, switches: readonly string[]): Side => ({
      is,
      take: () =>
        takeInProcess({
          script: new URL(`../sides/${script}`, import.meta.url),
          input: { path, rows },
          switches,
        }),
    });
    return Promise.resolve(
      standing([
        {
          name: 'import',
          unit: 'ms',
          ours: side(
            `${rows} rows of CSV read, cleaned and made into names for a session (not yet into a portfolio)`,
            'import-names.ts',
            profiling(options, 'import'),
          ),
          limit: side('csv-parse alone', 'parse-csv.ts', []),
          goals: [{ of: 'ours', bound: 'at most', first: 5_000, then: null }],
          heldEqual: 'the file; each side in a fresh process',
          warmUp: 'none',
        },
      ]),
    );
  },
};
