import { accessSync, constants, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { textFormats } from '#shared/areas/sessions.ts';
import { bare } from '#shared/domain/isolated.ts';
import type { CliCommand, GivenSecrets } from './cli-command.ts';
import { didYouMean } from './words.ts';

/** An option, and what it gives to the work of its command. */
export type Given<G extends object> = Option & { readonly gives?: G };

/** Options that belong together. `check` refuses what does not fit, before a workspace is opened. */
export interface OptionSet<G extends object> {
  readonly items: readonly Item[];
  readonly check?: (command: CliCommand) => void;
  readonly gives?: G;
}

/** What stands among the options of a command; a text is a heading of its help. */
export type Item = string | Given<object> | OptionSet<object>;

/** What these options give together. */
export type OptionsOf<I extends readonly Item[]> = Together<GivesOf<Exclude<I[number], string>>>;
type GivesOf<T> = T extends { readonly gives?: infer G } ? G : never;
type Together<G> = (G extends unknown ? (given: G) => void : never) extends (given: infer All) => void
  ? All
  : never;

type Camel<S extends string> = S extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : S;
type Named<N extends string, T> = { readonly [Key in Camel<N>]?: T };
type Valued<F extends string, T> = F extends `--${infer N} <${string}` ? Named<N, T> : never;
/** By its flags: `--out <FILE>` gives a text, `--map <COLUMN...>` a list of them, `--all` true, `--no-wait` always one of both. */
type ByFlags<F extends string> = F extends `--no-${infer N}`
  ? { readonly [Key in Camel<N>]: boolean }
  : F extends `--${infer N} <${string}...>`
    ? Named<N, readonly string[]>
    : F extends `--${string} <${string}`
      ? Valued<F, string>
      : F extends `--${infer N}`
        ? Named<N, true>
        : never;

export const option = <const F extends string>(flags: F, description: string): Given<ByFlags<F>> =>
  new Option(flags, description);

/** An option whose value is read from its text; what throws `InvalidArgumentError` is refused. */
export const parsedOption = <const F extends string, T>(
  flags: F,
  description: string,
  parse: (text: string, before: T | undefined) => T,
): Given<Valued<F, T>> => new Option(flags, description).argParser(parse);

/** An option whose value is one of these words. */
export const choiceOption = <const F extends string, const W extends string>(
  flags: F,
  description: string,
  words: readonly W[],
): Given<Valued<F, W>> => new Option(flags, description).choices(words);

/** A command without it is refused. */
export function needed<G extends object>(option: Given<G>): Given<Required<G>> {
  const plain: Option = option;
  return plain.makeOptionMandatory();
}

/** @param said What help has in place of the value. */
export function withDefault<G extends object>(
  option: Given<G>,
  value: Required<G>[keyof G],
  said?: string,
): Given<Required<G>> {
  const plain: Option = option;
  return plain.default(value, said);
}

export const optionSet = <const I extends readonly Item[]>(
  items: I,
  check: (command: CliCommand) => void,
): OptionSet<OptionsOf<I> & object> => ({ items, check });

/** The names under which these options give their values. */
export const optionsIn = (items: readonly Item[]): readonly string[] =>
  items.flatMap((item) =>
    typeof item === 'string' ? [] : item instanceof Option ? item.attributeName() : optionsIn(item.items),
  );

export function addItems(command: CliCommand, items: readonly Item[]): void {
  for (const item of items) {
    if (typeof item === 'string') command.optionsGroup(item);
    // A copy: Commander notes the heading that it stands under.
    else if (item instanceof Option)
      command.addOption(Object.assign(new Option(item.flags, item.description), item));
    else {
      addItems(command, item.items);
      const { check } = item;
      if (check !== undefined) command.hook('preAction', () => check(command));
    }
  }
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

const automatic = 'automatic';

/** An option whose value is a number, written in digits. */
export const numberOption = <const F extends string>(flags: F, description: string, range: Range) =>
  parsedOption(flags, description, (text) => numberIn(text, range, ''));

/** The same; "automatic" is accepted as well: null. */
const paceOption = <const F extends string>(flags: F, description: string, range: Range) =>
  parsedOption(flags, description, (text): number | null =>
    text === automatic ? null : numberIn(text, range, `, or ${automatic}`),
  );

function numberIn(text: string, { least, most, isWhole = true }: Range, other: string): number {
  const number = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
  throw new InvalidArgumentError(`Use a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}${other}.`);
}

export const listIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/u).filter((item) => item !== '');

/** An option whose value is a list of some of these words. */
export const wordsOption = <const F extends string, const W extends string>(
  flags: F,
  description: string,
  words: readonly W[],
) =>
  parsedOption(flags, `${description}: ${words.join(', ')}`, (text): readonly W[] =>
    listIn(text).map((item) => {
      const word = words.find((each) => each === item.toLowerCase());
      if (word !== undefined) return word;
      throw new InvalidArgumentError(`Use one of ${words.join(', ')}.${didYouMean(item, words)}`);
    }),
  );

/** An option whose value is an age, in seconds. */
export const ageOption = <const F extends string>(flags: F, description: string) =>
  parsedOption(flags, description, (text): number => {
    const seconds = ageIn(text);
    if (seconds === null) throw new InvalidArgumentError('Use an age such as 30min, 12h or 7d.');
    return seconds;
  });

const seconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400, w: 604_800 };

