import { practiceCommand } from './practice/practice-command.ts';
import { type Command, type ExitCode, exitCodes, type Terminal } from './terminal.ts';

const commands: ReadonlyMap<string, Command> = new Map([['practice', practiceCommand]]);

const helpFlags = new Set(['--help', '-h', 'help']);

/** Runs the command that the arguments name; what is wrong with them goes to the error output, with exit code 2. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
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
    terminal.err(`namedesk: there is no command "${name}". "namedesk --help" lists them.`);
    return exitCodes.usage;
  }
  return command.run(rest, terminal);
}

const help = (): string => `Usage: namedesk <command> [options]

Commands:
${[...commands].map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`).join('\n')}

"namedesk <command> --help" explains a command.

Exit codes: 0 done, 1 failed, 2 wrong usage.`;
