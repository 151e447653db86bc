// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawInJsdom, enter } from '../../../../support/draw.tsx';
import type { SavedView } from '../../../../support/fake-world.ts';
import { button, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

const views = () => within(screen.getByRole('navigation', { name: 'Views' }));
const view = (name: string) => views().getByRole('button', { name });
const current = () =>
  screen.getByRole('navigation', { name: 'Views' }).querySelector('[aria-current=true]')?.textContent;

const aView = (changes: Partial<SavedView> = {}): SavedView => ({
  list: 'domains',
  accountId: null,
  name: 'Bakers',
  body: JSON.stringify({ filter: { text: 'bäck' }, hidden: ['lock'] }),
  ...changes,
});

async function showingWith(savedViews: readonly SavedView[]) {
  const page = await showing({ world: { savedViews } });
  await act(() => page.stores.listViews.actions.load());
  return page;
}

describe('the views of the list of domains', () => {
  it.each([
    ['Expired', ['harbour.shop']],
    ['Due in 30 days', ['harbour.shop']],
    ['Unlocked', ['harbour.shop']],
    ['Without an expiry', ['fresh.app']],
  ])('has one built in, opened by one click and marked: %s', async (name, names) => {
    const { user } = await showing();
    expect(current()).toBe('All domains');
    await user.click(view(name));
    expect(shownNames()).toEqual(names);
    expect(current()).toBe(name);
    await user.click(view('All domains'));
    expect(shownNames()).toHaveLength(4);
  });

  it('saves filter, order and columns under a name, and shows them by one click', async () => {
    const { user, bridge } = await showing();
    await user.click(within(screen.getByRole('columnheader', { name: 'Registrant' })).getByRole('button'));
    await enter(user, screen.getByRole('textbox', { name: 'Find a domain' }), '.com');
    expect(current()).toBeUndefined();
    await user.click(button('List actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Save view…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save view' });
    await enter(user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Dot com');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(current()).toBe('Dot com'));
    expect(bridge.world.savedViews).toMatchObject([{ list: 'domains', accountId: null, name: 'Dot com' }]);
    await user.click(view('All domains'));
    await user.click(view('Dot com'));
    expect(shownNames()).toEqual(['northwind.com']);
    expect(screen.getByRole('columnheader', { name: 'Registrant' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('is of one account or of all: another account’s is not shown', async () => {
    await showingWith([
      aView({ name: 'Mine', accountId: 'practice' }),
      aView({ name: 'Theirs', accountId: 'account-1' }),
      aView({ name: 'Others', list: 'changes' }),
    ]);
    expect(view('Mine')).toBeTruthy();
    expect(views().queryByRole('button', { name: 'Theirs' })).toBeNull();
    expect(views().queryByRole('button', { name: 'Others' })).toBeNull();
  });

  it('is replaced with what is shown, and put back when that is undone', async () => {
    const { user, bridge, stores } = await showingWith([aView()]);
    await user.click(view('Unlocked'));
    await user.click(view('More for the view Bakers'));
    await user.click(await screen.findByRole('menuitem', { name: 'Replace with what is shown' }));
    await waitFor(() => expect(bridge.world.savedViews[0]?.body).toContain('unlocked'));
    await act(() => stores.undo.actions.undo());
    expect(bridge.world.savedViews).toEqual([aView()]);
  });

  it('is renamed in its place, not to a name that is in use', async () => {
    const { user, bridge } = await showingWith([aView(), aView({ name: 'Second' })]);
    await user.click(view('More for the view Bakers'));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename view' });
    const field = within(dialog).getByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await enter(user, field, 'second');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true);
    await user.clear(field);
    await enter(user, field, 'Bread');
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(views().queryByRole('button', { name: 'Bakers' })).toBeNull());
    expect(bridge.world.savedViews.map(({ name }) => name).toSorted()).toEqual(['Bread', 'Second']);
    const names = views()
      .getAllByRole('button')
      .map((one) => one.textContent);
    expect(names.indexOf('Bread')).toBeLessThan(names.indexOf('Second'));
  });

  it('is deleted by the keyboard alone, and put back when that is undone', async () => {
    const { user, bridge, stores } = await showingWith([aView()]);
    act(() => view('More for the view Bakers').focus());
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Delete' });
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(bridge.world.savedViews).toEqual([]));
    await act(() => stores.undo.actions.undo());
    expect(view('Bakers')).toBeTruthy();
  });
});
