// @ts-check
// The suites of `npm test`, in the order in which they run: what is quick to fail comes first.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter } from 'node:path';
import { node24 } from './dependencies.mjs';
import { checkout, inCheckout } from './paths.mjs';
import { gateCount, judged, lastLineCount, playwrightCount, readReport, vitestCount } from './reports.mjs';
import { withoutNodeModules } from './npm.mjs';

/**
 * @typedef {import('./reports.mjs').Count} Count
 * @typedef {(args: readonly string[]) => Promise<Count>} Suite Runs with the arguments typed behind its name.
 */

const reportsFolder = inCheckout('test-results', 'reports');
const binFolder = inCheckout('node_modules', '.bin');

/**
 * Runs a script by Node 24, its output shown as it comes.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<{ exitCode: number, output: string }>}
 */
export function runScript(script, args) {
  const env = { ...process.env, PATH: `${binFolder}${delimiter}${withoutNodeModules(process.env['PATH'])}` };
  const child = spawn(node24, [inCheckout(script), ...args], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ exitCode: 127, output: String(error) }));
    child.on('close', (code) => resolve({ exitCode: code ?? 128, output }));
  });
}

/** @param {string} script @param {...string} fixed @returns {Suite} */
const gate =
  (script, ...fixed) =>
  async (args) =>
    gateCount((await runScript(script, [...fixed, ...args])).exitCode);

/** @param {string} project @returns {Suite} */
const vitest = (project) => async (args) => {
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
    inCheckout('scripts', 'lib', 'requirements', 'vitest-reporter.mjs'),
  ];
  const { exitCode } = await runScript('node_modules/vitest/vitest.mjs', [...fixed, ...args]);
  const report = /** @type {import('./reports.mjs').VitestReport | undefined} */ (readReport(file));
  return judged(report && vitestCount(report), exitCode);
};

/**
 * @param {string} name Of the folder in tests/, and of the report.
 * @param {...string} unlessTold Arguments where none are typed.
 * @returns {Suite}
 */
const playwright =
  (name, ...unlessTold) =>
  async (args) => {
    const file = freshReport(name);
    const fixed = ['test', '--config', `tests/${name}/playwright.config.ts`];
    const typed = args.length > 0 ? args : unlessTold;
    const { exitCode } = await runScript('node_modules/@playwright/test/cli.js', [...fixed, ...typed]);
    const report = /** @type {import('./reports.mjs').PlaywrightReport | undefined} */ (readReport(file));
    return judged(report && playwrightCount(report), exitCode);
  };

/** @param {string} name @param {string} script @param {...string} fixed @returns {Suite} */
const counted =
  (name, script, ...fixed) =>
  async (args) => {
    freshReport(name);
    const { exitCode, output } = await runScript(script, [...fixed, ...args]);
    return judged(lastLineCount(output), exitCode);
  };

/** @param {string} name An old report must not speak for a run that left none. */
function freshReport(name) {
  mkdirSync(reportsFolder, { recursive: true });
  const file = inCheckout('test-results', 'reports', `${name}.json`);
  for (const old of [file, inCheckout('test-results', 'reports', `${name}-proofs.json`)])
    rmSync(old, { force: true });
  return file;
}

/** @type {Readonly<Record<string, Suite>>} */
export const suites = {
  types: gate('scripts/types.mjs'),
  'types-newest-electron': gate('scripts/types.mjs', '--newest-electron'),
  lint: gate('node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0', '--concurrency', '2'),
  format: gate('node_modules/prettier/bin/prettier.cjs', '--check', '.'),
  unit: vitest('unit'),
  integration: vitest('integration'),
  faults: vitest('faults'),
  walls: counted('walls', 'scripts/break-walls.mjs'),
  build: gate('scripts/build.mjs'),
  e2e: playwright('e2e'),
  // The twin runs what e2e has just run: `npm run test:packaged` does both.
  packaged: playwright('packaged', '--project=release'),
  // Reads what the others left.
  requirements: gate('scripts/requirements.mjs'),
};
