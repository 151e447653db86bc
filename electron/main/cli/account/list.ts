import type { Account } from '../../accounts/account.ts';
import type { CommandServices } from '../command.ts';
import { listing, type ListingAsked } from '../listing.ts';
import { sayFailure } from '../say.ts';
import { table } from '../table.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { withOptions } from '../with-options.ts';

const help = `Usage: namedesk account list [--json]

Lists the accounts, each with the place of its key: keychain, memory (until the window closes), none.

  --json  as JSON, for scripts`;

export const listCommand = withOptions({
  name: 'account list',
  help,
  ...listing,
  work: list,
});

async function list(
  { isJson }: ListingAsked,
  { accounts }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await accounts.list();
  if (!listed.ok) return sayFailure(terminal, 'account list', listed.error);
  const all = listed.value.accounts;
  if (isJson) terminal.out(JSON.stringify(all.map(shown), null, 2));
  else if (all.length === 0)
    terminal.err('There are no accounts yet. "namedesk account add --help" says how to add one.');
  else
    terminal.out(
      table([['LABEL', 'KIND', 'KEY', 'USERNAME', 'BASE URL'], ...all.map((each) => cells(shown(each)))]),
    );
  return exitCodes.done;
}

/** The practice service makes its own address and user at each start. */
const shown = ({ id, label, kind, username, baseUrl, key }: Account) => ({
  id,
  label,
  kind,
  key: kind === 'practice' ? 'its own' : key.place,
  username,
  baseUrl,
});

const cells = ({ label, kind, key, username, baseUrl }: ReturnType<typeof shown>): readonly string[] => [
  label,
  kind,
  key,
  username || '-',
  baseUrl || '-',
];
