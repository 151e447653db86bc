import { fail, ok, type Result } from '#shared/result.ts';
import { readNumber, readOptions } from '../options.ts';

export interface PracticeArguments {
  readonly port: number;
  readonly seed: number;
  readonly isKeyOnStdin: boolean;
}

const ports = { least: 0, most: 65_535, isWhole: true };
const seeds = { least: 0, most: 4_294_967_295, isWhole: true };

/** Reads the arguments of `namedesk practice`; null where help is asked for. Fails with a sentence for the user. */
export function readPracticeArguments(args: readonly string[]): Result<PracticeArguments | null, string> {
  const given = readOptions(args, {
    port: { type: 'string' },
    seed: { type: 'string' },
    'key-stdin': { type: 'boolean' },
  });
  if (!given.ok) return given;
  if (given.value === null) return ok(null);
  const { values, words } = given.value;
  if (words[0] !== undefined) return fail(`"${words[0]}" is a word too many.`);
  const port = readNumber('port', values.port ?? '0', ports);
  if (!port.ok) return port;
  const seed = readNumber('seed', values.seed ?? '1', seeds);
  if (!seed.ok) return seed;
  return ok({ port: port.value, seed: seed.value, isKeyOnStdin: values['key-stdin'] === true });
}
