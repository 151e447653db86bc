// @ts-check
// `npm run test:security`: every test that carries the number of a requirement, the walls, the packaged application and the
// long runs of faults; then the table over all requirements. Takes about half an hour; `npm test` has the short ones.
// Options: --seed N for everything random, --quick leaves the long runs out.
import { parseArgs } from 'node:util';
import { countLine, oneFailed } from './lib/reports.mjs';
import { main, say, warn } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { runScript, suites, toStdout } from './lib/suites.mjs';

const numbered = String.raw`(^|\s)[A-F]\d{1,2}[\s:,]`;

/** Suites with what picks their numbered tests. @type {readonly (readonly [string, readonly string[]])[]} */
const short = [
  ['unit', ['-t', numbered]],
  ['integration', ['-t', numbered]],
  ['faults', ['-t', numbered]],
  ['walls', []],
  ['build', []],
  ['e2e', ['--grep', numbered]],
  ['packaged', ['--grep', numbered]],
];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    quick: { type: 'boolean', default: false },
  },
});

/** @param {string} name @param {readonly string[]} args */
async function suite(name, args) {
  say(`${name} …`);
  const run = /** @type {import('./lib/suites.mjs').Suite} */ (suites[name]);
  const count = await run(args, toStdout).catch((/** @type {unknown} */ error) => {
    warn(`${name} crashed: ${error instanceof Error ? error.stack : error}`);
    return oneFailed;
  });
  return { name, failed: count.failed, words: countLine(count) };
}

/** @param {string} name @param {string} script @param {readonly string[]} args */
async function long(name, script, args) {
  say(`${name} …`);
  const exitCode = await runScript(script, args);
  return { name, failed: exitCode === 0 ? 0 : 1, words: exitCode === 0 ? 'sound' : 'NOT SOUND' };
}

await main(async () => {
  await setUp('test');
  // The short suites' random tests take it by the environment (tests/support/seed.ts).
  process.env['NAMEDESK_SEED'] = values.seed;
  const done = [];
  for (const [name, args] of short) done.push(await suite(name, args));
  if (!values.quick) {
    done.push(await long('faults, long', 'tests/faults/run-faults.ts', ['--seed', values.seed]));
    done.push(await long('answers, long', 'scripts/fuzz.mjs', ['--seed', values.seed]));
  }
  const table = await long('requirements', 'tests/requirements/say-requirements.ts', []);
  for (const { name, words } of [...done, table]) process.stdout.write(`${name.padEnd(22)} ${words}\n`);
  say(`seed ${values.seed}`);
  return [...done, table].every(({ failed }) => failed === 0) ? 0 : 1;
});
