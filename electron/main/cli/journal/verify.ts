import type { CommandServices } from '../command.ts';
import { listing, type ListingAsked } from '../listing.ts';
import { counted } from '../numbers.ts';
import { sayFailure } from '../say.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { withOptions } from '../with-options.ts';

const help = `Usage: namedesk journal verify [--json]

Walks the journal of changes from its first entry to its last: each carries a hash over itself and the one before. Prints
how many entries there are and the last hash; keep that hash elsewhere, and later you can tell whether an older part was
written anew. Exit code 0: it holds together. 1: it does not, and Namedesk changes nothing at any service until it does.

  --json  as JSON, for scripts`;

export const verifyCommand = withOptions({ name: 'journal verify', help, ...listing, work: verify });

async function verify(
  { isJson }: ListingAsked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const checked = await changes.health(true);
  if (!checked.ok) return sayFailure(terminal, 'journal verify', checked.error);
  const { entries, changes: number, head, broken } = checked.value;
  if (isJson) terminal.out(JSON.stringify(checked.value, null, 2));
  else if (broken === null) {
    const size = `${counted(entries, 'entry', 'entries')} of ${counted(number, 'change', 'changes')}`;
    terminal.out(`The journal holds together: ${size}.${head === '' ? '' : `\nLast hash: ${head}`}`);
  } else terminal.err(`The journal does not hold together at entry ${broken.seq}: ${broken.why}`);
  return broken === null ? exitCodes.done : exitCodes.failed;
}
