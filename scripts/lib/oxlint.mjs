// @ts-check
import { inCheckout } from './paths.mjs';
import { read } from './run.mjs';

/** The command, from the folder that its configuration lies in. */
export const oxlintCommand = /** @type {const} */ ([
  process.execPath,
  inCheckout('node_modules', 'oxlint', 'bin', 'oxlint'),
  '-c',
  'oxlint.config.js',
]);

/** There is no program of it for every system. */
export const canRunOxlint = () => {
  const [command, script] = oxlintCommand;
  return read(command, [script, '--version']).code === 0;
};