/** An age such as `30min`, `12h`, `7d`, in seconds. Null if it is invalid. */
export function ageIn(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6})(s|min|h|d|w)$/.exec(text) ?? [];
  const each = seconds[unit];
  return each === undefined ? null : Number(number) * each;
}

/** An option whose value is text of 1 to `most` characters, trimmed. */
export const nameOption = <const F extends string>(flags: F, description: string, most: number) =>
  parsedOption(flags, description, (text): string => nameIn(text, most));

export function nameIn(text: string, most: number): string {
  const name = bare(text).trim();
  if (name !== '' && name.length <= most) return name;
  throw new InvalidArgumentError(`Use 1 to ${most} characters.`);
}

export const json = option('--json', 'as JSON, for scripts');

/** The label of the account whose domains a command is about. */
export const ownerOption = (whose = 'whose domains') =>
  needed(option('--account <LABEL>', `${whose}; "practice" is the practice account`));
export const onlyAccountOption = (otherwise = 'default: of all but the practice account') =>
  option('--account <LABEL>', `only of this account; ${otherwise}`);

/** Domains of one account, or of all. */
export interface WhichOwners {
  readonly account?: string;
  readonly all?: true;
}

export const owners: OptionSet<WhichOwners> = optionSet(
  [
    option('--account <LABEL>', 'whose domains; "practice" is the practice account').conflicts('all'),
    option('--all', 'the domains of all accounts but the practice account'),
  ],
  (command) => {
    const { account, all } = command.opts<WhichOwners>();
    if (account === undefined && all !== true)
      command.error('--account is missing: the label of an account, or --all for all of them.');
  },
);

export const keyOption = () =>
  option('--key-stdin-once', 'reads the API key from the first line of standard input, for this run only');
export const teamPassword = option(
  '--password-stdin-once',
  "reads the password of the team's database from the first line of standard input, after the key where both are given, for this run only",
);

/** Which account to use: its label, or its login. */
export interface WhichAccount extends GivenSecrets {
  readonly account?: string;
  readonly baseUrl?: string;
  readonly username?: string;
}

export const whichAccount: OptionSet<WhichAccount> = optionSet(
  [
    option(
      '--account <L>',
      'an account by its label; "practice" is the built-in one, where nothing costs anything',
    ).conflicts(['baseUrl', 'username']),
    option(
      '--base-url <URL>',
      'an account by its login, with --username and --key-stdin-once; added, without its key, where there is none',
    ),
    option('--username <EMAIL>', 'the e-mail address of the login'),
    keyOption(),
  ],
  (command) => {
    const { account, baseUrl, username, keyStdinOnce } = command.opts<WhichAccount>();
    if (account !== undefined) return;
    if (baseUrl === undefined && username === undefined)
      command.error('--account is missing: the label of an account ("practice" is always there).');
    if (baseUrl === undefined) command.error('--base-url is missing: where the API is.');
    if (username === undefined) command.error('--username is missing: the e-mail address.');
    if (keyStdinOnce !== true)
      command.error(
        '--key-stdin-once is missing: with --base-url the key is read from the standard input for this run.',
      );
  },
);

/** Where results are written, and in which format. */
export interface Target<F extends string = (typeof textFormats)[number]> {
  /** As typed; undefined for standard output. */
  readonly out?: string;
  readonly format: F;
}

