import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { createAccountStore } from '../../../../../renderer/src/accounts/account-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anAccount, aWorld } from '../../../../support/fake-world.ts';

const aReport = {
  ...{ probes: [], clockSkewMs: null, isClockEarlier: false, address: null, option: null },
  testedAt: '2026-11-21T08:00:00.000Z',
};

describe('the account screen', () => {
  it('lets a late report lose to another account', async () => {
    let answer = (): void => undefined;
    const { request } = createFakeBridge(aWorld(), {
      accounts: {
        test: () =>
          new Promise((resolve) => {
            answer = () => resolve(ok(aReport));
          }),
      },
    });
    const store = createAccountStore(request);
    store.actions.show('account-1');
    const test = store.actions.test('account-1');
    store.actions.show('account-2');
    answer();
    await test;
    expect(store.getState().report.status).toBe('idle');
  });
});

describe('taking a key', () => {
  const error: AppError = { kind: 'keychain', fault: 'locked' };

  it('remembers the way in which it was tried, so that the same way can keep it in memory', async () => {
    const { request, world } = createFakeBridge(aWorld({ accounts: [anAccount()], activeId: 'account-1' }), {
      keys: {
        fromClipboard: ({ place }) =>
          Promise.resolve(
            place === 'memory'
              ? ok({ key: { hasKey: true, place, savedAt: null }, tried: null })
              : fail(error),
          ),
      },
    });
    const { actions, getState } = createAccountStore(request);
    actions.show('account-1');
    expect(await actions.takeKey('account-1', 'fromClipboard', 'keychain')).toBe(false);
    expect(getState().keyError).toEqual({ error, way: 'fromClipboard' });
    expect(await actions.takeKey('account-1', 'fromClipboard', 'memory')).toBe(true);
    expect(getState().keyError).toBeNull();
    expect(world.calls.map((call) => call.input)).toEqual([
      { accountId: 'account-1', place: 'keychain' },
      { accountId: 'account-1', place: 'memory' },
    ]);
  });

  it('B4 never turns to memory by itself', async () => {
    const { request, world } = createFakeBridge(aWorld(), {
      keys: { enter: () => Promise.resolve(fail(error)) },
    });
    await createAccountStore(request).actions.takeKey('account-1', 'enter', 'keychain');
    expect(world.calls).toEqual([
      { name: 'keys.enter', input: { accountId: 'account-1', place: 'keychain' } },
    ]);
  });
});

describe('what was tested of an account', () => {
  const account = anAccount();
  const error: AppError = { kind: 'unreachable', why: 'connection-refused' };

  /** It was tested, and another key could not be tried. */
  async function tested() {
    const asked = { test: () => Promise.resolve(ok(aReport)) };
    const { request } = createFakeBridge(aWorld({ accounts: [account], activeId: account.id }), {
      accounts: { test: () => asked.test() },
      keys: {
        enter: () => Promise.resolve(ok({ key: account.key, tried: { isRefused: false, error } })),
      },
    });
    const { actions, getState } = createAccountStore(request);
    actions.show(account.id);
    await actions.test(account.id);
    await actions.takeKey(account.id, 'enter', 'keychain');
    expect(getState()).toMatchObject({ report: { status: 'ready' }, keyTried: { error } });
    return { actions, getState, asked };
  }

  it.each([
    ['address', { baseUrl: 'https://other.example/api' }],
    ['user', { username: 'other@northwind.example' }],
  ])('is dropped, with the key that was tried, where another %s is saved', async (_what, other) => {
    const { actions, getState } = await tested();
    await actions.edit({ ...account, ...other }, account);
    expect(getState()).toMatchObject({ report: { status: 'idle' }, keyTried: null });
  });

  it('stays where another name is saved', async () => {
    const { actions, getState } = await tested();
    await actions.edit({ ...account, label: 'Other' }, account);
    expect(getState()).toMatchObject({ report: { status: 'ready' }, keyTried: { error } });
  });

  it('stays idle after another address, whatever a test of the former one answers later', async () => {
    const { actions, getState, asked } = await tested();
    const late = Promise.withResolvers<ReturnType<typeof ok<typeof aReport>>>();
    asked.test = () => late.promise;
    const test = actions.test(account.id);
    await actions.edit({ ...account, baseUrl: 'https://other.example/api' }, account);
    late.resolve(ok(aReport));
    await test;
    expect(getState().report.status).toBe('idle');
  });

  it('stays with the key that was tested where that one is kept, and goes with it', async () => {
    const { actions, getState } = await tested();
    await actions.decideKey(account.id, false);
    expect(getState()).toMatchObject({ report: { status: 'ready' }, keyTried: null });
    await actions.decideKey(account.id, true);
    expect(getState().report.status).toBe('idle');
  });
});
