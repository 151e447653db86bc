import { done, fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PracticeHost, PracticeSamples } from '../connections/practice-host.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface PracticeAccountDeps {
  readonly accounts: Pick<Accounts, 'list' | 'find' | 'contents' | 'addPractice'>;
  readonly workspace: Pick<Workspace, 'domains'>;
  readonly practice: Pick<PracticeHost, 'start' | 'samples' | 'reset'>;
  readonly portfolio: Pick<Portfolio, 'add' | 'remove' | 'setExpiry' | 'readAgain' | 'startOver'>;
}

const sampleTag = 'sample';
const troubleTag = 'trouble on purpose';

/**
 * Adds the practice account, with the sample domains in its portfolio. An account that is there already stays as it is: samples
 * that were removed do not come back.
 */
export async function addPracticeAccount(deps: PracticeAccountDeps): Promise<Result<Account>> {
  const { accounts, practice } = deps;
  await practice.start();
  const before = accounts.list();
  const added = await accounts.addPractice();
  if (!added.ok || before.accounts.some(({ id }) => id === added.value.id)) return added;
  const samples = await addSamples(deps, added.value.id);
  return samples.ok ? added : samples;
}

/**
 * Restores the practice service as it was at its start, and replaces the account's portfolio by the samples. Lookups and the
 * journal stay.
 *
 * Fails with: `account-in-use` (a change or batch is open: it would be judged by a state that is gone), `invalid-input`,
 * `no-account`, `storage`.
 */
export async function resetPractice(
  deps: PracticeAccountDeps,
  id: string,
): Promise<Result<Record<string, never>>> {
  const { workspace, accounts, practice, portfolio } = deps;
  const [account, contents] = [accounts.find(id), accounts.contents(id)];
  if (!account.ok) return account;
  if (account.value.kind !== 'practice') return notPractice;
  if (!contents.ok) return contents;
  if (contents.value.inUse !== null) return fail(contents.value.inUse);
  const names = workspace.domains.names({ accountId: id });
  await practice.start();
  practice.reset();
  await portfolio.remove(id, names);
  return done(await addSamples(deps, id));
}

/** The service knows nothing of what was done before it started: what was expected after renewals and registrations goes with it. */
export async function practiceStartedOver(
  { accounts, portfolio }: Pick<PracticeAccountDeps, 'accounts' | 'portfolio'>,
  { domains }: PracticeSamples,
): Promise<Result<unknown>> {
  const practice = accounts.list().accounts.find(({ kind }) => kind === 'practice');
  if (practice === undefined) return ok(null);
  const dates = new Map(domains.map(({ name, expiresOn }) => [name, expiresOn]));
  await portfolio.startOver(practice.id, dates);
  return ok(null);
}

const notPractice = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'Only the practice account can be reset',
} as const);

/** Adds the samples by the ways a person has: their names, tags and expiries, then a refresh of what else can be read. */
async function addSamples(
  { practice, portfolio }: PracticeAccountDeps,
  accountId: string,
): Promise<Result<unknown>> {
  const { domains, troubles } = practice.samples();
  const names = domains.map(({ name }) => name);
  const added = await portfolio.add(accountId, names.join('\n'), [sampleTag], 'typed');
  if (!added.ok) return added;
  const troubled = await portfolio.add(accountId, troubles.join('\n'), [sampleTag, troubleTag], 'typed');
  if (!troubled.ok) return troubled;
  for (const { name, expiresOn } of domains) {
    const stored = await portfolio.setExpiry(accountId, name, expiresOn, 'sample');
    if (!stored.ok) return stored;
  }
  // Without the registrants: these are encrypted, and a first start should not open the keychain for practice.
  return portfolio.readAgain(accountId, names, ['lock', 'nameservers']);
}
