import { fail, ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AccountRemoval } from '../app/account-removal.ts';
import type { Changes } from '../changes/changes.ts';
import type { CodeExports } from '../codes/codes.ts';
import type { Connections } from '../connections/connections.ts';
import type { Exports } from '../export/exports.ts';
import type { NameImport } from '../import/name-import.ts';
import type { Sessions } from '../lookups/sessions.ts';
import { Secret } from '../system/secret.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { didYouMean, type Options, type OptionShapes, readOptions } from './options.ts';
import { type ExitCode, exitCodes, sayFailure, sayRestored, sayUsage, type Terminal } from './terminal.ts';

/** The services that the commands use. */
export interface CommandServices {
  readonly workspace: Pick<Workspace, 'tlds' | 'tldSets' | 'sessions' | 'codeAccesses' | 'restoreNotice'>;
  readonly accounts: Accounts;
  readonly removal: Pick<AccountRemoval, 'removeForGood'>;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly intake: NameImport;
  readonly exports: Exports;
  readonly changes: Pick<Changes, 'health' | 'list' | 'exportJournal'>;
  readonly savings: Pick<CodeExports, 'start' | 'list' | 'rows' | 'stop' | 'ended'>;
}

/** Runs the commands that need a workspace. */
export interface Host {
  /** Runs `work` with the requested workspace, in this process or in the one that has it open. */
  readonly withServices: (call: WorkspaceCall) => Promise<ExitCode>;
  /** Logs a bug; returns its incident id. */
  readonly bug: (thrown: unknown) => string;
}

export interface WorkspaceCall {
  readonly terminal: Terminal;
  /** The whole command line, so that another process can run it. */
  readonly args: readonly string[];
  readonly work: Work;
}

export type Work = (services: CommandServices) => Promise<ExitCode>;

/** A host whose workspace is already open; a client's `--user-data-dir` has been used to find it. */
export const hostOver = (services: CommandServices, bug: Host['bug']): Host => ({
  withServices({ terminal, work }) {
    sayRestored(terminal, services.workspace.restoreNotice());
    return work(services);
  },
  bug,
});

export interface Call {
  /** The arguments after the command's name. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  /** Arguments that select the same workspace; empty for the default one. */
  readonly place: readonly string[];
  readonly withServices: (work: Work) => Promise<ExitCode>;
}

export type Command = (call: Call) => Promise<ExitCode>;

interface Action<S extends OptionShapes, Asked> {
  /** As typed after `namedesk`. */
  readonly name: string;
  readonly help: string;
  readonly options: S;
  /** Parses the options before a workspace is opened. Fails with a sentence. */
  readonly read: (options: Options<S>) => Result<Asked, string>;
  readonly work: (
    asked: Asked,
    services: CommandServices,
    terminal: Terminal,
    place: Call['place'],
  ) => Promise<ExitCode>;
}

/** A command that parses its options, prints its help, and runs in a workspace. */
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

/** The only positional argument of a command. @param what What it stands for, such as `an account’s label`. */
export function onlyWord(words: readonly string[], what: string): Result<string, string> {
  const [word, another] = words;
  if (word === undefined || word === '') return fail(`Give ${what}.`);
  return another === undefined ? ok(word) : fail(tooMany(another));
}

export const noWords = (words: readonly string[]): Result<null, string> =>
  words[0] === undefined ? ok(null) : fail(tooMany(words[0]));

const tooMany = (word: string): string => `"${word}" is a word too many. Put what has spaces between quotes.`;

/** A command with subcommands: `namedesk session list`. */
export const commandOf =
  (name: string, help: string, actions: Readonly<Record<string, Command>>): Command =>
  (call) => {
    const [word, ...rest] = call.args;
    if (word === undefined) return usage(call, name, `What is to be done? One of ${wordsOf(actions)}.`);
    if (word === '--help' || word === '-h' || word === 'help') return done(call, help);
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action !== undefined) return action({ ...call, args: rest });
    const problem = word.startsWith('-')
      ? `What is to be done comes before "${word}": one of ${wordsOf(actions)}.`
      : `There is no "${word}".${didYouMean(word, Object.keys(actions))} One of ${wordsOf(actions)}.`;
    return usage(call, name, problem);
  };

const wordsOf = (actions: Readonly<Record<string, Command>>): string => Object.keys(actions).join(', ');

function usage({ terminal }: Call, name: string, problem: string): Promise<ExitCode> {
  terminal.err(`namedesk ${name}: ${problem}\n"namedesk ${name} --help" explains it.`);
  return Promise.resolve(exitCodes.usage);
}

function done({ terminal }: Call, help: string): Promise<ExitCode> {
  terminal.out(help);
  return Promise.resolve(exitCodes.done);
}

export interface ListingAsked {
  readonly isJson: boolean;
}

const options = { json: { type: 'boolean' } } as const;

/** The options of a list command: only `--json`. */
export const listing = {
  options,
  read({ values, words }: Options<typeof options>): Result<ListingAsked, string> {
    const rest = noWords(words);
    return rest.ok ? ok({ isJson: values.json === true }) : rest;
  },
} as const;

interface Keyed {
  /** For messages. */
  readonly command: string;
  readonly accountId: string;
  /** Whether the key comes from standard input and is for this run only. */
  readonly isKeyGiven: boolean;
}

/**
 * Runs `work` with a key for the account: the key given for this run, which is forgotten afterwards and never stored,
 * or the stored key.
 */
export async function withKey(
  { command, accountId, isKeyGiven }: Keyed,
  { accounts, connections }: CommandServices,
  terminal: Terminal,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!isKeyGiven) {
    // Checked before a session is created: on a machine without a keychain, scheduled runs would pile up sessions.
    // The practice service creates its key at the first connection.
    const connected = await connections.of(accountId);
    const key = connected.ok ? await accounts.keyFor(accountId) : connected;
    return key.ok ? work() : sayFailure(terminal, command, key.error);
  }
  const key = await keyFromInput(terminal);
  if (!key.ok) return sayUsage(terminal, command, key.error);
  const takeBack = accounts.lendKey(accountId, key.value);
  try {
    return await work();
  } finally {
    takeBack();
  }
}

/** The API key: the first line of standard input. Fails with a sentence. */
export async function keyFromInput({ input, columns, err }: Terminal): Promise<Result<Secret, string>> {
  if (columns !== null) err('Reading the API key from the first line of the standard input …');
  const line = await input.firstLine();
  const key = line?.trim();
  if (key === undefined) return fail('The first line of the standard input is too long for a key.');
  if (key === '') return fail('The standard input has no key in its first line.');
  return /\s/u.test(key)
    ? fail('The first line of the standard input has spaces: this is not a key.')
    : ok(new Secret(key));
}
