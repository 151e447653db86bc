// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mostListedChanges } from '#shared/domain/bounds.ts';
import { fail, ok } from '#shared/result.ts';
import { aBatch, aChange, anUncertainChange } from '../../../../../support/a-change.ts';
import { aDomain, aKnown } from '../../../../../support/fake-portfolio.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../../support/fake-world.ts';
import { bakery, button, page, showing } from '../a-portfolio.tsx';
import { drawInJsdom, enter } from '../../../../../support/draw.tsx';

drawInJsdom();

const tab = (name: string) => screen.getByRole('tab', { name });

const away = { kind: 'unreachable', why: 'no-answer-in-time' } as const;

/** The id that the page gave to an edit. */
const edit: unknown = expect.any(String);

describe('the domains before and after, in the order of the list', () => {
  const at = (view: () => unknown) =>
    expect.objectContaining({ view: expect.objectContaining(view()) as unknown }) as unknown;

  it('are opened by a button or by a key, on the same tab, as the list is filtered and sorted', async () => {
    const { user, view, stores } = await showing();
    await user.click(within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button'));
    act(() => stores.route.actions.goToDomains(page('harbour.shop', 'history')));
    await user.click(await screen.findByRole('button', { name: 'Next domain' }));
    expect(view()).toEqual(at(() => page('fresh.app', 'history')));
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(view()).toEqual(at(() => page('northwind.com', 'history')));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous domain' }).disabled).toBe(true);
  });
});

describe('the page of a domain', () => {
  it('names it in both forms and says whose it is', async () => {
    const { user, asked } = await showing({ view: page(bakery) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('bäckerei.de');
    const head = screen.getByRole('banner');
    expect(head.textContent).toContain(bakery);
    expect(head.textContent).toContain('Practice');
    await user.click(button('Copy the name'));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'bäckerei.de' }]);
  });

  it('goes through its parts with the arrow keys, and one alone is reached by Tab', async () => {
    const { user, view } = await showing({ view: page('northwind.com') });
    // Where the focus comes to, whatever the page was opened with.
    expect(tab('Overview').hasAttribute('data-takes-focus')).toBe(true);
    act(() => tab('Overview').focus());
    await user.keyboard('{ArrowLeft}');
    expect(view()).toMatchObject({ view: { tab: 'history' } });
    expect(document.activeElement).toBe(tab('History'));
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(view()).toMatchObject({ view: { tab: 'contacts' } });
    await user.keyboard('{Home}');
    expect(tab('Overview').getAttribute('aria-selected')).toBe('true');
    const [first, ...others] = screen.getAllByRole('tab').map((one) => one.tabIndex);
    expect([first, ...new Set(others)]).toEqual([0, -1]);
    expect(screen.getByRole('tabpanel', { name: 'Overview' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(view()).toMatchObject({ view: { kind: 'list' } });
  });

  it('says of another account that the domain is not among its own, and can add it', async () => {
    const { stores, user, asked } = await showing({ view: page('northwind.com') });
    await act(() => stores.accounts.actions.select('account-1'));
    expect(screen.getByText('northwind.com is not in this portfolio')).toBeTruthy();
    await user.click(button('Add it'));
    expect(asked('domains.add')).toEqual([{ accountId: 'account-1', text: 'northwind.com', tags: [] }]);
    expect(await screen.findByRole('heading', { level: 1, name: 'northwind.com' })).toBeTruthy();
  });

  it('changes tags where they stand', async () => {
    const { user, asked } = await showing({ view: page('northwind.com') });
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'Spring{Enter}');
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), '{Backspace}{Backspace}');
    expect(asked('domains.tag')).toEqual([
      { accountId: 'practice', domains: ['northwind.com'], add: ['Spring'], remove: [], edit },
      { accountId: 'practice', domains: ['northwind.com'], add: [], remove: ['Spring'], edit },
      { accountId: 'practice', domains: ['northwind.com'], add: [], remove: ['own'], edit },
    ]);
  });

  it('reads all of it again, or a part, and not twice at once', async () => {
    const { user, asked } = await showing({ view: page('northwind.com') });
    await user.click(button('Choose what is read'));
    await user.click(await screen.findByRole('menuitem', { name: /^Nameservers/ }));
    expect(asked('domains.readAgain')).toEqual([
      { accountId: 'practice', domains: ['northwind.com'], parts: ['nameservers'] },
    ]);
    expect(screen.getByText('Reading…')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Read again' }).disabled).toBe(true);
  });

  it.each([
    ['practice', 'domains', 'No registry is asked for names of the practice account'],
    ['account-1', 'settings', undefined],
  ])('the registry of a name of %s, where none is asked: %s', async (accountId, screenName, said) => {
    const domains = [aDomain('northwind.com', { accountId })];
    const accounts = [aPracticeAccount(), anAccount()];
    const { user, stores } = await showing({
      view: page('northwind.com'),
      world: aWorld({ accounts, activeId: accountId, domains }),
    });
    await user.click(button('Choose what is read'));
    await user.click(await screen.findByRole('menuitem', { name: 'Expiry, at the registry…' }));
    expect(stores.route.getState().route.screen).toBe(screenName);
    expect(stores.notices.getState().notice?.text).toBe(said);
  });

  it('has the service read its registry from the same menu, after a review that is shown in the overview', async () => {
    const { user, asked, stores } = await showing({ view: { ...page('northwind.com'), tab: 'history' } });
    await user.click(button('Choose what is read'));
    await user.click(await screen.findByRole('menuitem', { name: 'Have the service read it again…' }));
    expect(asked('changes.prepare')).toMatchObject([{ domain: 'northwind.com', ask: { kind: 'sync' } }]);
    expect(stores.route.getState().route).toMatchObject({ view: { tab: 'overview' } });
  });

  it.each([
    ['refreshes what is known for over an hour', {}, {}, 1],
    ['refreshes nothing where that is switched off', { isOn: false }, {}, 0],
    ['refreshes nothing while offline', { connection: 'offline' }, {}, 0],
    ['refreshes nothing beside a batch that runs', { batch: 'running' }, {}, 0],
    ['refreshes nothing that was put away', {}, { archivedAt: '2026-11-01T08:00:00.000Z' }, 0],
  ] as const)('when it is opened, %s', async (_, given, changes, times) => {
    const { isOn, connection, batch } = {
      isOn: true,
      connection: 'online',
      batch: 'done',
      ...given,
    } as const;
    const { settings, status } = aWorld();
    const { asked, stores } = await showing({
      world: {
        settings: { ...settings, refreshOnOpen: isOn },
        status: { ...status, connection },
        batches: [aBatch({ state: batch })],
        domains: [aDomain('a.com', changes)],
      },
      view: page('a.com'),
    });
    await act(() => Promise.all([stores.settings.actions.read(), stores.status.actions.read()]));
    await act(() => Promise.resolve());
    const { length } = asked('domains.readAgain');
    expect(length).toBe(times);
  });

  it('says what could not be read, and what to do about it', async () => {
    const troubles = [{ part: 'contacts' as const, error: away, at: '2026-11-21T08:00:00.000Z' }];
    const domains = [aDomain('a.com', { troubles })];
    const { user, asked } = await showing({ world: { domains }, view: page('a.com') });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t read: contacts. Tried');
    await user.click(button('Try again'));
    expect(asked('domains.readAgain')).toEqual([
      { accountId: 'practice', domains: ['a.com'], parts: ['contacts'] },
    ]);
  });

  it('stands under what is not over: uncertain first, with the way to it', async () => {
    const changes = [
      aChange({ number: 1, state: 'planned', what: { kind: 'sync' } }),
      anUncertainChange({ number: 2 }),
      anUncertainChange({ number: 3, domain: 'harbour.shop' }),
      aChange({ number: 4 }),
    ];
    const { user, view, bridge } = await showing({ world: { changes }, view: page('northwind.com') });
    const banners = within(screen.getByRole('list', { name: 'Open changes' })).getAllByRole('listitem');
    expect(banners).toHaveLength(2);
    expect(banners[0]?.textContent).toContain('We don’t know whether this was done');
    expect(banners[0]?.textContent).not.toMatch(/fail/i);
    await user.click(button('Details of change 2'));
    expect(view()).toEqual({ screen: 'changes', view: { kind: 'list', changeId: changes[1]?.id } });
    act(() =>
      bridge.tell('changes.changed', { changes: [anUncertainChange({ number: 2, state: 'applied' })] }),
    );
    expect(screen.queryByRole('button', { name: 'Details of change 2' })).toBeNull();
  });
});

describe('the expiry', () => {
  it('is told by a person and taken back, marked as their word', async () => {
    const { user, asked } = await showing({ view: page('fresh.app') });
    await user.click(button('Set expiry…'));
    fireEvent.change(screen.getByLabelText('Expires on'), { target: { value: '2027-03-01' } });
    await user.click(button('Save'));
    expect(asked('domains.setExpiry')).toEqual([
      { accountId: 'practice', domain: 'fresh.app', expiresOn: '2027-03-01' },
    ]);
    expect(await screen.findByText(/^entered by you/)).toBeTruthy();
    await user.click(button('Correct…'));
    await user.click(button('Not known'));
    expect(asked('domains.setExpiry')[1]).toEqual({
      accountId: 'practice',
      domain: 'fresh.app',
      expiresOn: null,
    });
    expect(await screen.findByText(/^Not known\./)).toBeTruthy();
  });
});

describe('the note', () => {
  it('saves itself when one leaves it, and says so', async () => {
    const { user, asked } = await showing({ view: page('fresh.app') });
    await enter(user, screen.getByRole('textbox', { name: 'Note' }), 'Call in March');
    await user.tab();
    expect(asked('domains.setTexts')).toEqual([
      { accountId: 'practice', domain: 'fresh.app', texts: { note: 'Call in March' }, edit },
    ]);
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('F8 typed just before another account is chosen, it is kept under the account that it was typed for', async () => {
    const { stores, asked } = await showing({ view: page('fresh.app') });
    fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'Ours' } });
    await act(() => stores.accounts.actions.select('account-1'));
    expect(asked('domains.setTexts')).toEqual([
      { accountId: 'practice', domain: 'fresh.app', texts: { note: 'Ours' }, edit },
    ]);
  });
});

