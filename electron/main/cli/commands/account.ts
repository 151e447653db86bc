import { removalText } from '#shared/domain/account-removal.ts';
import { accountColours } from '#shared/domain/account.ts';
import { fail, ok } from '#shared/result.ts';
import type { Account, AccountDraft } from '../../accounts/account.ts';
import { type ConnectionReport, probedClient, testConnection } from '../../connections/connection-test.ts';
import {
  commandOf,
  type CommandServices,
  keyFromInput,
  listing,
  type ListingAsked,
  noWords,
  onlyWord,
  withOptions,
} from '../command.ts';
import { accountNamed } from '../shared-options.ts';
import { codeOf, type ExitCode, exitCodes, sayFailure, sayUsage, table, type Terminal } from '../terminal.ts';

const addName = 'account add';

const addHelp = `Usage: namedesk account add --label L --base-url URL --username EMAIL --key-stdin

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

type AddAsked = Omit<AccountDraft, 'colour'>;

const addCommand = withOptions({
  name: addName,
  help: addHelp,
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
  asked: AddAsked,
  { accounts, connections }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await accounts.list();
  if (!listed.ok) return sayFailure(terminal, addName, listed.error);
  const colour = accountColours[listed.value.accounts.length % accountColours.length] ?? accountColours[0];
  const key = await keyFromInput(terminal);
  if (!key.ok) return sayUsage(terminal, addName, key.error);
  const added = await accounts.add({ ...asked, colour });
  if (!added.ok) return sayFailure(terminal, addName, added.error);
  const saved = await accounts.saveKey(added.value.id, key.value, 'keychain');
  if (saved.ok) {
    terminal.out(`Added "${added.value.label}". Its key is in the system's keychain.`);
    return exitCodes.done;
  }
  // Without its key the account is of no use, and its label would block the next attempt.
  await accounts.remove(added.value.id);
  await accounts.delete(added.value.id);
  await connections.drop(added.value.id);
  return sayFailure(terminal, addName, saved.error);
}

const listHelp = `Usage: namedesk account list [--json]

Lists the accounts, each with the place of its key: keychain, memory (until the window closes), none.

  --json  as JSON, for scripts`;

const listCommand = withOptions({
  name: 'account list',
  help: listHelp,
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

/** The practice service creates its own address and user at each start. */
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

const testName = 'account test';

const testHelp = `Usage: namedesk account test L

Asks the service of the account L for the credit, the TLDs and the version, and says which of them answered and how its
clock differs. Changes nothing. The exit code is 0 when the credit was answered, 3 when the service refused.`;

const testCommand = withOptions({
  name: testName,
  help: testHelp,
  options: {},
  read: ({ words }) => onlyWord(words, 'the label of an account'),
  work: test,
});

async function test(
  label: string,
  { accounts, connections }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const account = await accountNamed(accounts, label);
  if (!account.ok) return sayFailure(terminal, testName, account.error);
  const connection = await connections.of(account.value.id);
  if (!connection.ok) return sayFailure(terminal, testName, connection.error);
  const report = await testConnection(probedClient(connection.value.client), () => new Date());
  terminal.out(table(report.probes.map(({ operation, verdict, answer }) => [operation, verdict, answer])));
  terminal.out(clockLine(report));
  return verdict(report, terminal);
}

/** A difference below two seconds is caused by latency, not by the clock. */
function clockLine({ clockSkewMs }: ConnectionReport): string {
  if (clockSkewMs === null) return "the service's clock is not known";
  const seconds = Math.round(clockSkewMs / 1_000);
  if (Math.abs(seconds) < 2) return "the service's clock agrees with this computer's";
  return `the service's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this computer's`;
}

/** A missing permission is not a failure if the account can be used otherwise. */
function verdict({ probes }: ConnectionReport, terminal: Terminal): ExitCode {
  const failed = probes.find((probe) => probe.verdict === 'failed' && probe.error !== null);
  if (failed?.error == null) return exitCodes.done;
  sayFailure(terminal, testName, failed.error);
  return codeOf(failed.error);
}

const removeName = 'account remove';

const removeHelp = `Usage: namedesk account remove L [--yes L]

Removes the account L, its key in the keychain, and everything that is its own here: domains with their notes and tags, bulk
lookups, drafts, batches. Says how much that is, and asks for the label to be typed. A backup of the workspace is made first;
otherwise it cannot be undone from the command line. The journal of changes stays.

  --yes L  the label once more, instead of typing it: for scripts

While a change of the account is not finished, or one of its batches is being read or applied, nothing is removed. Where the
key cannot be removed, nothing is, and the exit code is 4.`;

interface RemoveAsked {
  readonly label: string;
  /** The label given as confirmation; null if the user is asked for it. */
  readonly confirmed: string | null;
}

const removeCommand = withOptions({
  name: removeName,
  help: removeHelp,
  options: { yes: { type: 'string' } },
  read({ values, words }) {
    const label = onlyWord(words, 'the label of an account');
    return label.ok ? ok({ label: label.value, confirmed: values.yes ?? null }) : label;
  },
  work: remove,
});

async function remove(asked: RemoveAsked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const account = await accountNamed(services.accounts, asked.label);
  if (!account.ok) return sayFailure(terminal, removeName, account.error);
  const { id, label } = account.value;
  const contents = await services.accounts.contents(id);
  if (!contents.ok) return sayFailure(terminal, removeName, contents.error);
  if (contents.value.inUse !== null) return sayFailure(terminal, removeName, contents.value.inUse);
  const lost = removalText(contents.value, (count) => count.toLocaleString('en'));
  const typed = lost === null ? null : await typedLabel(asked, account.value, lost, terminal);
  if (lost !== null && typed?.trim().toLowerCase() !== label.toLowerCase()) {
    return sayUsage(
      terminal,
      removeName,
      `Its label was not typed: nothing was removed. Give --yes "${label}".`,
    );
  }
  const removed = await services.removal.removeForGood(id, typed);
  if (!removed.ok) return sayFailure(terminal, removeName, removed.error);
  terminal.out(`Removed "${label}" and its key.`);
  return exitCodes.done;
}

/** A script is not asked: it might wait forever for the answer. */
async function typedLabel(
  { confirmed }: RemoveAsked,
  { label }: Account,
  lost: string,
  { err, columns, input }: Terminal,
): Promise<string | null> {
  err(`${lost} A backup is made first.`);
  if (confirmed !== null) return confirmed;
  if (columns === null) return null;
  err(`Type ${label} to remove it:`);
  return await input.firstLine();
}

const accountHelp = `Usage: namedesk account <what> [options]

  add       adds an account; its API key is read from the standard input into the system's keychain
  list      lists the accounts, and where their keys are
  test L    asks the service of the account L for its credit, its TLDs and its version; changes nothing
  remove L  removes the account L, its key, and everything that is its own here; asks for its label

"namedesk account add --help" and so on explain each.`;

export const accountCommand = commandOf('account', accountHelp, {
  add: addCommand,
  list: listCommand,
  test: testCommand,
  remove: removeCommand,
});
