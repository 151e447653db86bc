// @vitest-environment jsdom

import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../support/draw.tsx';
import { anAccount } from '../../../../support/fake-world.ts';
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
    act(() => stores.route.actions.goToRegister([], null));
    expect(await screen.findByText('2 of 3')).toBeTruthy();
  });

  it('have a form that Reset empties, of what came from the name before too', async () => {
    const { user } = await show({ domains });
    await fillIn(user);
    await user.click(await button('Skip'));
    expect(await field('Last name')).toHaveProperty('value', 'Example');
    await user.click(await button('Reset'));
    expect(await field('Last name')).toHaveProperty('value', '');
    expect(await field('Nameserver 1')).toHaveProperty('value', '');
    await user.click(await button('Skip'));
    expect(await field('Last name')).toHaveProperty('value', '');
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

describe('a name that has nothing to do with the last one', () => {
  async function next(then: (stores: Awaited<ReturnType<typeof show>>['stores']) => void) {
    const shown = await show();
    await fillIn(shown.user);
    await shown.user.click(await button('Another name'));
    act(() => then(shown.stores));
    await screen.findByText('bakery.com');
    return shown;
  }

  it('begins with an empty form: the last registrant is offered, and filled in when asked for alone', async () => {
    const { user, prepared } = await next((stores) =>
      stores.route.actions.goToRegister(['bakery.com'], 'practice'),
    );
    expect(await field('Last name')).toHaveProperty('value', '');
    expect(await field('Nameserver 1')).toHaveProperty('value', '');
    await user.click(await button('Review…'));
    expect(prepared()).toEqual([]);
    expect(screen.getByRole('note').textContent).toContain('harbour.com: Robin van Example');
    await user.click(await button('Use the same'));
    expect(await field('Last name')).toHaveProperty('value', 'Example');
    expect(screen.queryByRole('button', { name: 'Use the same' })).toBeNull();
  });

  it('is offered nothing once something is typed for it', async () => {
    const { user } = await next((stores) => stores.route.actions.goToRegister(['bakery.com'], 'practice'));
    await button('Use the same');
    await user.type(await field('Company'), 'Bakery');
    expect(screen.queryByRole('button', { name: 'Use the same' })).toBeNull();
  });
});

it('F8 keeps what was typed just before another account is chosen under the account before', async () => {
  const { user, asked, stores, bridge } = await show();
  await user.type(await field('Company'), 'N');
  bridge.world.accounts = [...bridge.world.accounts, anAccount({ id: 'account-2' })];
  await act(() => stores.accounts.actions.select('account-2'));
  await waitFor(() => expect(asked('drafts.save')).toHaveLength(1));
  expect(asked('drafts.save')[0]?.input).toMatchObject({ accountId: 'practice', domain: 'harbour.com' });
});

it('keeps what was typed as a draft', async () => {
  const { user, asked } = await show();
  await user.type(await field('Company'), 'Northwind');
  const kept = { accountId: 'practice', domain: 'harbour.com', kind: 'register' };
  await waitFor(() => expect(asked('drafts.save').at(-1)?.input).toMatchObject(kept));
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
