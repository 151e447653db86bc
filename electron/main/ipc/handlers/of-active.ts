import { ok, type Result } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';

/** Does something with the active account's id. Fails with: `no-account`, and what `use` fails with. */
export type OfActive = <T>(use: (accountId: string) => Promise<Result<T>>) => Promise<Result<T>>;

export const ofActive =
  (active: Pick<ActiveAccount, 'account'>): OfActive =>
  async (use) => {
    const account = await active.account();
    return account.ok ? await use(account.value.id) : account;
  };

/** An answer that says nothing but that it was done. */
export const done = (result: Result<unknown>): Result<Record<string, never>> => (result.ok ? ok({}) : result);
