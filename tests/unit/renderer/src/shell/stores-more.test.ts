import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { AccountSummary } from '../../../../../renderer/src/bridge.ts';
import {
  type AccountsState,
  type AccountsStore,
  followAccount,
} from '../../../../../renderer/src/shell/stores.ts';

const anAccount = (id: string, savedAt: string | null = null): AccountSummary => ({
  id,
  kind: 'reseller',
  label: id,
  colour: 'blue',
  baseUrl: 'https://example.com',
  username: 'reseller@example.com',
  options: defaultAccountOptions,
  key: { hasKey: savedAt !== null, place: savedAt === null ? 'none' : 'keychain', savedAt },
});

function following() {
  const store = createStore<AccountsState>(() => ({ accounts: { status: 'idle' } }));
  const accounts: AccountsStore = {
    ...store,
    actions: { load: () => Promise.resolve(), select: () => Promise.resolve() },
  };
  const turns: string[] = [];
  followAccount(accounts, {
    onAnotherAccount: () => turns.push('account'),
    onAnotherLogin: () => turns.push('login'),
  });
  const read = (...list: readonly AccountSummary[]) =>
    store.setState({
      accounts: { status: 'ready', value: { accounts: [...list], activeId: list[0]?.id ?? null } },
    });
  return { read, turns };
}

describe('the page follows the active account', () => {
  it('tries the way to the service at the start, and forgets nothing then', () => {
    const { read, turns } = following();
    read(anAccount('a', '2026-01-01T00:00:00.000Z'));
    expect(turns).toEqual(['login']);
  });

  it('does nothing when the accounts are read again and the login is the same', () => {
    const { read, turns } = following();
    read(anAccount('a'));
    read({ ...anAccount('a'), label: 'renamed' }, anAccount('b'));
    expect(turns).toEqual(['login']);
  });

  it('forgets what another account knew, whichever screen is open', () => {
    const { read, turns } = following();
    read(anAccount('a'));
    read(anAccount('b'));
    expect(turns).toEqual(['login', 'account', 'login']);
  });

  it('tries the way anew with another key, and keeps what is known', () => {
    const { read, turns } = following();
    read(anAccount('a', '2026-01-01T00:00:00.000Z'));
    read(anAccount('a', '2026-01-02T00:00:00.000Z'));
    expect(turns).toEqual(['login', 'login']);
  });
});
