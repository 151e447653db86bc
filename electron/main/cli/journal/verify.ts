import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { CommandServices } from '../command.ts';
import { listing, type ListingAsked } from '../listing.ts';
import { counted } from '../numbers.ts';
import { sayFailure } from '../say.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { withOptions } from '../with-options.ts';

const help = `Usage: namedesk journal verify [--json]

Walks the journal of changes from its first entry to its last, and the journal of accesses to transfer codes: each entry
carries a hash over itself and the one before. Prints how many there are and the last hash of each; keep these elsewhere, and
later you can tell whether an older part was written anew. Exit code 0: both hold together. 1: one does not; until it does,
Namedesk changes nothing at any service (changes), or asks for no transfer code (accesses).

  --json  as JSON, for scripts`;

export const verifyCommand = withOptions({ name: 'journal verify', help, ...listing, work: verify });

async function verify(
  { isJson }: ListingAsked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const checked = await changes.health(true);
  if (!checked.ok) return sayFailure(terminal, 'journal verify', checked.error);
  const { entries, changes: number, head, broken, accesses } = checked.value;
  const isWhole = broken === null && accesses.broken === null;
  if (isJson) terminal.out(JSON.stringify(checked.value, null, 2));
  else {
    const size = `${counted(entries, 'entry', 'entries')} of ${counted(number, 'change', 'changes')}`;
    sayChain(terminal, 'journal', 'entry', { broken, size, head });
    const lines = counted(accesses.lines, 'line', 'lines');
    sayChain(terminal, 'journal of code accesses', 'line', { ...accesses, size: lines });
  }
  return isWhole ? exitCodes.done : exitCodes.failed;
}

function sayChain(
  terminal: Terminal,
  name: string,
  unit: string,
  { broken, size, head }: Pick<JournalHealth, 'broken' | 'head'> & { readonly size: string },
): void {
  if (broken === null) {
    terminal.out(`The ${name} holds together: ${size}.${head === '' ? '' : `\nLast hash: ${head}`}`);
  } else terminal.err(`The ${name} does not hold together at ${unit} ${broken.seq}: ${broken.why}`);
}
