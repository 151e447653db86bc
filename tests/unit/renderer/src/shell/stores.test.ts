import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { fail, ok } from '#shared/result.ts';
import {
  type AccountsState,
  activeAccount,
  createAccountsStore,
  createSettingsStore,
  createStatusStore,
  followAccount,
} from '../../../../../renderer/src/shell/stores.ts';
import { createRouteStore, railScreen } from '../../../../../renderer/src/shell/route-store.ts';
import { chosenTlds, createTldsStore } from '../../../../../renderer/src/search/tlds-store.ts';
import { type AccountSummary, valueOf } from '../../../../../renderer/src/bridge.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the accounts', () => {
  it('are read again when main says that they changed', async () => {
    const bridge = createFakeBridge();
    const store = createAccountsStore(bridge);
    await store.actions.load();
    bridge.world.accounts = [aPracticeAccount(), anAccount()];
    bridge.tell('accounts.changed', {});
    await settled();
    expect(valueOf(store.getState().accounts)?.accounts).toHaveLength(2);
  });

  it('have one that is active, after a switch the other one', async () => {
    const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }));
    const store = createAccountsStore(bridge);
    await store.actions.load();
    expect(activeAccount(store.getState())?.id).toBe('practice');
    await store.actions.select('account-1');
    expect(activeAccount(store.getState())?.id).toBe('account-1');
  });
});

describe('the status', () => {
  it('that main tells unasked wins over an older answer on its way', async () => {
    const told = { ...aWorld().status, connection: 'offline' } as const;
    let answer = (): void => undefined;
    const bridge = createFakeBridge(aWorld(), {
      status: {
        refresh: () =>
          new Promise((resolve) => {
            answer = () => resolve(ok(aWorld().status));
          }),
      },
    });
    const store = createStatusStore(bridge, () => null);
    const asked = store.actions.refresh();
    bridge.tell('status.changed', told);
    answer();
    await asked;
    expect(valueOf(store.getState().status)?.connection).toBe('offline');
  });

  describe('whose credit is not known', () => {
    type Status = ReturnType<typeof aWorld>['status'];
    const unknown: Status = { ...aWorld().status, connection: 'online', credit: null };

    /** How often the status was asked for after these were told. */
    async function asked(...statuses: readonly Status[]): Promise<number> {
      const bridge = createFakeBridge();
      createStatusStore(bridge, () => null, 0);
      for (const status of statuses) {
        bridge.tell('status.changed', status);
        await settled();
        await settled();
      }
      return bridge.world.calls.filter(({ name }) => name === 'status.refresh').length;
    }

    it('is asked for it once the service answers again, and not with each answer', async () => {
      expect(await asked({ ...unknown, connection: 'offline' }, unknown, { ...unknown })).toBe(1);
    });

    it('is not asked while the service does not answer, nor where the credit is known', async () => {
      expect(await asked({ ...unknown, connection: 'refused' })).toBe(0);
      expect(
        await asked({ ...unknown, credit: { amount: '1.00', readAt: '2026-01-01T00:00:00.000Z' } }),
      ).toBe(0);
    });
  });
});

