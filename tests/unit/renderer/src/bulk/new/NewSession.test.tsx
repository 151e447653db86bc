// @vitest-environment jsdom

import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../../support/draw.tsx';
import { aReport } from '../../../../../support/fake-intake.ts';
import { anAccount, aPracticeAccount } from '../../../../../support/fake-world.ts';
import { field, kept, show, startButton, step, type } from './a-new-screen.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

describe('a new bulk look-up', () => {
  it('is made by keyboard alone: names, a set, start', async () => {
    const { stores, user, called } = await show();
    expect(document.activeElement).toBe(field());
    await user.keyboard('ab{Enter}cd');
    expect((await kept()).textContent).toContain('2 names');
    const popular = screen.getByRole('button', { name: /^Popular/ });
    popular.focus();
    await user.keyboard('{Enter}');
    expect(popular.getAttribute('aria-pressed')).toBe('true');
    expect(await step('Check').findByText('20')).toBeTruthy();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(called('sessions.create')).toMatchObject([{ start: true }]);
    expect(stores.route.getState().route).toMatchObject({ screen: 'bulk', view: { kind: 'session' } });
    expect(called('intake.discard')).toEqual([]);
  });

  it('begins with the names that it is opened with, read as if they were pasted', async () => {
    const { called } = await show({}, {}, 'bakery.com');
    expect(field()).toHaveProperty('value', 'bakery.com');
    expect((await kept()).textContent).toContain('1 name');
    expect(called('intake.readText')).toMatchObject([{ text: 'bakery.com' }]);
  });

  it('does not bring those names back once something else took their place', async () => {
    const { user } = await show({}, {}, 'bakery.com');
    fireEvent.drop(field(), {
      dataTransfer: { files: [], getData: () => 'another\nlist', types: ['text/plain'] },
    });
    await user.click(await screen.findByRole('button', { name: 'Take other names' }));
    expect(field()).toHaveProperty('value', '');
  });

  it('F15 is made for the account whose name stands on the form, also where another one was made active meanwhile', async () => {
    const { bridge, user, called } = await show();
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^Popular/ }));
    const [shown, other] = [aPracticeAccount(), anAccount()];
    expect(step('Check').getByText(shown.label)).toBeTruthy();
    // As by the command line; the page has not heard of it yet.
    bridge.world.activeId = other.id;
    await user.click(startButton());
    expect(called('sessions.create')).toMatchObject([{ accountId: shown.id }]);
    expect(called('sessions.estimate')).toMatchObject([{ accountId: shown.id }]);
  });

  it('says what is missing, and cannot be started before', async () => {
    const { user } = await show();
    expect(startButton().disabled).toBe(true);
    expect(step('Check').getByRole('status').textContent).toBe('Enter names first.');
    type('bakery');
    expect(step('Check').getByRole('status').textContent).toBe('The names are being read.');
    await kept();
    expect(step('Check').getByRole('status').textContent).toBe('Choose at least one TLD.');
    await user.click(screen.getByRole('button', { name: /^Popular/ }));
    expect(startButton().disabled).toBe(false);
  });

  it('can be created without being started, under a name of one’s own', async () => {
    const { user, called } = await show();
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^Popular/ }));
    const name = step('Check').getByRole('textbox');
    await user.clear(name);
    await user.type(name, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Create without starting' }));
    expect(called('sessions.create')).toMatchObject([{ name: 'Mine', start: false }]);
  });

  it('stays with everything in it when no session could be made', async () => {
    const { user } = await show({
      sessions: { create: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
    });
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^Popular/ }));
    await user.click(startButton());
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
    expect(startButton().disabled).toBe(false);
  });

  it('says plainly that it runs for the practice account, or for one without a key', async () => {
    await show();
    expect(step('Check').getByText(/nothing is real/)).toBeTruthy();
    cleanup();
    const noKey = anAccount({ key: { hasKey: false, place: 'none', savedAt: null } });
    await show({}, { accounts: [noKey], activeId: noKey.id });
    expect(step('Check').getByText(/no key yet/)).toBeTruthy();
  });

  it('is refused with the numbers where it would be too large', async () => {
    const { user } = await show({
      intake: { readText: ({ draftId }) => Promise.resolve(ok(aReport({ draftId, names: 9_000_000 }))) },
    });
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^Popular/ }));
    expect(step('Check').getByRole('status').textContent).toContain('a session holds');
    expect(startButton().disabled).toBe(true);
  });
});

describe('leaving without a session', () => {
  it('asks first where names were entered, and forgets them then', async () => {
    const { stores, user, called } = await show();
    type('bakery');
    await kept();
    stores.route.actions.focusSearch();
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(stores.route.getState().route.screen).toBe('bulk');
    stores.route.actions.focusSearch();
    await user.click(await screen.findByRole('button', { name: 'Leave and forget them' }));
    expect(stores.route.getState().route.screen).toBe('search');
    cleanup();
    expect(called('intake.discard')).toHaveLength(1);
    stores.route.actions.goToAccount(null, 'look');
    expect(stores.route.getState().route.screen).toBe('accounts');
  });

  it('does not ask where nothing was entered', async () => {
    const { stores, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(stores.route.getState().route).toEqual({ screen: 'bulk', view: { kind: 'list' } });
  });
});
