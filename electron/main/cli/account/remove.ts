import type { CommandServices } from '../command.ts';
import { sayFailure } from '../say.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { accountNamed } from './account-named.ts';

const name = 'account remove';

const help = `Usage: namedesk account remove L

Removes the account L, its key in the keychain, and everything that was found with it, its sessions too. Where the key
cannot be removed, nothing is, and the exit code is 4.`;

export const removeCommand = withOptions({
  name,
  help,
  options: {},
  read: ({ words }) => onlyWord(words, 'the label of an account'),
  work: remove,
});

async function remove(label: string, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const { accounts, connections, sessions } = services;
  const account = await accountNamed(accounts, label);
  if (!account.ok) return sayFailure(terminal, name, account.error);
  const all = await sessions.list();
  if (!all.ok) return sayFailure(terminal, name, all.error);
  const theirs = all.value.filter(({ accountId }) => accountId === account.value.id);
  for (const { id } of theirs) {
    const paused = await sessions.pause(id);
    if (!paused.ok) return sayFailure(terminal, name, paused.error);
  }
  const removed = await accounts.remove(account.value.id);
  if (!removed.ok) return sayFailure(terminal, name, removed.error);
  await connections.drop(account.value.id);
  const sessionsToo = theirs.length === 0 ? '' : ` With it went ${theirs.length} of its sessions.`;
  terminal.out(`Removed "${account.value.label}" and its key.${sessionsToo}`);
  return exitCodes.done;
}
