import type { CliCommand } from './cli-command.ts';
import type { HostFor } from './host.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** Runs a command line; what only some of them need, the parser included, is loaded when one is run. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  hostFor: HostFor,
): Promise<ExitCode> {
  const { createProgram } = await import('./cli-command.ts');
  const program = createProgram({ args, terminal, hostFor })
    .usage('<command> [options]')
    .description(
      'Bulk lookups without a window, for scripts and schedules. It uses the same accounts and sessions as the window.',
    )
    .addHelpText('after', afterHelp);
  for (const [name, summary, load] of nouns) {
    const command = program.command(name).summary(summary);
    // The others are listed only.
    if (args.includes(name)) (await load())(command);
  }
  return program.run();
}

type Noun = readonly [name: string, summary: string, load: () => Promise<(command: CliCommand) => void>];

/** All commands, each with what describes it. */
export const nouns: readonly Noun[] = [
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
    'settings',
    'prints and changes settings',
    async () => (await import('./commands/settings.ts')).describeSettings,
  ],
  [
    'practice',
    'runs the practice service, for testing this or any other client',
    async () => (await import('./commands/practice.ts')).describePractice,
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
