// @ts-check
// `npm run lint [-- file…]`: eslint.config.js says what holds where. The rules that need types, and React's, are nine tenths of
// ESLint's time: oxlint holds those by the native compiler, and ESLint the rest, side by side. Where oxlint does not run,
// ESLint holds all of them.
import { ESLint } from 'eslint';
import config from '../eslint.config.js';
import { isOxlints } from '../oxlint.config.js';
import { canRunOxlint, oxlintCommand } from './lib/oxlint.mjs';
import { checkout } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main, warn } from './lib/say.mjs';

/** Our configuration without what oxlint holds. Comments that let one of its rules off are of no use to ESLint then. */
const withoutOxlints = [
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { project: false } },
    linterOptions: { reportUnusedDisableDirectives: false },
    rules: Object.fromEntries(
      config
        .flatMap(({ rules = {} }) => Object.keys(rules))
        .filter(isOxlints)
        .map((rule) => [rule, /** @type {const} */ ('off')]),
    ),
  },
];

/** @param {readonly string[]} files @param {boolean} isHelped */
async function lint(files, isHelped) {
  const eslint = new ESLint({
    cwd: checkout,
    overrideConfig: isHelped ? withoutOxlints : [],
    // What is left of the rules beside oxlint looks at one file at a time: what was clean and is unchanged stays clean.
    cache: isHelped,
    cacheStrategy: 'content',
    cacheLocation: 'node_modules/.cache/eslint/',
  });
  const results = await eslint.lintFiles([...files]);
  const formatter = await eslint.loadFormatter('stylish');
  process.stdout.write(await formatter.format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0) ? 0 : 1;
}

await main(async () => {
  const typed = process.argv.slice(2);
  const files = typed.length > 0 ? typed : ['.'];
  const isHelped = canRunOxlint();
  const [command, ...args] = oxlintCommand;
  if (!isHelped) warn('oxlint does not run here: ESLint holds all rules, which takes minutes');
  const codes = await Promise.all([
    isHelped ? run(command, [...args, ...files], { cwd: checkout }) : 0,
    lint(files, isHelped),
  ]);
  return Math.max(...codes);
});
