import { fail, ok, type Result } from '#shared/result.ts';
import type { OptionValues } from './options.ts';
import { readNumber } from './options.ts';
import { readTarget, type Target, targetHelp, targetOptions } from './target.ts';

/** How a session is to be run: the same for a new one and for one that goes on. */
export interface RunAsked {
  readonly target: Target;
  /** Null: as the account has it. */
  readonly concurrency: number | null;
  /** Null: as the account has it; 0: no ceiling. */
  readonly rate: number | null;
  readonly isKeyGiven: boolean;
  /** Whether a network that is gone ends the run, instead of being waited for. */
  readonly isImpatient: boolean;
}

export const runOptions = {
  ...targetOptions,
  concurrency: { type: 'string' },
  rate: { type: 'string' },
  'key-stdin-once': { type: 'boolean' },
  'no-wait': { type: 'boolean' },
} as const;

export const runHelp = `${targetHelp}
  --concurrency N   at most N requests at once, 1 to 64; left out: as the account has it
  --rate R          at most R requests a second, 0 for no ceiling; left out: as the account has it
  --key-stdin-once  reads the API key from the first line of the standard input, for this run alone
  --no-wait         pauses when the service cannot be reached, with exit code 1, instead of waiting until it can.
                    A service that answers with errors alone is waited for a minute, and then left in the same way`;

const concurrencies = { least: 1, most: 64, isWhole: true };
const rates = { least: 0, most: 1_000, isWhole: false };

/** Fails with a sentence. */
export function readRun(values: OptionValues<typeof runOptions>): Result<RunAsked, string> {
  const target = readTarget(values.out, values.format);
  if (!target.ok) return target;
  const concurrency = numberIn('concurrency', values.concurrency, concurrencies);
  if (!concurrency.ok) return concurrency;
  const rate = numberIn('rate', values.rate, rates);
  if (!rate.ok) return rate;
  return ok({
    target: target.value,
    concurrency: concurrency.value,
    rate: rate.value,
    isKeyGiven: values['key-stdin-once'] === true,
    isImpatient: values['no-wait'] === true,
  });
}

function numberIn(
  name: string,
  text: string | undefined,
  range: Parameters<typeof readNumber>[2],
): Result<number | null, string> {
  if (text === undefined) return ok(null);
  const number = readNumber(name, text, range);
  return number.ok ? number : fail(number.error);
}

/** The arguments that say the same again, for going on with a session later or elsewhere. */
export function argsOf({ target, concurrency, rate, isKeyGiven, isImpatient }: RunAsked): readonly string[] {
  const args: string[] = [];
  if (target.path !== null)
    args.push(...(target.path.startsWith('-') ? [`--out=${target.path}`] : ['--out', target.path]));
  if (
    target.path === null ? target.format !== 'csv' : !target.path.toLowerCase().endsWith(`.${target.format}`)
  )
    args.push('--format', target.format);
  if (concurrency !== null) args.push('--concurrency', String(concurrency));
  if (rate !== null) args.push('--rate', String(rate));
  if (isKeyGiven) args.push('--key-stdin-once');
  if (isImpatient) args.push('--no-wait');
  return args;
}
