import { commandNames, commands } from './commands.ts';
import type { Host } from './command.ts';
import { didYouMean } from './nearest.ts';
import { sayFailure } from './say.ts';
import { type ExitCode, exitCodes, type Terminal } from './terminal.ts';
import { takeUserData } from './user-data.ts';

const helpFlags = new Set(['--help', '-h', 'help']);

/** Runs the command that the arguments name; what is wrong with them goes to the error output, with exit code 2. */
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
