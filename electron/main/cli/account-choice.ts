import { isolated, isTyped } from '#shared/domain/isolated.ts';
import { isReal, isSameLogin } from '#shared/domain/account.ts';
import type { Account, AccountDraft } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { Secret } from '../system/secret.ts';
import { invalidInput } from '../system/texts.ts';
import { type Call, endWith, type GivenSecrets, type ServicesCall, valueOf } from './cli-command.ts';
import type { WhichAccount, WhichOwners } from './options.ts';
import { didYouMean } from './words.ts';
import { accountColours } from '#shared/domain/choices.ts';

/**
 * The account for the options. If it is given by base URL and user and does not exist yet, it is added, without a key.
 *
 * Ends the command with `invalid-input`, `storage`.
 */
export async function accountFor(
  { account: label, baseUrl: url = '', username = '' }: WhichAccount,
  accounts: Accounts,
): Promise<Account> {
  if (label !== undefined) return accountNamed(accounts, label);
  const baseUrl = valueOf(parseBaseUrl(url));
  const { accounts: all } = accounts.list();
  const login = { baseUrl, username };
  const same = all.filter((account) => account.kind === 'reseller' && isSameLogin(account, login));
  const found = same.find((account) => account.baseUrl === login.baseUrl) ?? null;
  if (found !== null) return found;
  const free = freeLabel(`${username} at ${new URL(baseUrl).host}`, all);
  return valueOf(await accounts.add({ ...login, label: free, colour: nextColour(all) }));
}

/** The same user at another path of the same server is another account: its label gets a number. */
function freeLabel(wanted: string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map(({ label }) => label.toLowerCase()));
  const base = wanted.slice(0, 75);
  let label = base;
  for (let number = 2; taken.has(label.toLowerCase()); number += 1) label = `${base} ${number}`;
  return label;
}

/**
 * The account with this label (case-insensitive) or id. `practice` is the practice account, even if it was not used
 * before.
 *
 * Ends the command with `invalid-input`, `storage`.
 */
export async function accountNamed(accounts: Accounts, label: string): Promise<Account> {
  const { accounts: all } = accounts.list();
  const wanted = label.toLowerCase();
  const found =
    all.find((account) => account.label.toLowerCase() === wanted || account.id === label) ??
    all.find((account) => isTyped(label, account.label));
  if (found !== undefined) return found;
  if (wanted === 'practice') return valueOf(await accounts.addPractice());
  const labels = all.map((account) => account.label);
  const hint = `${didYouMean(label, labels)}${listOf(labels)}`;
  return endWith(invalidInput('account', `There is no account "${isolated(label)}".${hint}`));
}

/** The id of the account that is named; null where none is. Ends the command with `invalid-input`, `storage`. */
export const onlyAccount = async (accounts: Accounts, label: string | undefined): Promise<string | null> =>
  label === undefined ? null : (await accountNamed(accounts, label)).id;

/** The account that is named, or all but the practice account. Ends the command with `invalid-input`, `storage`. */
export async function accountsNamed(
  accounts: Accounts,
  { account: label }: WhichOwners,
): Promise<readonly Account[]> {
  if (label !== undefined) return [await accountNamed(accounts, label)];
  return accounts.list().accounts.filter(isReal);
}

const listOf = (labels: readonly string[]): string =>
  labels.length === 0
    ? ' There are no accounts yet: "namedesk account add --help" explains how to add one'
    : ` "namedesk account list" shows all ${labels.length}`;

/** The colours are taken in turn. */
export const nextColour = (accounts: readonly Account[]): AccountDraft['colour'] =>
  accountColours[accounts.length % accountColours.length] ?? accountColours[0];

/**
 * Runs `work` with a key for the account: the key given for this run, which is forgotten afterwards and never stored,
 * or the stored key. The password of the team, where one is given, is the line after the key, and for this run as well.
 *
 * Ends the command with what `work` ends it with, `no-key`, `keychain`.
 */
export async function withKey<T>(
  call: ServicesCall,
  accountId: string,
  { keyStdinOnce, passwordStdinOnce }: GivenSecrets,
  work: () => Promise<T>,
): Promise<T> {
  const { accounts, connections } = call.services;
  const key = keyStdinOnce === true ? await keyFromInput(call) : null;
  const password = passwordStdinOnce === true ? await passwordFromInput(call) : null;
  const forgetPassword = password && (await call.services.team.open()).usePassword(password);
  const forgetKey = key && accounts.useTemporaryKey(accountId, key);
  try {
    if (key !== null) return await work();
    // Checked before a session is created: on a machine without a keychain, scheduled runs would pile up sessions.
    // The practice service creates its key at the first connection.
    const { account } = valueOf(await connections.of(accountId));
    valueOf(await accounts.keyFor(accountId, account));
    return await work();
  } finally {
    forgetKey?.();
    forgetPassword?.();
  }
}

/** The API key: the first line of standard input. */
export async function keyFromInput({ terminal, refuse }: Call): Promise<Secret> {
  if (terminal.columns !== null)
    terminal.err('Reading the API key from the first line of the standard input …');
  const key = (await terminal.input.firstLine())?.trim();
  if (key === undefined) return refuse('The first line of the standard input is too long for a key.');
  if (key === '') return refuse('The standard input has no key in its first line.');
  if (/\s/u.test(key)) return refuse('The first line of the standard input has spaces: this is not a key.');
  return new Secret(key);
}

/** The password of the team's database: the next line of standard input, as it is. */
export async function passwordFromInput({ terminal, refuse }: Call): Promise<Secret> {
  if (terminal.columns !== null)
    terminal.err("Reading the team's password from the next line of the standard input …");
  const line = await terminal.input.firstLine();
  if (line === null) return refuse('The line of the standard input is too long for a password.');
  if (line === '') return refuse('The standard input has no password in this line.');
  return new Secret(line);
}
