// The figures of the grid alone: node tests/bench/grid/take.ts [grid|filter] [runs]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFigures } from '../framework/result.ts';
import { filter } from './filter-figure.ts';
import { grid } from './grid-figure.ts';

const [only = '', runs = '5'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'namedesk-grid-'));
const results = await runFigures(
  [grid, filter].filter(({ name }) => name.startsWith(only)),
  {
    runs: Number(runs),
    isQuick: false,
    folder,
    profileFolder: null,
    crowd: { desks: 1, minutes: 1 },
    say: console.log,
  },
);
rmSync(folder, { recursive: true, force: true });
for (const [name, { ours, limit, ratio, unit, also, why }] of results)
  console.log(name, { ours, limit, ratio, unit, also, why });
