import type { CliCommand, Line } from './cli-command.ts';
import type { HostFor } from './host.ts';
import type { Row } from './rows.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** Runs a command line; what only some of them need, the parser included, is loaded when one is run. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  hostFor: HostFor,
): Promise<ExitCode> {
  return (await programOf({ args, terminal, hostFor }, (name) => args.includes(name))).run();
}

/** @param isCalled The others are listed only. */
async function programOf(line: Line, isCalled: (name: string) => boolean): Promise<CliCommand> {
  const { createProgram } = await import('./cli-command.ts');
  const program = createProgram(line)
    .usage('<command> [options]')
    .description(
      'Bulk lookups and batches of changes without a window, for scripts and schedules. It uses the same accounts, sessions and batches as the window.',
    )
    .addHelpText('after', afterHelp);
  const { declare } = await import('./rows.ts');
  for (const [name, summary, load] of nouns) {
    const command = program.command(name).summary(summary);
    if (!isCalled(name)) continue;
    const { noun } = await load(line);
    declare(noun.command === '' ? command : command.arguments(noun.command), noun);
  }
  return program.explains();
}

/** With every command described, for completions and the man page: it is never run. */
export const wholeProgram =
  ({ hostFor }: Pick<Line, 'hostFor'>) =>
  (terminal: Terminal): Promise<CliCommand> =>
    programOf({ args: [], terminal, hostFor }, () => true);

type Noun = readonly [name: string, summary: string, load: (line: Line) => Promise<{ readonly noun: Row }>];

/** Loaded where one is called, or described. */
export const nouns: readonly Noun[] = [
  ['account', 'adds, lists, tests and removes accounts', () => import('./commands/account.ts')],
  [
    'lookup',
    'checks names under TLDs, in a session that outlives the run',
    () => import('./commands/lookup.ts'),
  ],
  ['session', 'lists, shows, resumes and exports sessions', () => import('./commands/session.ts')],
  ['domain', 'brings in and lists the domains of an account', () => import('./commands/domain.ts')],
  [
    'batch',
    'changes many domains, once reviewed: lock, nameservers, renew, register',
    () => import('./commands/batch.ts'),
  ],
  ['change', 'lists changes, verifies and resolves uncertain ones', () => import('./commands/change.ts')],
  [
    'calendar',
    'writes the expiries of domains into a calendar file',
    async () => ({ noun: (await import('./commands/watch.ts')).calendar }),
  ],
  ['today', 'lists what needs you, over all accounts', () => import('./commands/today.ts')],
  ['codes', 'writes transfer codes into one encrypted file', () => import('./commands/codes.ts')],
  ['journal', 'checks, lists and exports the journal of changes', () => import('./commands/journal.ts')],
  [
    'watch',
    'watches names that others have, until they become available',
    () => import('./commands/watch.ts'),
  ],
  [
    'team',
    'lets several workspaces share one database, so that no change is sent twice',
    () => import('./commands/team.ts'),
  ],
  ['settings', 'prints and changes settings', () => import('./commands/settings.ts')],
  [
    'practice',
    'runs the practice service, for testing this or any other client',
    () => import('./commands/practice.ts'),
  ],
  [
    'mcp',
    'serves an assistant, which may read and propose',
    async ({ hostFor }) => {
      const { nounOver } = await import('./commands/mcp.ts');
      return {
        noun: nounOver({
          run: (args, terminal) => runCommandLine(args, terminal, hostFor),
          // The protocol is needed where it is spoken, and not where its tools are called.
          serve: async (deps) => (await import('./assistants/server.ts')).serveAssistant(deps),
        }),
      };
    },
  ],
  [
    'completions',
    'prints completions for bash, zsh or fish',
    async (line) => ({ noun: (await import('./commands/completions.ts')).nounOver(wholeProgram(line)) }),
  ],
];

export const afterHelp = `
"namedesk <command> --help" explains a command.

To begin:
  namedesk account add --label Acme --base-url https://reseller.example/api --username you@example.com --key-stdin
  namedesk lookup --account Acme --names names.txt --tlds com,net,de --out found.csv

Exit codes:
  0  done                       3    refused by the service: key, address or permission
  1  some names have no answer  4    no key: the system's keychain did not give or take it
  2  wrong usage                130  interrupted, and kept; 143 where the system asked for it`;
