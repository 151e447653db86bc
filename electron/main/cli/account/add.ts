import { accountColours } from '#shared/domain/account.ts';
import { fail, ok } from '#shared/result.ts';
import type { AccountDraft } from '../../accounts/account.ts';
import type { CommandServices } from '../command.ts';
import { keyFromInput } from '../key-from-input.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { noWords, withOptions } from '../with-options.ts';

const name = 'account add';

const help = `Usage: namedesk account add --label L --base-url URL --username EMAIL --key-stdin

Adds an account. The API key is read from the first line of the standard input and kept in the system's keychain: it is
never taken from the arguments or the environment, and never shown.

  --label L         what the account is called here; no two accounts have the same
  --base-url URL    where the API is, as your provider names it; it begins with https://
  --username EMAIL  the e-mail address that you enter the API with
  --key-stdin       reads the key from the standard input

Example, with the key out of a password manager:
  pass show reseller/acme | namedesk account add --label Acme \\
    --base-url https://reseller.example/modules/addons/DomainsReseller/api/index.php \\
    --username you@example.com --key-stdin

Where there is no keychain, as on many servers, nothing is added and the exit code is 4. Then give the key for each run:
"namedesk lookup --help", --key-stdin-once.`;

type Asked = Omit<AccountDraft, 'colour'>;

export const addCommand = withOptions({
  name,
  help,
  options: {
    label: { type: 'string' },
    'base-url': { type: 'string' },
    username: { type: 'string' },
    'key-stdin': { type: 'boolean' },
  },
  read({ values, words }) {
    const rest = noWords(words);
    if (!rest.ok) return rest;
    const { label, 'base-url': baseUrl, username } = values;
    if (label === undefined) return fail('--label is missing: what the account is called here.');
    if (label.length > 80) return fail('--label has 80 characters at most.');
    if (baseUrl === undefined) return fail('--base-url is missing: where the API is.');
    if (username === undefined) return fail('--username is missing: the e-mail address.');
    if (values['key-stdin'] !== true)
      return fail(
        '--key-stdin is missing. The key comes from the standard input alone: others can read arguments.',
      );
    return ok({ label, baseUrl, username });
  },
  work: add,
});

async function add(
  asked: Asked,
  { accounts, connections }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await accounts.list();
  if (!listed.ok) return sayFailure(terminal, name, listed.error);
  const colour = accountColours[listed.value.accounts.length % accountColours.length] ?? accountColours[0];
  const key = await keyFromInput(terminal);
  if (!key.ok) return sayUsage(terminal, name, key.error);
  const added = await accounts.add({ ...asked, colour });
  if (!added.ok) return sayFailure(terminal, name, added.error);
  const saved = await accounts.saveKey(added.value.id, key.value, 'keychain');
  if (saved.ok) {
    terminal.out(`Added "${added.value.label}". Its key is in the system's keychain.`);
    return exitCodes.done;
  }
  // Without its key the account is of no use, and its label would stand in the way of the next try.
  await accounts.remove(added.value.id);
  await accounts.delete(added.value.id);
  await connections.drop(added.value.id);
  return sayFailure(terminal, name, saved.error);
}
