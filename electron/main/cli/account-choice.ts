import { isolated, isTyped } from '#shared/domain/isolated.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { isReal, isSameLogin } from '#shared/domain/account.ts';
import type { Account, AccountDraft } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { Secret } from '../system/secret.ts';
import { invalidInput } from '../system/texts.ts';
import type { Call, ServicesCall } from './cli-command.ts';
import type { WhichAccount, WhichOwners } from './options.ts';
import { didYouMean } from './words.ts';
import { accountColours } from '#shared/domain/choices.ts';

/**
 * The account for the options. If it is given by base URL and user and does not exist yet, it is added, without a key.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function accountFor(
  { account: label, baseUrl: url = '', username = '' }: WhichAccount,
  accounts: Accounts,
): Promise<Result<Account>> {
  if (label !== undefined) return accountNamed(accounts, label);
  const baseUrl = parseBaseUrl(url);
  if (!baseUrl.ok) return baseUrl;
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const login = { baseUrl: baseUrl.value, username };
  const all = listed.value.accounts;
  const same = all.filter((account) => account.kind === 'reseller' && isSameLogin(account, login));
  const found = same.find((account) => account.baseUrl === login.baseUrl) ?? null;
  if (found !== null) return ok(found);
  const free = freeLabel(`${username} at ${new URL(baseUrl.value).host}`, all);
  return accounts.add({ ...login, label: free, colour: nextColour(all) });
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
 * Fails with: `invalid-input`, `storage`.
 */
export async function accountNamed(accounts: Accounts, label: string): Promise<Result<Account>> {
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const all = listed.value.accounts;
  const wanted = label.toLowerCase();
  const found =
    all.find((account) => account.label.toLowerCase() === wanted || account.id === label) ??
    all.find((account) => isTyped(label, account.label));
  if (found !== undefined) return ok(found);
  if (wanted === 'practice') return accounts.addPractice();
  const labels = all.map((account) => account.label);
  const hint = `${didYouMean(label, labels)}${listOf(labels)}`;
  return invalidInput('account', `There is no account "${isolated(label)}".${hint}`);
}

/** The account that is named, or all but the practice account. Fails with: `invalid-input`, `storage`. */
export async function accountsNamed(
  accounts: Accounts,
  { account: label }: WhichOwners,
): Promise<Result<readonly Account[]>> {
  if (label !== undefined) return mapOk(await accountNamed(accounts, label), (account) => [account]);
  return mapOk(await accounts.list(), ({ accounts: all }) => all.filter(isReal));
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
 * Fails with: what `work` fails with, `no-key`, `keychain`.
 */
export async function withKey<T>(
  call: ServicesCall,
  accountId: string,
  { keyStdinOnce, passwordStdinOnce }: GivenSecrets,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { accounts, connections } = call.services;
  const key = keyStdinOnce === true ? await keyFromInput(call) : null;
  const password = passwordStdinOnce === true ? await passwordFromInput(call) : null;
  const forgetPassword = password && (await call.services.team.open()).usePassword(password);
  const forgetKey = key && accounts.useTemporaryKey(accountId, key);
  try {
    if (key !== null) return await work();
    // Checked before a session is created: on a machine without a keychain, scheduled runs would pile up sessions.
    // The practice service creates its key at the first connection.
    const connected = await connections.of(accountId);
    const stored = connected.ok ? await accounts.keyFor(accountId, connected.value.account) : connected;
    return stored.ok ? await work() : stored;
  } finally {
    forgetKey?.();
    forgetPassword?.();
  }
}

/** What is read from the standard input for this run alone, one line each, in this order. */
export interface GivenSecrets {
  readonly keyStdinOnce?: true;
  readonly passwordStdinOnce?: true;
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
