import type { Command } from './command.ts';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** What the command line can do. Each command is loaded when it is asked for: `--help` needs none of them. */
export const commands: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'account',
    {
      summary: 'adds, lists, tests and removes accounts',
      load: async () => (await import('./account/account-command.ts')).accountCommand,
    },
  ],
  [
    'lookup',
    {
      summary: 'asks for names under TLDs, in a session that outlives the run',
      load: async () => (await import('./lookup/lookup-command.ts')).lookupCommand,
    },
  ],
  [
    'session',
    {
      summary: 'lists, shows, resumes and exports sessions',
      load: async () => (await import('./session/session-command.ts')).sessionCommand,
    },
  ],
  [
    'codes',
    {
      summary: 'writes transfer codes into one encrypted file',
      load: async () => (await import('./codes/codes-command.ts')).codesCommand,
    },
  ],
  [
    'journal',
    {
      summary: 'checks, lists and exports the journal of changes',
      load: async () => (await import('./journal/journal-command.ts')).journalCommand,
    },
  ],
  [
    'practice',
    {
      summary: 'runs the practice service, for trying out this or any other client',
      load: async () => (await import('./practice/practice-command.ts')).practiceCommand,
    },
  ],
]);

export const commandNames: readonly string[] = [...commands.keys()];
