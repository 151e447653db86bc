import { commandOf } from '../subcommand.ts';
import { addCommand } from './add.ts';
import { listCommand } from './list.ts';
import { removeCommand } from './remove.ts';
import { testCommand } from './test.ts';

const help = `Usage: namedesk account <what> [options]

  add       adds an account; its API key is read from the standard input into the system's keychain
  list      lists the accounts, and where their keys are
  test L    asks the service of the account L for its credit, its TLDs and its version; changes nothing
  remove L  removes the account L, its key, and everything that is its own here; asks for its label

"namedesk account add --help" and so on explain each.`;

export const accountCommand = commandOf('account', help, {
  add: addCommand,
  list: listCommand,
  test: testCommand,
  remove: removeCommand,
});
