import { accountColours } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import { isSameLogin } from '../../accounts/account-draft.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { parseBaseUrl } from '../../reseller/base-url.ts';
import { accountNamed } from './account-named.ts';

/** Which account is to be asked with. */
export type WhichAccount =
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'login'; readonly baseUrl: string; readonly username: string };

/**
 * The account. One that is named by its base URL and user is added where there is none, without a key.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function accountFor(which: WhichAccount, accounts: Accounts): Promise<Result<Account>> {
  if (which.kind === 'label') return accountNamed(accounts, which.label);
  const baseUrl = parseBaseUrl(which.baseUrl);
  if (!baseUrl.ok) return baseUrl;
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const login = { baseUrl: baseUrl.value, username: which.username };
  const all = listed.value.accounts;
  const same = all.filter((account) => account.kind === 'reseller' && isSameLogin(account, login));
  const found = same.find((account) => account.baseUrl === login.baseUrl) ?? null;
  if (found !== null) return ok(found);
  const label = freeLabel(`${which.username} at ${new URL(baseUrl.value).host}`, all);
  const colour = accountColours[all.length % accountColours.length] ?? accountColours[0];
  return accounts.add({ ...login, label, colour });
}

/** The same user at another path of the same server is another account: its label needs a number. */
function freeLabel(wanted: string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map(({ label }) => label.toLowerCase()));
  const base = wanted.slice(0, 75);
  let label = base;
  for (let number = 2; taken.has(label.toLowerCase()); number += 1) label = `${base} ${number}`;
  return label;
}

/** Reads `--account`, or `--base-url` with `--username`. Fails with a sentence. */
export function readWhichAccount(values: {
  readonly account?: string;
  readonly 'base-url'?: string;
  readonly username?: string;
  readonly 'key-stdin-once'?: boolean;
}): Result<WhichAccount, string> {
  const { account, 'base-url': baseUrl, username } = values;
  if (account !== undefined) {
    return baseUrl === undefined && username === undefined
      ? ok({ kind: 'label', label: account })
      : fail('--account says all: leave --base-url and --username out, or --account.');
  }
  if (baseUrl === undefined && username === undefined)
    return fail('--account is missing: the label of an account ("practice" is always there).');
  if (baseUrl === undefined) return fail('--base-url is missing: where the API is.');
  if (username === undefined) return fail('--username is missing: the e-mail address.');
  if (values['key-stdin-once'] !== true)
    return fail(
      '--key-stdin-once is missing: with --base-url the key is read from the standard input for this run.',
    );
  return ok({ kind: 'login', baseUrl, username });
}
