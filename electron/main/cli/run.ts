import { fail, ok, type Result } from '#shared/result.ts';
import type { Command, Host } from './command.ts';
import { didYouMean } from './options.ts';
import { type ExitCode, exitCodes, sayFailure, type Terminal } from './terminal.ts';

const helpFlags = new Set(['--help', '-h', 'help']);

/** Runs the command that the arguments name; invalid arguments are reported on standard error, with exit code 2. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  host: Host,
): Promise<ExitCode> {
  const placed = takeUserData(args);
  if (!placed.ok) {
    terminal.err(`namedesk: ${placed.error} "namedesk --help" explains it.`);
    return exitCodes.usage;
  }
  const [name, ...rest] = placed.value.args;
  if (name === undefined) {
    terminal.err(help());
    return exitCodes.usage;
  }
  if (helpFlags.has(name)) {
    terminal.out(help());
    return exitCodes.done;
  }
  const command = commands.get(name);
  if (command === undefined) {
    const hint = didYouMean(name, commandNames);
    terminal.err(`namedesk: There is no command "${name}".${hint} "namedesk --help" lists them.`);
    return exitCodes.usage;
  }
  try {
    const run = await command.load();
    return await run({
      args: rest,
      terminal,
      place: placeIn(placed.value.userDataDirectory),
      withServices: (work) => host.withServices({ terminal, args, work }),
    });
  } catch (thrown) {
    return sayFailure(terminal, name, { kind: 'bug', incidentId: host.bug(thrown) });
  }
}

const placeIn = (userDataDirectory: string | null): readonly string[] =>
  userDataDirectory === null ? [] : [`--user-data-dir=${userDataDirectory}`];

const help = (): string => `Usage: namedesk <command> [options]

Looks up names in bulk, without a window, for scripts and schedules. What it keeps is what the window keeps: the same
accounts, the same sessions.

Commands:
${[...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`).join('\n')}

"namedesk <command> --help" explains a command.

Options of every command:
  --user-data-dir=DIR   where accounts and sessions are kept; the application's own place where it is left out

To begin:
  namedesk account add --label Acme --base-url https://reseller.example/api --username you@example.com --key-stdin
  namedesk lookup --account Acme --names names.txt --tlds com,net,de --out found.csv

Exit codes:
  0  done                       3    refused by the service: key, address or permission
  1  some names have no answer  4    no key: the system's keychain did not give or take it
  2  wrong usage                130  interrupted, and kept; 143 where the system asked for it`;

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** The commands. Each is loaded when it is run: `--help` needs none of them. */
const commands: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'account',
    {
      summary: 'adds, lists, tests and removes accounts',
      load: async () => (await import('./commands/account.ts')).accountCommand,
    },
  ],
  [
    'lookup',
    {
      summary: 'asks for names under TLDs, in a session that outlives the run',
      load: async () => (await import('./commands/lookup.ts')).lookupCommand,
    },
  ],
  [
    'session',
    {
      summary: 'lists, shows, resumes and exports sessions',
      load: async () => (await import('./commands/session.ts')).sessionCommand,
    },
  ],
  [
    'codes',
    {
      summary: 'writes transfer codes into one encrypted file',
      load: async () => (await import('./commands/codes.ts')).codesCommand,
    },
  ],
  [
    'journal',
    {
      summary: 'checks, lists and exports the journal of changes',
      load: async () => (await import('./commands/journal.ts')).journalCommand,
    },
  ],
  [
    'practice',
    {
      summary: 'runs the practice service, for trying out this or any other client',
      load: async () => (await import('./commands/practice.ts')).practiceCommand,
    },
  ],
]);

const commandNames: readonly string[] = [...commands.keys()];

const option = '--user-data-dir';

interface Placed {
  /** As given; null if missing. */
  readonly userDataDirectory: string | null;
  readonly args: readonly string[];
}

/** Removes `--user-data-dir=DIR` from a command line: it belongs to no command, and may be at any position. */
export function takeUserData(args: readonly string[]): Result<Placed, string> {
  const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  if (at === -1) return ok({ userDataDirectory: null, args });
  const isApart = args[at] === option;
  const given = isApart ? args[at + 1] : args[at]?.slice(option.length + 1);
  if (given === undefined || given === '') return fail(`${option} needs a directory after it.`);
  return ok({ userDataDirectory: given, args: args.toSpliced(at, isApart ? 2 : 1) });
}
