import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { didYouMean } from '../nearest.ts';

/**
 * The account of a label, upper case or lower, or of an id. `practice` is the practice account, also where it was not used
 * before.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function accountNamed(accounts: Accounts, label: string): Promise<Result<Account>> {
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const all = listed.value.accounts;
  const wanted = label.toLowerCase();
  const found = all.find((account) => account.label.toLowerCase() === wanted || account.id === label);
  if (found !== undefined) return ok(found);
  if (wanted === 'practice') return accounts.addPractice();
  const labels = all.map((account) => account.label);
  return fail({
    kind: 'invalid-input',
    field: 'account',
    reason: `There is no account "${label}".${didYouMean(label, labels)}${listOf(labels)}`,
  });
}

const listOf = (labels: readonly string[]): string =>
  labels.length === 0
    ? ' There is none yet: "namedesk account add --help"'
    : ` "namedesk account list" shows all ${labels.length}`;
