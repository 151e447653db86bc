// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { registryAsks, registryLearns } from '#shared/domain/registry.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { createDomainList } from '../../../../../renderer/src/domains/portfolio-store.ts';
import { storeOf } from '../../../../../renderer/src/ui/live-collection.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { drawInJsdom } from '../../../../support/draw.tsx';
import { grid, row, selectedNames, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

const domains = [
  aDomain('both.com', { tags: ['own'] }),
  aDomain('mine.com'),
  aDomain('both.com', { accountId: 'account-1' }),
  aDomain('theirs.com', { accountId: 'account-1' }),
];

/** The active one, whose domains these are unless they say otherwise, and another one. */
const accounts = [{ ...aPracticeAccount(), kind: 'reseller', label: 'Mine' } as const, anAccount()];
const world = { domains, accounts };

const edit: unknown = expect.any(String);

async function choose(user: UserEvent, account: string) {
  await user.click(
    within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name: /^Account/ }),
  );
  await user.click(await screen.findByRole('menuitem', { name: account }));
}

async function showingAll() {
  const page = await showing({ world });
  await choose(page.user, 'All accounts');
  await waitFor(() => expect(shownNames()).toHaveLength(4));
  return page;
}

it('a dialog knows the domains that it is asked about, of an account too that the list does not show', async () => {
  const noted = aDomain('mine.com', { note: 'Never remove it' });
  const { user, stores } = await showing({ world: { ...world, domains: [...domains, noted].slice(2) } });
  await choose(user, anAccount().label);
  await waitFor(() => expect(shownNames()).toEqual(['both.com', 'theirs.com']));
  const { actions } = storeOf(stores, createDomainList);
  act(() => actions.ask({ kind: 'remove', of: [{ accountId: 'practice', names: ['mine.com'] }] }));
  expect(await screen.findByText('This includes 1 note.')).toBeTruthy();
});

describe('the list of domains over all accounts', () => {
  it('shows the domains of all accounts in one list, with whose each is', async () => {
    await showingAll();
    expect(shownNames()).toEqual(['both.com', 'both.com', 'mine.com', 'theirs.com']);
    screen.getByRole('columnheader', { name: 'Account' });
    expect(row('mine.com').textContent).toContain('Mine');
    expect(row('theirs.com').textContent).not.toContain('Mine');
  });

  it('is still of all accounts after another one became active, without what was selected', async () => {
    const { stores, user } = await showingAll();
    await user.keyboard('{Control>}a{/Control}');
    await act(() => stores.accounts.actions.select('account-1'));
    expect(shownNames()).toHaveLength(4);
    expect(selectedNames()).toEqual([]);
  });

  it('asks the registries for the expiries of each account by itself, where that is switched on', async () => {
    const { user, asked, stores } = await showingAll();
    await act(() => stores.settings.actions.write({ registryEnabled: true }));
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    const all = await screen.findByRole('menuitem', { name: 'Expiries, at the registry: All shown' });
    const selected = screen.getByRole('menuitem', { name: 'Expiries, at the registry: Selected' });
    expect(selected.getAttribute('data-disabled')).toBe('true');
    await user.click(all);
    expect(asked('domains.readRegistry')).toEqual([
      { accountId: 'practice', domains: ['both.com', 'mine.com'] },
      { accountId: 'account-1', domains: ['both.com', 'theirs.com'] },
    ]);
    expect(await screen.findAllByText('Reading expiries: 0 of 2')).toHaveLength(2);
  });

  it('reads the selected domains again at the registry too, but never those of the practice account', async () => {
    const { user, asked, stores } = await showing({ world: { domains } });
    await act(() => stores.settings.actions.write({ registryEnabled: true }));
    act(() => grid().focus());
    await user.keyboard('{Control>}a{/Control}');
    await user.keyboard('r');
    expect(asked('domains.readRegistry')).toEqual([]);
    await choose(user, anAccount().label);
    act(() => grid().focus());
    await user.keyboard('{Control>}a{/Control}');
    await user.keyboard('r');
    expect(asked('domains.readRegistry')).toEqual([
      { accountId: 'account-1', domains: ['both.com', 'theirs.com'] },
    ]);
  });

  it('H17 has nothing of practice, and says whose domains it lists', async () => {
    const { user } = await showing({ world: { domains } });
    const about = () => screen.getByText(/^\d+ domains? of /).textContent;
    expect(about()).toBe('2 domains of Practice');
    await choose(user, 'All accounts');
    await waitFor(() => expect(shownNames()).toEqual(['both.com', 'theirs.com']));
    expect(about()).toBe('2 domains of all accounts');
  });

  it('says in the bar’s menu who would be asked where registries are switched off, and switches them on there', async () => {
    const { user, asked, stores } = await showingAll();
    await act(() => stores.settings.actions.read());
    await user.click(screen.getByRole('checkbox', { name: 'Select theirs.com' }));
    await user.click(screen.getByRole('button', { name: 'More for the selected domains' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Read 1 domain again at the registry' }));
    const dialog = await screen.findByRole('dialog', { name: 'Read 1 expiry at the registry?' });
    expect(dialog.textContent).toContain(registryAsks);
    expect(dialog.textContent).toContain(registryLearns);
    expect(asked('domains.readRegistry')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Switch on and read' }));
    expect(stores.settings.actions.known()?.registryEnabled).toBe(true);
    expect(asked('domains.readRegistry')).toEqual([{ accountId: 'account-1', domains: ['theirs.com'] }]);
    expect(selectedNames()).toEqual(['theirs.com']);
  });

  it('archives a selection of two accounts by a request to each under one edit, undone by one', async () => {
    const { user, asked, stores } = await showingAll();
    act(() => grid().focus());
    await user.keyboard('{Control>}a{/Control}a');
    await waitFor(() => expect(asked('domains.archive')).toHaveLength(2));
    expect(asked('domains.archive')).toEqual([
      { accountId: 'practice', domains: ['both.com', 'mine.com'], archived: true, edit },
      { accountId: 'account-1', domains: ['both.com', 'theirs.com'], archived: true, edit },
    ]);
    const [one, other] = asked('domains.archive') as { edit: string }[];
    expect(one?.edit).toBe(other?.edit);
    await act(() => stores.undo.actions.undo());
    expect(asked('domains.revert')).toHaveLength(1);
  });

  it('makes a batch of each account, says so before, and reviews one after the other', async () => {
    const { user, asked, view } = await showingAll();
    act(() => grid().focus());
    await user.keyboard('{Control>}a{/Control}{Shift>}R{/Shift}');
    const dialog = await screen.findByRole('dialog', { name: 'Renew 4 domains' });
    expect(dialog.textContent).toContain('2 batches, one for each account');
    expect(dialog.textContent).toContain('You review one at a time');
    await user.click(within(dialog).getByRole('button', { name: 'Continue to review' }));
    await waitFor(() => expect(asked('batches.prepare')).toHaveLength(2));
    expect(asked('batches.prepare')).toMatchObject([
      { accountId: 'practice', domains: ['both.com', 'mine.com'] },
      { accountId: 'account-1', domains: ['both.com', 'theirs.com'] },
    ]);
    await waitFor(() => expect(view()).toMatchObject({ screen: 'changes', view: { kind: 'batch' } }));
  });
});
