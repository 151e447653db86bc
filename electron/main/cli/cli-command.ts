import { Command, CommanderError, type Option } from 'commander';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { failureOf } from '../workspace/sqlite.ts';
import type { CommandServices, HostFor } from './host.ts';
import { type ExitCode, exitCodes, sayFailure, type Terminal } from './terminal.ts';
import { version } from './version.ts';
import { nearest } from './words.ts';

/** What a command that was called has to work with. */
export interface Call {
  /** As typed after `namedesk`, for messages. */
  readonly command: string;
  readonly terminal: Terminal;
  /** Arguments that select the same workspace; empty for the default one. */
  readonly place: readonly string[];
  /** Options by which secrets were given for this run: another command needs them again. */
  readonly onceGiven: readonly string[];
  /** Ends the command with a sentence about how it was used, and exit code 2. */
  readonly refuse: (sentence: string) => never;
}

export interface ServicesCall extends Call {
  readonly services: CommandServices;
}

/** The options and words of a command are declared in its row, and commander has checked them. */
type Work<C, Options> = (call: C, options: Options, ...words: readonly string[]) => Promise<ExitCode>;

/** A command line of this process, or of a client of it. */
export interface Line {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  readonly hostFor: HostFor;
}

const mostColumns = 120;

/** A command line without its commands. */
export function createProgram(line: Line): CliCommand {
  const { out, err, columns } = line.terminal;
  const width = (): number => Math.min(columns ?? mostColumns, mostColumns);
  return new CliCommand({ ...line, code: exitCodes.done }, 'namedesk')
    .exitOverride()
    .helpOption('-h, --help', 'explains the command')
    .helpCommand('help [command]', 'explains a command')
    .configureOutput({
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => err(text.trimEnd()),
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    })
    .version(version, '-V, --version', 'prints the version')
    .option('--user-data-dir <DIR>', "folder for accounts and sessions; default: the application's own");
}

/** Commander's command, with the exit codes, the messages and the workspace of this command line. */
export class CliCommand extends Command {
  /** One for a command and all below it. */
  readonly #line: Line & { code: ExitCode };
  readonly #given = new Set<string>();

  constructor(line: Line & { code: ExitCode }, name?: string) {
    super(name);
    this.#line = line;
  }

  get terminal(): Terminal {
    return this.#line.terminal;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.#line, name);
  }

