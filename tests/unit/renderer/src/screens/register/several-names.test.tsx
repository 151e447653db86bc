// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../../support/draw.tsx';
import { button, field, fillIn, order, show } from './a-register-screen.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

describe('several names', () => {
  const domains = ['harbour.com', 'bakery.com', 'studio.net'];

  it('come one after the other with the same settings', async () => {
    const { user } = await show({ domains });
    expect(await screen.findByText('1 of 3')).toBeTruthy();
    await fillIn(user);
    await order(user, 'harbour.com');
    await user.click(await button('Next: bakery.com'));
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    expect(await field('Last name')).toHaveProperty('value', 'Example');
    expect(await field('Nameserver 1')).toHaveProperty('value', 'ns1.northwind.example');
  });

  it('can be skipped and come back to, each with what was typed for it', async () => {
    const { user } = await show({ domains });
    await user.type(await field('Company'), 'Northwind');
    await user.click(await button('Skip'));
    await user.type(await field('Company'), ' AG');
    await user.click(await button('Back'));
    expect(await field('Company')).toHaveProperty('value', 'Northwind');
  });

  it('wait where one was when one comes back to the screen', async () => {
    const { user, stores } = await show({ domains });
    await user.click(await button('Skip'));
    act(() => stores.route.actions.go({ screen: 'search' }));
    act(() => stores.route.actions.goToRegister([]));
    expect(await screen.findByText('2 of 3')).toBeTruthy();
  });

  it('belong to their account', async () => {
    const { stores, bridge } = await show({ domains });
    await screen.findByText('1 of 3');
    bridge.world.accounts = [
      ...bridge.world.accounts,
      { ...bridge.world.accounts[0], id: 'account-2' } as never,
    ]; // A whole account but for its id.
    bridge.world.activeId = 'account-2';
    await act(() => stores.accounts.actions.load());
    expect(await field('Name to register')).toBeTruthy();
  });
});

it('keeps what was typed as a draft', async () => {
  const { user, asked } = await show();
  await user.type(await field('Company'), 'Northwind');
  await waitFor(() => expect(asked('drafts.save')).toHaveLength(1));
  expect(asked('drafts.save')[0]?.input).toMatchObject({ domain: 'harbour.com', kind: 'register' });
});

it('leads on with a name that was begun before', async () => {
  const { user } = await show({
    domains: [],
    answers: {
      drafts: {
        list: () =>
          Promise.resolve(
            ok({
              drafts: [
                { domain: 'harbour.com', kind: 'register' as const, savedAt: '2026-11-21T08:00:00.000Z' },
              ],
            }),
          ),
      },
    },
  });
  await user.click(await button(/^harbour.com/));
  expect(await screen.findByRole('heading', { name: 'Registrant' })).toBeTruthy();
});
