import type { CliCommand, Line } from './cli-command.ts';
import type { HostFor } from './host.ts';
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
  for (const [name, summary, load] of nouns) {
    const command = program.command(name).summary(summary);
    if (isCalled(name)) (await load(line))(command);
  }
  return program.explains();
}

/** With every command described, for completions and the man page: it is never run. */
export const wholeProgram =
  ({ hostFor }: Line) =>
  (terminal: Terminal): Promise<CliCommand> =>
    programOf({ args: [], terminal, hostFor }, () => true);

type Noun = readonly [
  name: string,
  summary: string,
  load: (line: Line) => Promise<(command: CliCommand) => void>,
];

const nouns: readonly Noun[] = [
  [
    'account',
    'adds, lists, tests and removes accounts',
    async () => (await import('./commands/account.ts')).describeAccount,
  ],
  [
    'lookup',
    'checks names under TLDs, in a session that outlives the run',
    async () => (await import('./commands/lookup.ts')).describeLookup,
  ],
  [
    'session',
    'lists, shows, resumes and exports sessions',
    async () => (await import('./commands/session.ts')).describeSession,
  ],
  [
    'domain',
    'brings in and lists the domains of an account',
    async () => (await import('./commands/domain.ts')).describeDomain,
  ],
  [
    'batch',
    'changes many domains, once reviewed: lock, nameservers, renew, register',
    async () => (await import('./commands/batch.ts')).describeBatch,
  ],
  [
    'change',
    'lists changes, verifies and resolves uncertain ones',
    async () => (await import('./commands/change.ts')).describeChange,
  ],
  [
    'calendar',
    'writes the expiries of domains into a calendar file',
    async () => (await import('./commands/watch.ts')).describeCalendar,
  ],
  [
    'today',
    'lists what needs you, over all accounts',
    async () => (await import('./commands/today.ts')).describeToday,
  ],
  [
    'codes',
    'writes transfer codes into one encrypted file',
    async () => (await import('./commands/codes.ts')).describeCodes,
  ],
  [
    'journal',
    'checks, lists and exports the journal of changes',
    async () => (await import('./commands/journal.ts')).describeJournal,
  ],
  [
    'watch',
    'watches names that others have, until they become available',
    async () => (await import('./commands/watch.ts')).describeWatch,
  ],
  [
    'team',
    'lets several workspaces share one database, so that no change is sent twice',
    async () => (await import('./commands/team.ts')).describeTeam,
  ],
  [
    'settings',
    'prints and changes settings',
    async () => (await import('./commands/settings.ts')).describeSettings,
  ],
  [
    'practice',
    'runs the practice service, for testing this or any other client',
    async () => (await import('./commands/practice.ts')).describePractice,
  ],
  [
    'mcp',
    'serves an assistant, which may read and propose',
    async ({ hostFor }) => {
      const { describeMcp } = await import('./commands/mcp.ts');
      return (command) =>
        describeMcp(command, {
          run: (args, terminal, over = hostFor) => runCommandLine(args, terminal, over),
          // The protocol is needed where it is spoken, and not where its tools are called.
          serve: async (deps) => (await import('./assistants/server.ts')).serveAssistant(deps),
        });
    },
  ],
  [
    'completions',
    'prints completions for bash, zsh or fish',
    async (line) => {
      const { describeCompletions } = await import('./commands/completions.ts');
      return (command) => describeCompletions(command, wholeProgram(line));
    },
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
