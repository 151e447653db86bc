// @ts-check
// What was typed behind the command: suites by name, then arguments for the one suite that was named.
import { Stop } from './say.mjs';

/**
 * @param {readonly string[]} typed
 * @param {readonly string[]} known Every suite, in order.
 * @returns {{ names: readonly string[], args: readonly string[] }} No name typed is every suite.
 */
export function chosenSuites(typed, known) {
  const firstOther = typed.findIndex((word) => !known.includes(word));
  const names = firstOther === -1 ? typed : typed.slice(0, firstOther);
  const args = firstOther === -1 ? [] : typed.slice(firstOther);
  if (args.length > 0 && names.length !== 1)
    throw new Stop(
      `${args[0]} is not a suite (${known.join(', ')}), and only one suite by itself can take arguments.`,
    );
  return { names: names.length > 0 ? names : known, args };
}
