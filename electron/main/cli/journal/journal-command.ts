import { commandOf } from '../subcommand.ts';
import { exportCommand } from './export.ts';
import { listCommand } from './list.ts';
import { verifyCommand } from './verify.ts';

const help = `Usage: namedesk journal <what> [options]

  verify   walks the whole journal of changes and says whether it holds together
  list     lists the changes: what, on which domain, what became of it
  export   writes every entry with its hash, so that others can check the chain

Nothing of it asks the service or changes anything. "namedesk journal verify --help" and so on explain each.`;

export const journalCommand = commandOf('journal', help, {
  verify: verifyCommand,
  list: listCommand,
  export: exportCommand,
});
