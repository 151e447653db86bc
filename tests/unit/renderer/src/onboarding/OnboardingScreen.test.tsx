// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { OnboardingScreen } from '../../../../../renderer/src/onboarding/OnboardingScreen.tsx';
import { drawInJsdom, drawPart, enter } from '../../../../support/draw.tsx';
import type { Stores } from '../../../../../renderer/src/app-stores.ts';
import { valueOf } from '../../../../../renderer/src/remote.ts';

drawInJsdom();

it('a user who goes elsewhere as soon as the first start is over stays there, however long the settings take to be stored', async () => {
  const stored = Promise.withResolvers<undefined>();
  const { stores, user, bridge } = await drawPart(<OnboardingScreen />, {
    answers: {
      settings: {
        async write() {
          await stored.promise;
          return ok(bridge.world.settings);
        },
      },
    },
    before: ({ settings }) => settings.actions.read(),
  });
  await user.click(screen.getByRole('button', { name: 'Start with the practice account' }));
  // From here on the shell is shown.
  await waitFor(() => expect(valueOf(stores.settings.getState().settings)?.onboarded).toBe(true));
  stores.route.actions.goToBulk({ kind: 'new' });
  await act(async () => {
    stored.resolve(undefined);
    await stored.promise;
  });
  expect(stores.route.getState().route).toEqual({ screen: 'bulk', view: { kind: 'new' } });
});

it('the practice account begins on Today, where its first tasks are', async () => {
  const { stores, user } = await drawPart(<OnboardingScreen />, {
    world: { accounts: [], activeId: null },
    before: ({ settings }) => settings.actions.read(),
  });
  await user.click(screen.getByRole('button', { name: 'Start with the practice account' }));
  await waitFor(() => expect(isOnboarded(stores)).toBe(true));
  expect(stores.route.getState().route).toEqual({ screen: 'today' });
});

it('says at once of every field that is empty that it is needed, and asks nothing of main', async () => {
  const { user, called } = await drawPart(<OnboardingScreen />, {
    world: { accounts: [], activeId: null },
    before: ({ settings }) => settings.actions.read(),
  });
  await user.click(screen.getByRole('button', { name: 'Add my account' }));
  await user.click(screen.getByRole('button', { name: 'Next: the key' }));
  for (const words of [
    'An account needs a name',
    'This is not a URL. It must begin with https://',
    'This is not an e-mail address',
  ])
    expect(screen.getByText(words)).toBeTruthy();
  await enter(user, screen.getByRole('textbox', { name: 'Name' }), 'Northwind');
  expect(screen.queryByText('An account needs a name')).toBeNull();
  expect(called('accounts.add')).toEqual([]);
});

/** Up to the step after the connection test, with an account of one's own. */
async function atDomains() {
  const page = await drawPart(<OnboardingScreen />, {
    world: { accounts: [], activeId: null },
    before: ({ settings }) => settings.actions.read(),
  });
  const { user } = page;
  await user.click(screen.getByRole('button', { name: 'Add my account' }));
  await enter(user, screen.getByRole('textbox', { name: 'Name' }), 'Northwind');
  await enter(
    user,
    screen.getByRole('textbox', { name: 'Base URL' }),
    'https://portal.northwind.example/api',
  );
  await enter(user, screen.getByRole('textbox', { name: 'E-mail address' }), 'me@northwind.example');
  await user.click(screen.getByRole('button', { name: 'Next: the key' }));
  await user.click(await screen.findByRole('button', { name: 'Enter the key' }));
  await user.click(await screen.findByRole('button', { name: 'Next: your domains' }));
  expect(screen.getByRole('heading', { name: 'Bring your domains' })).toBeTruthy();
  return page;
}

const isOnboarded = ({ settings }: Stores) => valueOf(settings.getState().settings)?.onboarded;

it('after the connection test, the first button opens the registrar’s file for the new account, and leads to its import', async () => {
  const { stores, user, called } = await atDomains();
  const [first] = screen.getAllByRole('button');
  expect(first?.textContent).toBe('Import from your registrar’s file');
  await user.click(first as HTMLElement);
  await waitFor(() => expect(isOnboarded(stores)).toBe(true));
  expect(called('domainImports.chooseFile')).toMatchObject([{ accountId: 'account-1' }]);
  expect(stores.route.getState().route).toEqual({ screen: 'domains', view: { kind: 'import' } });
});
