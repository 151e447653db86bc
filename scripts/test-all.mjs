// @ts-check
// `npm test [-- suite…]`: every suite, one after the other, then one line over all of them.
import { chosenSuites } from './lib/chosen-suites.mjs';
import { countLine, oneFailed, sum } from './lib/reports.mjs';
import { main, say, warn } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { suites } from './lib/suites.mjs';

/** Suites that talk to a real keyring or open windows on a display of their own. */
const needDesktop = new Set(['integration', 'e2e', 'packaged']);

/** @param {string} name @param {readonly string[]} args */
async function timed(name, args) {
  const startedAt = performance.now();
  say(`${name} …`);
  const count = await /** @type {import('./lib/suites.mjs').Suite} */ (suites[name])(args).catch(
    (/** @type {unknown} */ error) => {
      warn(`${name} crashed: ${error instanceof Error ? error.stack : error}`);
      return oneFailed;
    },
  );
  return { name, count, seconds: (performance.now() - startedAt) / 1_000 };
}

await main(async () => {
  const { names, args } = chosenSuites(process.argv.slice(2), Object.keys(suites));
  await setUp(names.some((name) => needDesktop.has(name)) ? 'test' : 'start');
  const done = [];
  for (const name of names) done.push(await timed(name, args));
  process.stdout.write('\n');
  for (const { name, count, seconds } of done)
    process.stdout.write(`${name.padEnd(22)} ${seconds.toFixed(1).padStart(7)} s   ${countLine(count)}\n`);
  const all = sum(done.map(({ count }) => count));
  process.stdout.write(`\n${countLine(all)}\n`);
  return all.failed === 0 ? 0 : 1;
});
