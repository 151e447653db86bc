import { fail, ok, type Result } from '#shared/result.ts';
import type { Call, Command, CommandServices } from './command.ts';
import { type Options, type OptionShapes, readOptions } from './options.ts';
import { sayUsage } from './say.ts';
import { type ExitCode, exitCodes, type Terminal } from './terminal.ts';

interface Action<S extends OptionShapes, Asked> {
  /** As it is typed after `namedesk`. */
  readonly name: string;
  readonly help: string;
  readonly options: S;
  /** Reads what was typed, before a workspace is opened for it. Fails with a sentence. */
  readonly read: (options: Options<S>) => Result<Asked, string>;
  readonly work: (
    asked: Asked,
    services: CommandServices,
    terminal: Terminal,
    place: Call['place'],
  ) => Promise<ExitCode>;
}

/** A command that reads its options, explains itself, and works over a workspace. */
export const withOptions =
  <S extends OptionShapes, Asked>({ name, help, options, read, work }: Action<S, Asked>): Command =>
  async ({ args, terminal, place, withServices }: Call) => {
    const given = readOptions(args, options);
    if (!given.ok) return sayUsage(terminal, name, given.error);
    if (given.value === null) {
      terminal.out(help);
      return exitCodes.done;
    }
    const asked = read(given.value);
    if (!asked.ok) return sayUsage(terminal, name, asked.error);
    return withServices((services) => work(asked.value, services, terminal, place));
  };

/** The one word that a command is about. @param what What it stands for, as `an account’s label`. */
export function onlyWord(words: readonly string[], what: string): Result<string, string> {
  const [word, another] = words;
  if (word === undefined || word === '') return fail(`Give ${what}.`);
  return another === undefined ? ok(word) : fail(tooMany(another));
}

export const noWords = (words: readonly string[]): Result<null, string> =>
  words[0] === undefined ? ok(null) : fail(tooMany(words[0]));

const tooMany = (word: string): string => `"${word}" is a word too many. Put what has spaces between quotes.`;