describe('the settings', () => {
  it('are shown at once when changed, and taken back when they could not be kept', async () => {
    const { request } = createFakeBridge(aWorld(), {
      settings: { write: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
    });
    const store = createSettingsStore(request);
    await store.actions.read();
    const writing = store.actions.write({ density: 'compact' });
    expect(valueOf(store.getState().settings)?.density).toBe('compact');
    await writing;
    expect(valueOf(store.getState().settings)?.density).toBe('comfortable');
    expect(store.getState().settings.status).toBe('failed');
  });
});

describe('the TLDs to ask', () => {
  it('are the chosen set’s, or the first set’s where that is gone, or an own list', async () => {
    const store = createTldsStore(createFakeBridge().request, () => null);
    await store.actions.load();
    store.actions.choose({ kind: 'set', id: 'no-longer-there' });
    expect(chosenTlds(store.getState())).toContain('com');
    store.actions.choose({ kind: 'own', tlds: ['shop'] });
    expect(chosenTlds(store.getState())).toEqual(['shop']);
  });
});

describe('the route', () => {
  it('leads to the search field from everywhere and asks for its focus', () => {
    const { actions, getState } = createRouteStore();
    actions.goToAccount('account-1', 'edit');
    actions.show('palette');
    actions.focusSearch();
    expect(getState()).toMatchObject({ route: { screen: 'search' }, overlay: 'none', focusAsked: 1 });
  });

  it('remembers where Register was opened from, lights that on the rail, and keeps it from name to name', () => {
    const { actions, getState } = createRouteStore();
    const session = { kind: 'session', sessionId: 'session-1' } as const;
    actions.goToBulk(session);
    actions.goToRegister(['harbour.com'], null);
    actions.goToRegister(['oakline.io'], null);
    expect(getState().origin).toEqual({ screen: 'bulk', view: session });
    expect(railScreen(getState())).toBe('bulk');
    actions.go(getState().origin);
    expect(getState().route).toEqual({ screen: 'bulk', view: session });
    actions.goToSettings({ kind: 'all' });
    expect(railScreen(getState())).toBe('settings');
  });
});

describe('leaving a place', () => {
  it('waits for the answer where the place asks first, and goes on by it', () => {
    const { actions, getState } = createRouteStore();
    let goOn = (): void => undefined;
    actions.goToBulk({ kind: 'new' });
    actions.holdBack((leave) => (goOn = leave));
    for (const leave of [
      () => actions.focusSearch(),
      () => actions.goToAccount(null, 'look'),
      () => actions.goToSettings({ kind: 'all' }),
      () => actions.goToBulk({ kind: 'list' }),
    ]) {
      leave();
      expect(getState().route).toEqual({ screen: 'bulk', view: { kind: 'new' } });
    }
    goOn();
    expect(getState().route).toEqual({ screen: 'bulk', view: { kind: 'list' } });
  });

  it('asks between the accounts and their form, but not on the way to the same one', () => {
    const { actions, getState } = createRouteStore();
    let asked = 0;
    actions.goToAccount('account-1', 'edit');
    actions.holdBack(() => (asked += 1));
    actions.goToAccount('account-1', 'edit');
    expect(asked).toBe(0);
    actions.goToAccount('account-2', 'look');
    expect(asked).toBe(1);
    expect(getState().route).toMatchObject({ accountId: 'account-1', intent: 'edit' });
  });

  it('does not ask on the way to where one is already, nor after the place has let go', () => {
    const { actions, getState } = createRouteStore();
    let asked = 0;
    actions.goToBulk({ kind: 'new' });
    actions.holdBack(() => (asked += 1));
    actions.goToBulk({ kind: 'new' });
    expect(asked).toBe(0);
    actions.holdBack(null);
    actions.focusSearch();
    expect(asked).toBe(0);
    expect(getState().route.screen).toBe('search');
  });
});

const withKeyOf = (id: string, savedAt: string | null): AccountSummary =>
  anAccount({
    id,
    key: { hasKey: savedAt !== null, place: savedAt === null ? 'none' : 'keychain', savedAt },
  });

function following() {
  const store = createStore<AccountsState>(() => ({ accounts: { status: 'idle' } }));
  const turns: string[] = [];
  followAccount(store, {
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
  const [a, b] = [withKeyOf('a', null), withKeyOf('b', null)];
  const [early, late] = [
    withKeyOf('a', '2026-01-01T00:00:00.000Z'),
    withKeyOf('a', '2026-01-02T00:00:00.000Z'),
  ];

  it.each([
    ['tries the way to the service at the start, and forgets nothing then', [[early]], ['login']],
    [
      'does nothing when the accounts are read again and the login is the same',
      [[a], [{ ...a, label: 'renamed' }, b]],
      ['login'],
    ],
    [
      'tries again after other options were saved: the connection is a new one then',
      [[a], [{ ...a, options: { ...a.options, concurrency: 2 } }]],
      ['login', 'login'],
    ],
    [
      'forgets what another account knew, whichever screen is open',
      [[a], [b]],
      ['login', 'account', 'login'],
    ],
    ['tries the way anew with another key, and keeps what is known', [[early], [late]], ['login', 'login']],
  ])('%s', (_, lists, turned) => {
    const { read, turns } = following();
    for (const list of lists) read(...list);
    expect(turns).toEqual(turned);
  });
});