  /** Each option may be given once, but for one that takes several values; it takes no option for its value. */
  override addOption(option: Option): this {
    super.addOption(option);
    const name = option.name();
    return this.on(`option:${name}`, (value?: string) => {
      if (this.#given.has(name) && !option.variadic) this.error(`--${name} was given twice.`);
      this.#given.add(name);
      const isOption = value !== undefined && /^-./.test(value) && this.#line.args.includes(value);
      if (isOption)
        this.error(`--${name} needs a value; one that begins with a hyphen is written --${name}=${value}`);
      if (value === '') this.error(`--${name} needs a value.`);
    });
  }

  /** Commander repeats an unknown option as it was typed: a key or a passphrase may be its value, which is left out. */
  override error(message: string): never {
    const said = message.replace(/^error: /, '').replace('\n', ' ');
    const name = /^unknown option '(--[^=']+)=|^unknown option '(-[^-])./.exec(said)?.slice(1).find(Boolean);
    if (name === undefined) throw new UsageError(this.#path(), said);
    const isFlag = this.options.some(({ long }) => long === name);
    throw new UsageError(this.#path(), isFlag ? `${name} takes no value.` : `unknown option '${name}'`);
  }

  /** Adds `help`, which takes the words of any command below: Commander's own takes one word, and that as it is. */
  explains(): this {
    this.helpCommand(false)
      .command('help [COMMAND...]')
      .summary('explains a command')
      .action((words: readonly string[]) => {
        words.reduce<CliCommand>((command, word) => command.#below(word), this).help();
      });
    return this;
  }

  #below(word: string): CliCommand {
    const commands = this.commands.filter((each): each is CliCommand => each instanceof CliCommand);
    const found = commands.find((each) => each.name() === word);
    if (found !== undefined) return found;
    const near = nearest(
      word,
      commands.map((each) => each.name()),
    );
    return this.error(`unknown command '${word}'${near === null ? '' : ` (Did you mean ${near}?)`}`);
  }

  /** What the command does without a workspace. What fails is said under its name. */
  does<Options extends object>(work: Work<Call, Options>): this {
    return this.action(async () => {
      this.#line.code = await this.#said(work(this.#call(), this.opts<Options>(), ...wordsOf(this)));
    });
  }

  /** What the command does in a workspace. What fails is said under its name. */
  doesInWorkspace<Options extends object>(work: Work<ServicesCall, Options>): this {
    const { args, terminal, hostFor } = this.#line;
    return this.action(async () => {
      this.#line.code = await hostFor(this.#userDataDirectory()).withServices({
        args,
        terminal,
        work: (services) => this.#said(work({ ...this.#call(), services }, this.opts(), ...wordsOf(this))),
      });
    });
  }

  /** Runs the command that the arguments name; wrong ones are reported on standard error, with exit code 2. */
  async run(): Promise<ExitCode> {
    const { args, terminal, hostFor } = this.#line;
    try {
      await this.parseAsync(args, { from: 'user' });
      return this.#line.code;
    } catch (thrown) {
      if (thrown instanceof UsageError) {
        terminal.err(`${thrown.path}: ${thrown.message}\n"${thrown.path} --help" explains it.`);
        return exitCodes.usage;
      }
      // Help was shown: it was asked for, or the line said nothing that can be done.
      if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
      const incidentId = hostFor(this.#userDataDirectory()).bug(thrown);
      return sayFailure(terminal, args[0] ?? '', { kind: 'bug', incidentId });
    }
  }

  async #said(work: Promise<ExitCode>): Promise<ExitCode> {
    const result = await resultOf(work);
    return result.ok ? result.value : sayFailure(this.#line.terminal, this.#call().command, result.error);
  }

  #call(): Call {
    const directory = this.#userDataDirectory();
    const { keyStdinOnce, passwordStdinOnce } = this.opts<GivenSecrets>();
    return {
      command: this.#path().replace(/^namedesk /, ''),
      terminal: this.#line.terminal,
      place: directory === null ? [] : [`--user-data-dir=${directory}`],
      onceGiven: [
        ...(keyStdinOnce === true ? ['--key-stdin-once'] : []),
        ...(passwordStdinOnce === true ? ['--password-stdin-once'] : []),
      ],
      refuse: (sentence) => this.error(sentence),
    };
  }

  #path(): string {
    const parent = this.parent instanceof CliCommand ? `${this.parent.#path()} ` : '';
    return `${parent}${this.name()}`;
  }

  #userDataDirectory(): string | null {
    return this.optsWithGlobals<{ readonly userDataDir?: string }>().userDataDir ?? null;
  }
}

/** Commander has parsed as many words as were declared; those of an argument that takes several stand in a list. */
const wordsOf = ({ processedArgs }: CliCommand): readonly string[] =>
  processedArgs.flat() as readonly string[];

/** What is read from the standard input for this run alone, one line each, in this order. */
export interface GivenSecrets {
  readonly keyStdinOnce?: true;
  readonly passwordStdinOnce?: true;
}

/** What a command cannot go on without has failed. */
class Failed extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.kind);
    this.error = error;
  }
}

/** Ends the command with a failure, which is said under its name. */
export function endWith({ error }: { readonly error: AppError }): never {
  throw new Failed(error);
}

/** The value of a result; where there is none, the command ends. */
export const valueOf = <T>(result: Result<T>): T => (result.ok ? result.value : endWith(result));

/** The other way round: where a failure of this work ends nothing else. */
export async function resultOf<T>(work: Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work);
  } catch (thrown) {
    const failure = thrown instanceof Failed ? thrown.error : failureOf(thrown);
    if (failure === null) throw thrown;
    return fail(failure);
  }
}

/** The arguments are wrong: a sentence about it, under the command that they name. */
class UsageError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}
