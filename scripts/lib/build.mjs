// @ts-check
// Builds the application, and remembers of which sources: an unchanged tree is not built twice.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24 } from './dependencies.mjs';
import { checkout, inCheckout } from './paths.mjs';
import { run } from './run.mjs';
import { say, Stop } from './say.mjs';

/** Everything that goes into out/. */
const sources = [
  'electron',
  'renderer',
  'shared',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];
const stampFile = inCheckout('out', 'built-from');

/** @param {string} path @returns {string[]} The files below it in a fixed order, or itself when it is one. */
function filesUnder(path) {
  const at = statSync(inCheckout(path), { throwIfNoEntry: false });
  if (!at?.isDirectory()) return at ? [path] : [];
  return readdirSync(inCheckout(path))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @returns {string} A digest over the names and contents of all sources. */
export function sourcesDigest() {
  const digest = createHash('sha256');
  for (const file of sources.flatMap(filesUnder))
    digest
      .update(`${file}\0`)
      .update(readFileSync(inCheckout(file)))
      .update('\0');
  return digest.digest('hex');
}

const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesDigest();

/** @param {readonly string[]} [args] For electron-vite. */
export async function build(args = []) {
  say('building the application');
  rmSync(stampFile, { force: true });
  const digest = sourcesDigest();
  const script = inCheckout('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const code = await run(node24, [script, 'build', ...args], { cwd: checkout });
  if (code !== 0)
    throw new Stop('The application could not be built: what electron-vite says above is the reason.');
  writeFileSync(stampFile, digest);
}

export async function buildIfChanged() {
  if (!isBuilt()) await build();
}