export const targetOptions = <F extends string>(formats: readonly F[]): OptionSet<Target<F>> => ({
  items: [
    option(
      '--out <FILE>',
      `the file for the results, written when complete; the extension gives the format: ${formats.map((format) => `.${format}`).join(', ')} (domain names only). Default: standard output`,
    ),
    choiceOption('--format <F>', 'the format, if the extension does not give it', formats),
  ],
  check(command) {
    // Set anew: a value that a parser returns as undefined, Commander replaces by an empty text.
    if (command.opts<Partial<Target>>().out === '-') command.setOptionValue('out', undefined);
    const { out, format } = command.opts<Partial<Target<F>>>();
    const ending = out === undefined ? 'csv' : extname(out).slice(1).toLowerCase();
    if (format === undefined && !formats.some((each) => each === ending))
      command.error(
        `The extension of "${out ?? ''}" is unknown. Use one of ${formats.join(', ')}, or give --format.`,
      );
    command.setOptionValue('format', format ?? ending);
    if (out !== undefined) checkPlace(command, out);
  },
});

/** A file that a command writes, and with which endings. */
export const fileOption = (...endings: readonly [string, ...string[]]) =>
  optionSet(
    [
      needed(
        parsedOption(
          '--out <FILE>',
          `ends with ${orOf(endings)}; the file appears when it is complete`,
          (text): string => {
            if (endings.includes(extname(text).toLowerCase())) return text;
            throw new InvalidArgumentError(`Its extension is unknown. Use ${orOf(endings)}.`);
          },
        ),
      ),
    ],
    (command) => checkPlace(command, command.opts<{ readonly out: string }>().out),
  );

const orOf = (endings: readonly string[]): string => endings.join(' or ');

/** Refuses a file that cannot be written, before anything is asked. */
export function checkPlace(command: CliCommand, path: string): void {
  const place = resolve(command.terminal.cwd, path);
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) command.error(`--out: ${path} is a folder; give a file in it.`);
  if (found !== undefined && !found.isFile())
    command.error(`--out: ${path} is not a file. For standard output, omit --out.`);
  const folder = statSync(dirname(place), { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) command.error(`--out: there is no folder ${dirname(path)}.`);
  if (!isWritable(dirname(place))) command.error(`--out: ${path} can't be written there.`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // Whatever the system's reason, the file could not be written.
  }
}

export const rateOption = () =>
  paceOption(
    '--rate <R>',
    "at most R requests a second, 0 for no limit, automatic to find out; default: the account's setting",
    { least: 0, most: 1_000, isWhole: false },
  );

/** How to run a session, new or continued. */
export interface RunOptions extends Target, GivenSecrets {
  /** Undefined: the account's own limit; null: automatic. */
  readonly concurrency?: number | null;
  /** Undefined: the account's own limit; null: automatic; 0: no limit. */
  readonly rate?: number | null;
  /** Whether a lost network is waited for; false ends the run. */
  readonly wait: boolean;
}

export const runOptions: OptionSet<RunOptions> = {
  items: [
    targetOptions(textFormats),
    paceOption(
      '--concurrency <N>',
      "at most N requests at once, 1 to 64, or automatic; default: the account's setting",
      { least: 1, most: 64 },
    ),
    rateOption(),
    option(
      '--no-wait',
      'pauses with exit code 1 when the service cannot be reached, instead of waiting. After a minute of nothing but errors it does the same',
    ),
  ],
};

export const outArgs = (out: string | undefined): readonly string[] =>
  out === undefined ? [] : out.startsWith('-') ? [`--out=${out}`] : ['--out', out];

/** The arguments that reproduce these options, for continuing a session later or elsewhere. */
export function argsOf({
  out,
  format,
  concurrency,
  rate,
  keyStdinOnce,
  wait,
}: RunOptions): readonly string[] {
  const isSaid = out === undefined ? format === 'csv' : out.toLowerCase().endsWith(`.${format}`);
  return [
    ...outArgs(out),
    ...(isSaid ? [] : ['--format', format]),
    ...(concurrency === undefined ? [] : ['--concurrency', String(concurrency ?? automatic)]),
    ...(rate === undefined ? [] : ['--rate', String(rate ?? automatic)]),
    ...(keyStdinOnce === true ? ['--key-stdin-once'] : []),
    ...(wait ? [] : ['--no-wait']),
  ];
}
