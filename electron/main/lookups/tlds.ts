import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { ok, type Result } from '#shared/result.ts';
import { type ActiveAccount, type Connection, readNow } from '../connections/connections.ts';
import { listTlds } from '../reseller/operations/credits-tlds-version.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The TLDs that an account's service listed, and when. */
export interface TldList {
  readonly tlds: string[];
  /** UTC, ISO 8601; null before the first answer. */
  readonly readAt: string | null;
}

export type TldLists = ReturnType<typeof createTldLists>;

export const createTldLists = (kept: Workspace['tlds'], now: () => Date) => ({
  /**
   * The stored list; requested from the service where there is none yet, or with `refresh`.
   *
   * Fails with: what the client's reads fail with, `storage`. A stored list stays stored.
   */
  async read(connection: Connection, refresh: boolean): Promise<Result<TldList>> {
    const { account } = connection;
    const before = kept.list({ accountId: account.id });
    if (before.readAt !== null && !refresh) return ok(before);
    const listed = await readNow(connection, listTlds, null);
    if (!listed.ok) return listed;
    const list = { tlds: [...listed.value.tlds], readAt: now().toISOString() };
    kept.replace({ accountId: account.id, ...list });
    return ok(list);
  },
});

/** The TLDs used to split a name from its TLD: the active account's and the built-in ones. */
export async function tldsBehindNames(
  workspace: Pick<Workspace, 'tlds'>,
  active: ActiveAccount,
): Promise<readonly string[]> {
  const listed = await resultOf(() => {
    const accountId = active.id();
    return accountId === null ? [] : workspace.tlds.list({ accountId }).tlds;
  });
  return withBuiltInTlds(listed.ok ? listed.value : []);
}
