import { valueOf } from '../lib/remote.ts';
import { type AccountsState, type AccountsStore, activeAccount } from './accounts-store.ts';

/** What is to be done when the page turns to another account, or to the same one by another key. */
export interface Turns {
  /** What belongs to the account before is forgotten. */
  readonly onAnotherAccount: () => void;
  /** The way to the service is tried anew; at the start as well. */
  readonly onAnotherLogin: () => void;
}

interface Login {
  readonly id: string | null;
  readonly savedAt: string | null;
}

/** What one account knows is not what another knows, and another key is another way to the service. */
export function followAccount(accounts: AccountsStore, { onAnotherAccount, onAnotherLogin }: Turns): void {
  let before: Login | null = null;
  accounts.subscribe((state) => {
    const now = loginOf(state);
    if (now === null || (before?.id === now.id && before.savedAt === now.savedAt)) return;
    const isAnotherAccount = before !== null && before.id !== now.id;
    before = now;
    if (isAnotherAccount) onAnotherAccount();
    onAnotherLogin();
  });
}

/** Null until the accounts have been read. */
function loginOf(state: AccountsState): Login | null {
  if (valueOf(state.accounts) === null) return null;
  const account = activeAccount(state);
  return { id: account?.id ?? null, savedAt: account?.key.savedAt ?? null };
}
