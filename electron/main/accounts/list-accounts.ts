import { ok, type Result } from '#shared/result.ts';
import type { AccountRecord } from '../workspace/first-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Account, KeyState } from './account.ts';

export interface AccountList {
  readonly accounts: Account[];
  /** Null where none is chosen. */
  readonly activeId: string | null;
}

/** All accounts, each as `seen` makes it, and which one is the active one. Fails with: `storage`. */
export async function listAccounts(
  store: Pick<Workspace['accounts'], 'list' | 'active'>,
  seen: (record: AccountRecord) => Account,
): Promise<Result<AccountList>> {
  const [all, active] = [await store.list({}), await store.active({})];
  if (!all.ok) return all;
  return active.ok ? ok({ accounts: all.value.map(seen), activeId: active.value }) : active;
}

const noKeyKept: KeyState = { hasKey: false, place: 'none', savedAt: null };

/** Where an account's key is by what is on the disk alone: so it is before anything was done in this run. */
export const keyOnDisk = ({ kind, key }: Pick<AccountRecord, 'kind' | 'key'>): KeyState =>
  kind === 'practice' || key.place === 'none' ? noKeyKept : { hasKey: true, ...key };
