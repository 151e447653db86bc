// @ts-check
// How the scripts talk: plain lines, and a stop that says why without a stack.

/** @param {string} line */
export const say = (line) => void process.stdout.write(`namedesk: ${line}\n`);

/** @param {string} line */
export const warn = (line) => void process.stderr.write(`namedesk: ${line}\n`);

/** A reason to stop that the reader can do something about. Anything else that is thrown is a bug of ours. */
export class Stop extends Error {}

/**
 * Runs a script's body: a `Stop` ends it with its words and exit code 1, a bug with its stack.
 *
 * @param {() => Promise<number | void>} body Gives the exit code; none is 0.
 */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    warn(error.message);
    process.exitCode = 1;
  }
}
