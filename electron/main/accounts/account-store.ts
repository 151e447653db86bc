import { fail, ok, type Result } from '#shared/result.ts';
import type { AccountRecord } from '../workspace/first-records.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Listing = Pick<Workspace['accounts'], 'list'>;

/** One stored account. Fails with: `no-account`, `storage`. */
export async function recordOf(store: Listing, id: string): Promise<Result<AccountRecord>> {
  const all = await store.list({});
  if (!all.ok) return all;
  const found = all.value.find((account) => account.id === id);
  return found === undefined ? fail({ kind: 'no-account' }) : ok(found);
}

/** The labels of all accounts but `id`. Fails with: `storage`. */
export async function labelsBeside(store: Listing, id: string | null): Promise<Result<readonly string[]>> {
  const all = await store.list({});
  return all.ok ? ok(all.value.filter((account) => account.id !== id).map((account) => account.label)) : all;
}