describe('archiving and removing from the page', () => {
  it('archives, and says so on the page', async () => {
    const { user } = await showing({ view: page('northwind.com') });
    await user.click(button('More for this domain'));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    expect(await screen.findByText('Archived')).toBeTruthy();
  });

  it('removes it, and says that it is not there any more', async () => {
    const { user } = await showing({ view: page('northwind.com') });
    await user.click(button('More for this domain'));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }));
    await user.click(await screen.findByRole('button', { name: 'Remove 1 domain' }));
    expect(await screen.findByText('northwind.com is not in this portfolio')).toBeTruthy();
  });
});

const lines = () =>
  within(screen.getByRole('list', { name: 'History of this domain, newest first' })).getAllByRole('listitem');

const numbers = () =>
  lines().map((line) =>
    Number(/\d+/.exec(within(line).getByRole('button', { name: /^Details of change/ }).ariaLabel ?? '')?.[0]),
  );

const real = { baseUrl: 'https://api.example.com/index.php', username: 'me@example.com' };

describe('the history of a domain', () => {
  it('has its own changes alone, the newest first, uncertain ones in their places', async () => {
    const changes = [
      anUncertainChange({ number: 1 }),
      aChange({ number: 2, note: 'Seen in the panel', state: 'settled' }),
      aChange({ number: 3, domain: 'harbour.shop' }),
      aChange({ number: 4, accountId: 'account-1', service: real }),
      aChange({ number: 5, state: 'refused', what: { kind: 'sync' } }),
    ];
    const { user, view } = await showing({ world: { changes }, view: page('northwind.com', 'history') });
    expect(numbers()).toEqual([5, 2, 1]);
    expect(lines()[0]?.textContent).toContain('RefusedRead again by the service');
    expect(lines()[1]?.textContent).toContain('Seen in the panel');
    await user.click(
      within(lines()[0] ?? document.body).getByRole('button', { name: 'Details of change 5' }),
    );
    expect(view()).toEqual({ screen: 'changes', view: { kind: 'list', changeId: changes[4]?.id } });
  });

  it('has what refreshes found to be different, and shows one kind alone', async () => {
    const domain = aDomain('northwind.com', {
      lock: { ...aKnown('unlocked' as const), before: { value: 'locked', at: '2026-01-01T00:00:00.000Z' } },
    });
    const changes = [aChange({ number: 20 })];
    const { user, bridge } = await showing({
      world: { changes, domains: [domain] },
      view: page('northwind.com', 'history'),
    });
    expect(lines()).toHaveLength(2);
    expect(screen.queryByRole('radio'), 'a few are not parted').toBeNull();
    changes.push(...Array.from({ length: 19 }, (_, index) => aChange({ number: index + 1 })));
    act(() => bridge.tell('changes.changed', { changes }));
    await user.click(await screen.findByRole('radio', { name: 'Read again' }));
    expect(lines().map((line) => line.textContent)).toEqual([
      expect.stringContaining('Registrar lock: locked → unlocked'),
    ]);
    await user.click(screen.getByRole('radio', { name: 'Changes' }));
    expect(numbers()).toHaveLength(20);
  });

  it('follows what main tells', async () => {
    const change = anUncertainChange({ number: 1 });
    const changes = [change];
    const { bridge } = await showing({ world: { changes }, view: page('northwind.com', 'history') });
    const news = [
      { ...change, state: 'applied' as const },
      aChange({ number: 2, state: 'sending' }),
      aChange({ number: 3, domain: 'harbour.shop' }),
    ];
    changes.splice(0, 1, ...news);
    act(() => bridge.tell('changes.changed', { changes: news }));
    await waitFor(() => expect(numbers()).toEqual([2, 1]));
    expect(lines()[1]?.textContent).toContain('Done (verified)');
  });

  it('brings older ones when asked', async () => {
    const changes = Array.from({ length: 130 }, (_, index) => aChange({ number: index + 1 }));
    const { user, asked } = await showing({ world: { changes }, view: page('northwind.com', 'history') });
    expect(lines()).toHaveLength(100);
    await user.click(button('Show older ones (30)'));
    expect(lines()).toHaveLength(130);
    expect(asked('changes.list').at(-1)).toMatchObject({ offset: 0, limit: 200 });
    expect(screen.queryByRole('button', { name: /^Show older/ })).toBeNull();
  });

  it('counts and brings on the page of a real account no change of the practice service', async () => {
    const changes = [
      aChange({ number: 1, accountId: 'account-1', service: real }),
      aChange({ number: 2, accountId: 'account-2', service: real }),
      ...Array.from({ length: 100 }, (_, index) => aChange({ number: index + 3 })),
    ];
    const domains = [aDomain('northwind.com', { accountId: 'account-1' })];
    await showing({
      world: { changes, domains, activeId: 'account-1' },
      view: page('northwind.com', 'history'),
    });
    expect(numbers()).toEqual([2, 1]);
    expect(screen.queryByRole('button', { name: /^Show older/ })).toBeNull();
  });

  it('asks for no more changes than main lists at once', async () => {
    const changes = [aChange()];
    const listed = { changes, total: 9_999, unfiltered: 9_999, byState: {}, accepted: 0 };
    const answer = ok({ ...listed, proven: { confirmed: 0, applied: 0 } });
    const { asked } = await showing({
      view: page('northwind.com', 'history'),
      answers: { changes: { list: () => Promise.resolve(answer) } },
    });
    const older = button(/^Show older/);
    for (let pressed = 0; pressed < 60; pressed += 1)
      await act(async () => {
        older.click();
        await Promise.resolve();
      });
    expect(asked('changes.list').at(-1)).toMatchObject({ limit: mostListedChanges });
  });

  it('says why it cannot be read', async () => {
    await showing({
      view: page('northwind.com', 'history'),
      answers: {
        changes: { list: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const)) },
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the changes from the journal');
  });
});
