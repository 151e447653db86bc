import { accountCommand } from './account/account-command.ts';
import type { Command } from './command.ts';
import { lookupCommand } from './lookup/lookup-command.ts';
import { sessionCommand } from './session/session-command.ts';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const here = (command: Command) => () => Promise.resolve(command);

/** What the command line can do. The practice service is loaded where it is asked for: nothing else needs a server. */
export const commands: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ['account', { summary: 'adds, lists, tests and removes accounts', load: here(accountCommand) }],
  [
    'lookup',
    { summary: 'asks for names under TLDs, in a session that outlives the run', load: here(lookupCommand) },
  ],
  ['session', { summary: 'lists, shows, resumes and exports sessions', load: here(sessionCommand) }],
  [
    'practice',
    {
      summary: 'runs the practice service, for trying out this or any other client',
      load: async () => (await import('./practice/practice-command.ts')).practiceCommand,
    },
  ],
]);

export const commandNames: readonly string[] = [...commands.keys()];
