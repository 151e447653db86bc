import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '#shared/result.ts';

export interface PracticeArguments {
  readonly port: number;
  readonly seed: number;
  readonly isKeyOnStdin: boolean;
  readonly isHelpAsked: boolean;
}

const maxPort = 65_535;
const maxSeed = 4_294_967_295;

/** Reads the arguments of `namedesk practice`. Fails with a sentence for the user. */
export function readPracticeArguments(args: readonly string[]): Result<PracticeArguments, string> {
  const parsed = parsedOptions(args);
  if (!parsed.ok) return parsed;
  const {
    port = '0',
    seed = '1',
    'key-stdin': isKeyOnStdin = false,
    help: isHelpAsked = false,
  } = parsed.value;
  if (!isWholeUpTo(maxPort, port))
    return fail(`--port must be a number from 0 to ${maxPort}, not "${port}".`);
  if (!isWholeUpTo(maxSeed, seed))
    return fail(`--seed must be a number from 0 to ${maxSeed}, not "${seed}".`);
  return ok({ port: Number(port), seed: Number(seed), isKeyOnStdin, isHelpAsked });
}

interface Options {
  readonly port?: string;
  readonly seed?: string;
  readonly 'key-stdin'?: boolean;
  readonly help?: boolean;
}

function parsedOptions(args: readonly string[]): Result<Options, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        'key-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return ok(values);
  } catch (error) {
    if (error instanceof TypeError) return fail(error.message);
    throw error;
  }
}

const isWholeUpTo = (max: number, text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= max;
