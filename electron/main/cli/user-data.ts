import { fail, ok, type Result } from '#shared/result.ts';

const option = '--user-data-dir';

interface Placed {
  /** As it was given; null where it was not. */
  readonly userDataDirectory: string | null;
  readonly args: readonly string[];
}

/** Takes `--user-data-dir=DIR` out of a command line: it belongs to no command, and may stand anywhere. */
export function takeUserData(args: readonly string[]): Result<Placed, string> {
  const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  if (at === -1) return ok({ userDataDirectory: null, args });
  const isApart = args[at] === option;
  const given = isApart ? args[at + 1] : args[at]?.slice(option.length + 1);
  if (given === undefined || given === '') return fail(`${option} needs a directory after it.`);
  return ok({ userDataDirectory: given, args: args.toSpliced(at, isApart ? 2 : 1) });
}
