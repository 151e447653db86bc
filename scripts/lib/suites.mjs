// @ts-check
// The suites of `npm test`, in the order in which they start.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter } from 'node:path';
import { node24 } from './dependencies.mjs';
import { withoutNodeModules } from './npm.mjs';
import { checkout, inCheckout } from './paths.mjs';
import { gateCount, judged, playwrightCount, readReport, vitestCount } from './reports.mjs';
import { Stop } from './say.mjs';

/**
 * @typedef {import('./reports.mjs').Outcome} Outcome
 * @typedef {(text: string) => void} Write
 * @typedef {(args: readonly string[], write: Write) => Promise<Outcome>} Suite Runs with the arguments typed behind its name.
 */

/** @type {Write} */
export const toStdout = (text) => void process.stdout.write(text);

const reportsFolder = inCheckout('test-results', 'reports');
/** @param {string} name */
const reportFile = (name) => inCheckout('test-results', 'reports', `${name}.json`);
const binFolder = inCheckout('node_modules', '.bin');

/**
 * Runs a script by Node 24.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Write} [write] Gets its output as it comes.
 * @returns {Promise<number>} Its exit code.
 */
export function runScript(script, args, write = toStdout) {
  const env = { ...process.env, PATH: `${binFolder}${delimiter}${withoutNodeModules(process.env['PATH'])}` };
  const child = spawn(node24, [inCheckout(script), ...args], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
  return new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 128));
  });
}

/** @param {string} script @param {...string} fixed @returns {Suite} */
const gate =
  (script, ...fixed) =>
  async (args, write) =>
    gateCount(await runScript(script, [...fixed, ...args], write));

/** @param {string} project @returns {Suite} */
const vitest = (project) => async (args, write) => {
  const file = freshReport(project);
  const fixed = [
    'run',
    '--project',
    project,
    '--reporter',
    'default',
    '--reporter',
    'json',
    '--outputFile',
    file,
    '--reporter',
    inCheckout('tests', 'requirements', 'vitest-reporter.ts'),
  ];
  const exitCode = await runScript('node_modules/vitest/vitest.mjs', [...fixed, ...args], write);
  const report = /** @type {import('./reports.mjs').VitestReport | undefined} */ (readReport(file));
  const outside = /** @type {import('./reports.mjs').OutsideTests | undefined} */ (
    readReport(reportFile(`${project}-outside`))
  );
  return judged(report && vitestCount(report, outside), exitCode);
};

/**
 * @param {string} name Of the folder in tests/, and of the report.
 * @param {...string} unlessTold Arguments where none are typed.
 * @returns {Suite}
 */
const playwright =
  (name, ...unlessTold) =>
  async (args, write) => {
    const file = freshReport(name);
    const fixed = ['test', '--config', `tests/${name}/playwright.config.ts`];
    const typed = args.length > 0 ? args : unlessTold;
    const exitCode = await runScript('node_modules/@playwright/test/cli.js', [...fixed, ...typed], write);
    const report = /** @type {import('./reports.mjs').PlaywrightReport | undefined} */ (readReport(file));
    return judged(report && playwrightCount(report), exitCode);
  };

/** @param {string} name An old report must not speak for a run that left none. */
function freshReport(name) {
  mkdirSync(reportsFolder, { recursive: true });
  for (const old of [name, `${name}-proofs`, `${name}-outside`]) rmSync(reportFile(old), { force: true });
  return reportFile(name);
}

/**
 * Two at a time: what needs a processor, and the end-to-end tests beside them, which mostly wait for windows and clocks. What asks a keyring without a second try, or measures time, runs alone.
 *
 * @type {ReadonlySet<string>}
 */
export const besideOthers = new Set(['e2e', 'types', 'lint', 'format', 'unit', 'walls', 'faults']);

/** What runs where it is named, and not by `npm test`. */
const namedOnly = new Set(['screenshots', 'installed']);

/** @type {Readonly<Record<string, Suite>>} */
export const suites = {
  build: gate('scripts/build.mjs'),
  e2e: playwright('e2e'),
  types: gate('scripts/types.mjs'),
  lint: gate('scripts/lint.mjs'),
  unit: vitest('unit'),
  format: gate(
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    '--cache',
    '--cache-strategy',
    'content',
    '.',
  ),
  walls: vitest('walls'),
  integration: vitest('integration'),
  faults: vitest('faults'),
  // The twin runs what e2e has just run: `npm run test:packaged` does both.
  packaged: playwright('packaged', '--project=release'),
  // The pictures of the documents and of every screen: `npm run screenshots`.
  screenshots: playwright('screenshots'),
  // Packages in bare systems: `npm run test:installed`, as root.
  installed: vitest('installed'),
  // Reads what the others left.
  requirements: gate('tests/requirements/say-requirements.ts'),
};

// What was typed behind the command: suites by name, then arguments for the one suite that was named.

/**
 * @param {readonly string[]} typed
 * @param {readonly string[]} known Every suite, in order.
 * @returns {{ names: readonly string[], args: readonly string[] }} No name typed is every suite of `npm test`.
 */
export function chosenSuites(typed, known) {
  const firstOther = typed.findIndex((word) => !known.includes(word));
  const names = firstOther === -1 ? typed : typed.slice(0, firstOther);
  const args = firstOther === -1 ? [] : typed.slice(firstOther);
  if (args.length > 0 && names.length !== 1)
    throw new Stop(
      `${args[0]} is not a suite (${known.join(', ')}), and only one suite by itself can take arguments.`,
    );
  return { names: names.length > 0 ? names : known.filter((name) => !namedOnly.has(name)), args };
}
