import { accessSync, constants, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { exportFormats } from '#shared/areas/sessions.ts';
import { bare } from '#shared/domain/isolated.ts';
import type { ExportFormat } from '../export/formats.ts';
import type { CliCommand } from './cli-command.ts';
import { didYouMean } from './words.ts';

interface Range {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
  /** Whether "automatic" is accepted as well: null. */
  readonly orAutomatic?: boolean;
}

const automatic = 'automatic';

/** An option whose value is a number, written in digits. */
export const numberOption = (flags: string, description: string, range: Range): Option =>
  new Option(flags, description).argParser((text) => {
    const { least, most, isWhole = true, orAutomatic = false } = range;
    if (orAutomatic && text === automatic) return null;
    const number = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
    const other = orAutomatic ? `, or ${automatic}` : '';
    throw new InvalidArgumentError(
      `Use a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}${other}.`,
    );
  });

export const listIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/u).filter((item) => item !== '');

/** An option whose value is a list of some of these words. */
export const wordsOption = (flags: string, description: string, words: readonly string[]): Option =>
  new Option(flags, `${description}: ${words.join(', ')}`).argParser((text) =>
    listIn(text).map((item) => {
      const word = words.find((each) => each === item.toLowerCase());
      if (word !== undefined) return word;
      throw new InvalidArgumentError(`Use one of ${words.join(', ')}.${didYouMean(item, words)}`);
    }),
  );

/** An option whose value is an age, in seconds. */
export const ageOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text) => {
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
export const nameOption = (flags: string, description: string, most: number): Option =>
  new Option(flags, description).argParser((text) => nameIn(text, most));

export function nameIn(text: string, most: number): string {
  const name = bare(text).trim();
  if (name !== '' && name.length <= most) return name;
  throw new InvalidArgumentError(`Use 1 to ${most} characters.`);
}

export const jsonOption = (): Option => new Option('--json', 'as JSON, for scripts');

export interface ListingOptions {
  readonly json?: true;
}

/** Which account to use: its label, or its login. */
export interface WhichAccount {
  readonly account?: string;
  readonly baseUrl?: string;
  readonly username?: string;
  /** The key comes from the first line of standard input and is for this run only. */
  readonly keyStdinOnce?: true;
}

/** Whose domains a command is about. */
export const ownerOption = (): Option =>
  new Option('--account <LABEL>', 'whose domains; "practice" is the practice account').makeOptionMandatory();

export interface Owner {
  readonly account: string;
}

/** Domains of one account, or of all. */
export interface WhichOwners {
  readonly account?: string;
  readonly all?: true;
}

export const ownersOptions = (command: CliCommand): CliCommand =>
  command
    .addOption(
      new Option('--account <LABEL>', 'whose domains; "practice" is the practice account').conflicts('all'),
    )
    .option('--all', 'the domains of all accounts but the practice account')
    .hook('preAction', () => {
      const { account, all } = command.opts<WhichOwners>();
      if (account === undefined && all !== true)
        command.error('--account is missing: the label of an account, or --all for all of them.');
    });

export const keyOption = (): Option =>
  new Option(
    '--key-stdin-once',
    'reads the API key from the first line of standard input, for this run only',
  );

export const teamPasswordOption = (): Option =>
  new Option(
    '--password-stdin-once',
    "reads the password of the team's database from the first line of standard input, after the key where both are given, for this run only",
  );

export const accountOptions = (command: CliCommand): CliCommand =>
  command
    .addOption(
      new Option(
        '--account <L>',
        'an account by its label; "practice" is the built-in one, where nothing costs anything',
      ).conflicts(['baseUrl', 'username']),
    )
    .option(
      '--base-url <URL>',
      'an account by its login, with --username and --key-stdin-once; added, without its key, where there is none',
    )
    .option('--username <EMAIL>', 'the e-mail address of the login')
    .addOption(keyOption())
    .hook('preAction', () => {
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
    });

/** Where results are written, and in which format. */
export interface Target<F extends string = ExportFormat> {
  /** As typed; undefined for standard output. */
  readonly out?: string;
  readonly format: F;
}

export const targetOptions = (command: CliCommand, formats: readonly string[] = exportFormats): CliCommand =>
  command
    .addOption(
      new Option(
        '--out <FILE>',
        `the file for the results, written when complete; the extension gives the format: ${formats.map((format) => `.${format}`).join(', ')} (domain names only). Default: standard output`,
      ),
    )
    .addOption(new Option('--format <F>', 'the format, if the extension does not give it').choices(formats))
    .hook('preAction', () => {
      // Set anew: a value that a parser returns as undefined, Commander replaces by an empty text.
      if (command.opts<Partial<Target>>().out === '-') command.setOptionValue('out', undefined);
      const { out, format } = command.opts<Partial<Target>>();
      const ending = out === undefined ? 'csv' : extname(out).slice(1).toLowerCase();
      if (format === undefined && !formats.includes(ending))
        command.error(
          `The extension of "${out ?? ''}" is unknown. Use one of ${formats.join(', ')}, or give --format.`,
        );
      command.setOptionValue('format', format ?? ending);
      if (out !== undefined) checkPlace(command, out);
    });

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

export const rateOption = (): Option =>
  numberOption(
    '--rate <R>',
    "at most R requests a second, 0 for no limit, automatic to find out; default: the account's setting",
    { least: 0, most: 1_000, isWhole: false, orAutomatic: true },
  );

/** How to run a session, new or continued. */
export interface RunOptions extends Target {
  /** Undefined: the account's own limit; null: automatic. */
  readonly concurrency?: number | null;
  /** Undefined: the account's own limit; null: automatic; 0: no limit. */
  readonly rate?: number | null;
  readonly keyStdinOnce?: true;
  /** Whether a lost network is waited for; false ends the run. */
  readonly wait: boolean;
}

export const runOptions = (command: CliCommand): CliCommand =>
  targetOptions(command)
    .addOption(
      numberOption(
        '--concurrency <N>',
        "at most N requests at once, 1 to 64, or automatic; default: the account's setting",
        { least: 1, most: 64, orAutomatic: true },
      ),
    )
    .addOption(rateOption())
    .option(
      '--no-wait',
      'pauses with exit code 1 when the service cannot be reached, instead of waiting. After a minute of nothing but errors it does the same',
    );

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
