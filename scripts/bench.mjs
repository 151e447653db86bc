// Measures what a user waits for, beside the limit of the same machine in the same run: `npm run bench [-- figure…]`.
// Options: --quick (small, to see that it runs), --runs N (5), --profile FOLDER (processor profiles of our side);
// of a team --desks N and --minutes N.
// Prints a table and writes bench-results.json. It never fails a build: a figure that could not be taken says why.
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { allFigures } from '../tests/bench/all-figures.ts';
import { chosenFigures } from '../tests/bench/framework/figure.ts';
import { runFigures, writeResults, tableOf } from '../tests/bench/framework/result.ts';
import { takeWindowsDown } from '../tests/bench/window/windows.ts';
import { makeRunFolder } from './lib/arrange.mjs';
import { inCheckout } from './lib/paths.mjs';
import { main, say, Stop } from './lib/say.mjs';

await main(async () => {
  const choice = chosenFigures(process.argv.slice(2), allFigures);
  if (typeof choice === 'string') throw new Stop(choice);
  const { figures, runs, isQuick, profileFolder, crowd } = choice;
  const [processor] = cpus();
  say(`${runs} runs of each side in turn${isQuick ? ', quick: the numbers mean little' : ''}`);
  say(`${cpus().length} × ${processor?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  const folder = makeRunFolder();
  try {
    const results = await runFigures(figures, { runs, isQuick, profileFolder, crowd, folder, say });
    process.stdout.write(`\n${tableOf(results)}\n`);
    const file = inCheckout('bench-results.json');
    writeResults(file, results);
    say(`wrote ${file}`);
  } finally {
    await takeWindowsDown();
    rmSync(folder, { recursive: true, force: true });
  }
});
