import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { createAccountStore } from '../../../../../renderer/src/accounts/account-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anAccount, aWorld } from '../../../../support/fake-world.ts';

describe('the account screen', () => {
  it('lets a late report lose to another account', async () => {
    let answer = (): void => undefined;
    const { request } = createFakeBridge(aWorld(), {
      accounts: {
        test: () =>
          new Promise((resolve) => {
            answer = () =>
              resolve(
                ok({
                  probes: [],
                  clockSkewMs: null,
                  isClockEarlier: false,
                  testedAt: '2026-11-21T08:00:00.000Z',
                  address: null,
                  option: null,
                }),
              );
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
