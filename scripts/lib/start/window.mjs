// @ts-check
// The application on the display that is there.
import { startApplication } from '../application.mjs';
import { untilTold } from './until-told.mjs';

/**
 * @typedef {{
 *   arrangement: import('../arrange.mjs').Arrangement,
 *   args: readonly string[],
 *   env: Record<string, string>,
 * }} Opening `env` says where to draw.
 */

/** @param {Opening} opening @returns {Promise<number>} */
export function openWindow({ arrangement, args, env }) {
  const application = startApplication(arrangement, { args, env, stderr: 'inherit' });
  application.onLine((line) => void process.stdout.write(`${line}\n`));
  return untilTold(application);
}
