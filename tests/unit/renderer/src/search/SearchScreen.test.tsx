// @vitest-environment jsdom

import { act, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { activeAccount } from '../../../../../renderer/src/shell/stores.ts';
import { notGiven } from '#shared/domain/finding.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { NamedPriceChange } from '#shared/domain/seen-prices.ts';
import { fail, ok } from '#shared/result.ts';
import { SearchScreen } from '../../../../../renderer/src/search/SearchScreen.tsx';
import { searchCommands } from '../../../../../renderer/src/shell/Palette.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { aFinding, anAccount, aPracticeAccount, type ListView } from '../../../../support/fake-world.ts';
import { turns } from '../../../../support/time/virtual-time.ts';
import { drawInJsdom, drawPart, enter } from '../../../../support/draw.tsx';
import { Prices, DetailsHead } from '../../../../../renderer/src/search/Details.tsx';
import { Price } from '../../../../../renderer/src/search/FlaggedPrice.tsx';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../../support/known-answers.ts';
import type { Row } from '../../../../../renderer/src/search/rows.ts';

drawInJsdom();

// jsdom has none; the screen waits for it before it loads what it may need next.
beforeAll(() => void vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act)));

const given = (amount: string) => ({ kind: 'given', amount, currency: null }) as const;

/** A search for `text` under .com and .net, asked and not answered. */
async function searchingFor(
  text: string,
  domains: readonly Domain[] = [],
  answers: FakeAnswers = {},
  accounts = [aPracticeAccount()],
  listViews: readonly ListView[] = [],
) {
  const page = await drawPart(<SearchScreen />, {
    world: { domains, accounts, listViews },
    answers,
    before: ({ tlds }) => tlds.actions.choose({ kind: 'own', tlds: ['com', 'net'] }),
  });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name, domain or URL' });
  await page.user.type(field, `${text}{Enter}`);
  const { search, route } = page.stores;
  const notice = () => page.stores.notices.getState().notice?.text ?? '';
  return { ...page, field, search: search.getState, route: () => route.getState().route, notice };
}

/** As above, and answered: .com is taken, .net can be bought. */
async function found(
  domains: readonly Domain[] = [],
  answers: FakeAnswers = {},
  accounts = [aPracticeAccount()],
) {
  const page = await searchingFor('harbour', domains, answers, accounts);
  const searchId = page.search().runs[0]?.searchId ?? '';
  act(() => {
    const findings = [aFinding('harbour.com', 'taken'), aFinding('harbour.net', 'available')];
    page.bridge.tell('search.findings', { searchId, findings });
    page.bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
  });
  return { ...page, list: await screen.findByRole('grid', { name: 'Findings' }) };
}

const order = { screen: 'register', domains: ['harbour.net'], accountId: null };

const refusal = { kind: 'refused', why: 'credentials', status: 401, said: '' } as const;

/** As above; the service refused the key. `keys` is what the key window gives. */
async function refusedKey(keys: FakeAnswers['keys'] = {}) {
  const page = await searchingFor('harbour', [], { keys });
  const searchId = page.search().runs[0]?.searchId ?? '';
  act(() => {
    const failures = [{ tlds: ['com', 'net'], error: refusal }];
    page.bridge.tell('search.finished', { searchId, failures, cancelled: false });
  });
  const enter = async () => page.user.click(await screen.findByRole('button', { name: 'Enter the key' }));
  return { ...page, enter };
}

it('warns while a name is typed that can be mistaken for another one', async () => {
  await searchingFor('p\u0430ypal');
  expect((await screen.findByRole('note')).textContent).toBe(
    'Check the spelling. It mixes Latin and Cyrillic letters and can be mistaken for another name.',
  );
});

describe('a price that was another one', () => {
  const change = {
    domain: 'harbour.net',
    checkedAt: '2026-11-20T09:00:00.000Z',
    of: 'register',
    before: given('9.99'),
    beforeAt: '2026-11-03T09:00:00.000Z',
    after: given('12.99'),
    isRise: true,
    since: '2026-11-20T09:00:00.000Z',
  } as const;
  async function priced(changes: readonly NamedPriceChange[], checkedAt: string) {
    const priceChanges = () => Promise.resolve(ok({ changes: [...changes] }));
    const page = await searchingFor('harbour', [], { watching: { priceChanges } });
    const searchId = page.search().runs[0]?.searchId ?? '';
    const prices = [{ period: 1, register: given('12.99'), transfer: notGiven, renew: given('8.00') }];
    act(() => {
      const findings = [
        aFinding('harbour.com', 'taken'),
        aFinding('harbour.net', 'available', { checkedAt, prices }),
      ];
      page.bridge.tell('search.findings', { searchId, findings });
      page.bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
    });
    await vi.waitFor(() =>
      expect(page.called('watching.priceChanges')).toEqual([
        { accountId: 'practice', domains: ['harbour.net'] },
      ]),
    );
    return await screen.findByRole('row', { name: /harbour\.net/ });
  }

  it('is marked in its row, with what it was and on which day', async () => {
    const row = await priced([change], change.checkedAt);
    const mark = await within(row).findByRole('img', { name: /^Registration: 9\.99 → 12\.99 since / });
    expect(mark.closest('[role=gridcell]')?.textContent).toContain('12.99');
    expect(row.textContent).toMatch(/was 9\.99 on .*2026/);
    expect(within(row).queryByRole('img', { name: /Renewal/ })).toBeNull();
  });
});

describe('a refused key', () => {
  it('is entered from here, and the same names are checked again with it', async () => {
    const { enter, called, route } = await refusedKey();
    expect(called('search.start')).toHaveLength(1);
    await enter();
    await vi.waitFor(() => expect(called('search.start')).toHaveLength(2));
    expect(called('search.start')[1]).toMatchObject({ label: 'harbour', tlds: ['com', 'net'] });
    expect(route()).toEqual({ screen: 'search' });
  });
});

describe('the way to an order', () => {
  it('stands on the row of every name that can be bought, whichever row is chosen', async () => {
    const { user, list, route } = await found();
    const [button, ...more] = within(list).getAllByRole('button', { name: /^Register/ });
    expect([button?.getAttribute('aria-label'), more]).toEqual(['Register harbour.net…', []]);
    await user.click(screen.getByRole('button', { name: 'Register harbour.net…' }));
    expect(route()).toEqual(order);
  });

  it('is Enter on that row; on another it shows the details, as I does', async () => {
    const { user, search, route } = await found();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(search().open).toBe('harbour.com');
    await user.keyboard('{Escape}{ArrowUp}i');
    expect(search().open).toBe('harbour.net');
    await user.keyboard('{Enter}');
    expect(route()).toEqual(order);
  });
});

describe('names ticked to be registered together', () => {
  it('are ordered by one button, and nothing that cannot be bought can be ticked', async () => {
    const { user, route } = await found();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Select harbour.net' }));
    expect(screen.getByRole('checkbox', { checked: true })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select none' }));
    expect(screen.queryByRole('button', { name: 'Register 1…' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select harbour.net' }));
    await user.click(screen.getByRole('button', { name: 'Register 1…' }));
    expect(route()).toEqual(order);
  });
});

describe('a name that is in the portfolio', () => {
  it('is marked as yours, and leads to its page; one that was archived is not', async () => {
    const archivedAt = '2026-11-20T10:00:00.000Z';
    const { user, list, route } = await found([
      aDomain('harbour.com', { accountId: 'practice' }),
      aDomain('harbour.net', { accountId: 'practice', archivedAt }),
    ]);
    await user.click(await within(list).findByRole('button', { name: 'Yours: view harbour.com' }));
    const view = { kind: 'domain', domain: 'harbour.com', tab: 'overview' };
    expect(route()).toEqual({ screen: 'domains', view });
  });

  it('is marked in its details where the account does not list its TLD, and only there', async () => {
    const { user, list, stores } = await found();
    await stores.tlds.actions.load();
    await within(list).findByRole('button', { name: /^Register/ });
    await user.keyboard('{ArrowDown}i');
    const details = await screen.findByRole('complementary', { name: 'Details of harbour.net' });
    expect(within(details).queryByRole('note')).toBeNull();
    act(() => stores.tlds.setState({ list: { status: 'ready', value: { tlds: ['.com'], readAt: null } } }));
    expect(within(details).getByRole('note').textContent).toBe('Not in this account’s list: .net');
    const listed = (...tlds: readonly string[]) =>
      act(() => stores.tlds.setState({ list: { status: 'ready', value: { tlds, readAt: null } } }));
    listed('.NET');
    expect(within(details).queryByRole('note')).toBeNull();
    listed('.t', '.et', '.harbour.net');
    expect(within(details).getByRole('note')).toBeDefined();
  });

  it('F15 has the details of the account that is shown, whichever is active in main by now', async () => {
    const { bridge, user } = await found();
    const { activeId } = bridge.world;
    bridge.world.activeId = 'other';
    await user.keyboard('{ArrowDown}i');
    await screen.findByRole('complementary', { name: 'Details of harbour.net' });
    const asked = () => bridge.world.calls.filter(({ name }) => name === 'search.details');
    await expect
      .poll(() => asked().map(({ input }) => input))
      .toEqual([{ accountId: activeId, domain: 'harbour.net' }]);
  });

  it('has its details read again once it was checked anew, and not as others are', async () => {
    const { bridge, called, search, stores, user } = await found();
    await user.keyboard('{ArrowDown}i');
    await screen.findByRole('complementary', { name: 'Details of harbour.net' });
    act(() => stores.search.actions.recheck(['harbour.com', 'harbour.net']));
    await vi.waitFor(() => expect(search().runs).toHaveLength(1));
    expect(called('search.details')).toHaveLength(1);
    const tell = (domain: string) =>
      act(() =>
        bridge.tell('search.findings', {
          searchId: search().runs[0]?.searchId ?? '',
          findings: [aFinding(domain, 'taken')],
        }),
      );
    tell('harbour.com');
    expect(called('search.details')).toHaveLength(1);
    tell('harbour.net');
    await vi.waitFor(() => expect(called('search.details')).toHaveLength(2));
  });

  it('is led to from its details, which offer this for no other name', async () => {
    const { user, list, route } = await found([aDomain('harbour.com', { accountId: 'practice' })]);
    await within(list).findByRole('button', { name: /^Yours/ });
    await user.keyboard('{ArrowDown}i');
    const details = await screen.findByRole('complementary', { name: 'Details of harbour.net' });
    expect(within(details).queryByRole('button', { name: 'View domain' })).toBeNull();
    await user.keyboard('{ArrowDown}i');
    await user.click(await screen.findByRole('button', { name: 'View domain' }));
    const view = { kind: 'domain', domain: 'harbour.com', tab: 'overview' };
    expect(route()).toEqual({ screen: 'domains', view });
  });

  it('is never offered though its last finding says available, whichever account has it', async () => {
    const { user, list, called, route } = await found(
      [aDomain('harbour.net', { accountId: 'account-2' })],
      {},
      [aPracticeAccount(), aPracticeAccount({ id: 'account-2' })],
    );
    await within(list).findByRole('button', { name: 'Yours: view harbour.net' });
    expect(within(list).queryByText('Available')).toBeNull();
    expect(within(list).queryByRole('button', { name: /^Register/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Copy \d+ available/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Available/ })).toBeNull();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(route()).toEqual({ screen: 'search' });
    expect(called('domains.names')).toEqual([{ accountId: 'practice' }, { accountId: 'account-2' }]);
    const details = await screen.findByRole('complementary', { name: 'Details of harbour.net' });
    expect(within(details).queryByRole('button', { name: /^Register/ })).toBeNull();
    await user.click(within(details).getByRole('button', { name: 'View domain' }));
    expect(route()).toMatchObject({ view: { domain: 'harbour.net' } });
  });

  it.each([
    ['archived: it may not be held any more', { archivedAt: '2026-11-20T10:00:00.000Z' }],
    [
      'transferred away',
      { transferredAway: { value: true, at: '2026-11-20T10:00:00.000Z', source: 'sync' } },
    ],
  ] as const)('is not the user’s own from the moment it is %s', async (_case, change) => {
    const domain = aDomain('harbour.net', { accountId: 'practice' });
    const { bridge, list } = await found([domain]);
    await within(list).findByRole('button', { name: 'Yours: view harbour.net' });
    const domains = [{ ...domain, ...change }];
    act(() => bridge.tell('domains.changed', { accountId: 'practice', domains, removed: [] }));
    expect(within(list).getByRole('button', { name: /^Register harbour.net/ })).toBeTruthy();
    expect(within(list).queryByRole('button', { name: /^Yours/ })).toBeNull();
  });
});

describe('the names in the portfolio', () => {
  it('keep copying what is available waiting while they cannot be loaded: by button, key and palette', async () => {
    let isBroken = true;
    const names = () =>
      Promise.resolve(isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok({ names: [] }));
    const { user, stores, called, notice, list } = await found([], { domains: { names } });
    const copy = await screen.findByRole('button', { name: 'Copy 1 available' });
    const byPalette = async (): Promise<void> => {
      const commands = searchCommands(stores, stores.search.getState());
      await act(() => {
        commands.find(({ id }) => id === 'copy-available')?.act();
        return Promise.resolve();
      });
    };
    const byKey = () => {
      list.focus();
      return user.keyboard('{Shift>}C{/Shift}');
    };
    const ways = [() => user.click(copy), byKey, byPalette];
    for (const way of ways) {
      act(() => stores.notices.actions.say(''));
      await way();
      expect(notice()).toMatch(/^Not copied: your domains couldn’t be loaded/);
    }
    expect(called('clipboard.copyText')).toEqual([]);
    isBroken = false;
    for (const way of ways) await way();
    expect(called('clipboard.copyText')).toEqual(ways.map(() => ({ text: 'harbour.net' })));
  });

  it('are waited for before what is available is copied', async () => {
    const names = Promise.withResolvers<ReturnType<typeof ok<{ names: string[] }>>>();
    const { user, called, notice } = await found([], { domains: { names: () => names.promise } });
    await user.click(await screen.findByRole('button', { name: 'Copy 1 available' }));
    expect(called('clipboard.copyText')).toEqual([]);
    await act(async () => {
      names.resolve(ok({ names: ['harbour.net'] }));
      await names.promise;
    });
    expect(called('clipboard.copyText')).toEqual([]);
    expect(notice()).toBe('There is nothing to copy');
  });

  it('lead nowhere where they come after another account was chosen', async () => {
    const reading = Promise.withResolvers<ReturnType<typeof ok<{ names: string[] }>>>();
    const accounts = [aPracticeAccount(), anAccount()];
    const { user, stores, route } = await found([], { domains: { names: () => reading.promise } }, accounts);
    const { actions, getState } = stores.accounts;
    await user.keyboard('{ArrowDown}{ArrowDown}v');
    await act(() => actions.select('account-1'));
    await act(async () => {
      reading.resolve(ok({ names: ['harbour.com'] }));
      for (let turn = 0; turn < 5; turn += 1) await turns();
    });
    expect(activeAccount(getState())?.id).toBe('account-1');
    expect(route().screen).toBe('search');
  });

  it('are asked for again where they could not be loaded, which is said and marks nothing', async () => {
    let isBroken = true;
    const names = () =>
      Promise.resolve(
        isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok({ names: ['harbour.com'] }),
      );
    const { user, list, stores, route } = await found([], { domains: { names } });
    const said = () => stores.notices.getState().notice?.text;
    await user.keyboard('{ArrowDown}{ArrowDown}v');
    await vi.waitFor(() => expect(said()).toBe('Your domains couldn’t be loaded'));
    expect(within(list).queryByRole('button', { name: /^Yours/ })).toBeNull();
    expect(route().screen).toBe('search');
    isBroken = false;
    await user.keyboard('v');
    const view = { kind: 'domain', domain: 'harbour.com', tab: 'overview' };
    await vi.waitFor(() => expect(route()).toEqual({ screen: 'domains', view }));
  });
});

it('says of a saved result that it is one, and how old it is', async () => {
  const checkedAt = new Date(Date.now() - 180_000).toISOString();
  const known = () => Promise.resolve(ok({ findings: [aFinding('harbour.com', 'taken', { checkedAt })] }));
  const { user } = await searchingFor('harbour', [], { search: { known } });
  // What was found before stands again where the question is stopped.
  await user.keyboard('{Escape}');
  const list = await screen.findByRole('grid', { name: 'Findings' });
  await vi.waitFor(() => expect(list.textContent).toContain('saved, checked 3 min ago'));
});

describe('the field', () => {
  it('keeps its text and what was found when Escape ends the waiting', async () => {
    const { user, field, search, called } = await searchingFor('harbour');
    await user.keyboard('{Escape}');
    expect(called('search.cancel')).toHaveLength(1);
    expect([field.value, search().rows.size]).toEqual(['harbour', 2]);
    await user.keyboard('{Escape}');
    expect(field.value).toBe('');
  });

  it('says of a TLD that the service does not offer that it is not sold here, with its words, and of an impossible name that it is invalid', async () => {
    const { bridge, search, user } = await searchingFor('harbour');
    const searchId = search().runs[0]?.searchId ?? '';
    act(() => {
      const findings = [
        { ...aFinding('harbour.com', 'invalid'), message: 'The name is too short.' },
        { ...aFinding('harbour.net', 'invalid'), message: 'This TLD is not supported.' },
      ];
      bridge.tell('search.findings', { searchId, findings });
      bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
    });
    const list = within(await screen.findByRole('grid', { name: 'Findings' }));
    const row = list.getByRole('row', { name: /harbour\.net/ });
    expect(row.textContent).toContain('Not sold here');
    expect(row.textContent).toContain('This TLD is not supported.');
    expect(list.getByRole('row', { name: /harbour\.com/ }).textContent).toMatch(
      /Invalid.*The name is too short/,
    );
    await user.click(row);
    await user.keyboard('i');
    await screen.findByText('Not sold here', { selector: 'strong' });
  });

  it('is sorted by what a name costs to register or to renew, for the next name and after a restart too', async () => {
    const priced = (domain: string, register: string, renew: string) =>
      aFinding(domain, 'available', {
        prices: [{ period: 1, register: given(register), transfer: notGiven, renew: given(renew) }],
      });
    const findings = [priced('harbour.com', '12.00', '14.00'), priced('harbour.net', '9.00', '20.00')];
    const shown = () =>
      within(screen.getByRole('grid', { name: 'Findings' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => /harbour\.(com|net)/.exec(row.textContent)?.[0]);
    const tell = ({ bridge, search }: Awaited<ReturnType<typeof searchingFor>>) =>
      act(() => {
        bridge.tell('search.findings', { searchId: search().runs[0]?.searchId ?? '', findings });
      });
    const first = await searchingFor('harbour');
    tell(first);
    await screen.findByRole('grid', { name: 'Findings' });
    expect(shown()).toEqual(['harbour.com', 'harbour.net']);
    await first.user.click(screen.getByRole('button', { name: 'Price' }));
    expect(shown()).toEqual(['harbour.net', 'harbour.com']);
    expect(screen.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('ascending');
    await first.user.click(screen.getByRole('button', { name: 'Renewal' }));
    expect(shown()).toEqual(['harbour.com', 'harbour.net']);
    await first.user.click(screen.getByRole('button', { name: 'Renewal' }));
    expect(shown()).toEqual(['harbour.net', 'harbour.com']);
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull();
    await act(() => first.stores.listViews.actions.load());
    await first.stores.listViews.actions.flush();
    first.drawn.unmount();

    const again = await searchingFor('harbour', [], {}, [aPracticeAccount()], first.bridge.world.listViews);
    tell(again);
    await screen.findByRole('grid', { name: 'Findings' });
    await act(() => again.stores.listViews.actions.load());
    expect(shown()).toEqual(['harbour.net', 'harbour.com']);
    expect(screen.getByRole('columnheader', { name: 'Renewal' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
  });

  it('brings back a pasted list too, and never over what was typed since', async () => {
    const { user, field, stores, notice } = await searchingFor('harbour');
    await user.clear(field);
    await user.click(field);
    await user.paste('alpha, beta');
    await user.keyboard('{Escape}');
    expect([field.value, notice()]).toEqual(['', 'Search cleared']);
    await user.paste('gamma');
    act(() => stores.notices.getState().notice?.action?.act());
    expect(field.value).toBe('gamma');
  });

  it('offers a bulk lookup for several names, with no word of a mistake', async () => {
    const { user, field, route } = await searchingFor('alpha, beta');
    const names = 'alpha\nbeta';
    const tlds = ['com', 'net'];
    expect(route()).toEqual({ screen: 'bulk', view: { kind: 'new', names, tlds } });
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await enter(user, field, ', gamma');
    await user.click(screen.getByRole('button', { name: 'Check 3 names in bulk' }));
    expect(route()).toEqual({ screen: 'bulk', view: { kind: 'new', names: `${names}\ngamma`, tlds } });
  });

  it('checks pasted domains at once, as they are written, and selects those that are free', async () => {
    const { user, field, stores, bridge, called } = await searchingFor('');
    await user.click(field);
    await user.paste('Dear Ann,\nharbour.com and quay.net, please\n');
    expect(field.value).toBe('harbour.com quay.net');
    expect(screen.getByText('2 domains, as written')).toBeDefined();
    const asked = called('search.start') as readonly { searchId: string; label: string; tlds: string[] }[];
    expect(asked.map(({ label, tlds }) => [label, tlds])).toEqual([
      ['harbour', ['com']],
      ['quay', ['net']],
    ]);
    for (const [at, finding] of [
      aFinding('harbour.com', 'available'),
      aFinding('quay.net', 'premium'),
    ].entries())
      act(() => {
        const { searchId } = asked[at] ?? { searchId: '' };
        bridge.tell('search.findings', { searchId, findings: [finding] });
        bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
      });
    await user.click(await screen.findByRole('button', { name: 'Register 1…' }));
    expect(stores.route.getState().route).toMatchObject({ screen: 'register' });
  });

  it('checks the one domain of a pasted text as it is written, not under the chosen TLDs', async () => {
    const { user, field, called } = await searchingFor('');
    await user.click(field);
    await user.paste('Dear Ann,\nharbour.com, please\n');
    expect(screen.getByText('1 domain, as written')).toBeDefined();
    expect(screen.queryByRole('button', { name: /in bulk$/ })).toBeNull();
    expect(called('search.start')).toMatchObject([{ label: 'harbour', tlds: ['com'] }]);
  });

  it('selects nothing of what was stored before, where the check was stopped', async () => {
    const stored = aFinding('harbour.com', 'available', { checkedAt: '2026-11-01T00:00:00.000Z' });
    const { user, field, search } = await searchingFor('', [], {
      search: { known: () => Promise.resolve(ok({ findings: [stored] })) },
    });
    await user.click(field);
    await user.paste('harbour.com quay.net');
    await vi.waitFor(() => expect(search().rows.get('harbour.com')?.source).toBe('stored'));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(search().runs).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Register \d/ })).toBeNull();
  });

  it('takes a pasted list of lines to a bulk lookup, whole and at once; a pasted line stays in the field', async () => {
    const { user, field, route } = await searchingFor('');
    await user.click(field);
    await user.paste('alpha\n');
    expect([field.value, route()]).toEqual(['alpha', { screen: 'search' }]);
    await user.clear(field);
    const list = Array.from({ length: 500 }, (_, at) => `name-number-${at}.com`).join('\r\n');
    await user.paste(list);
    expect(route()).toEqual({ screen: 'bulk', view: { kind: 'new', names: list } });
    expect(field.value).toBe('');
  });
});

describe('F14 a premium name', () => {
  it.each(premiumAnswers)(
    'with %s shows its own price or none in Search: %o, %s',
    async (_name, pricing, price) => {
      const finding = premiumFinding('quay.com', pricing);
      await drawPart(
        <>
          <p aria-label="In the list">
            <Price finding={finding} of="register" />
          </p>
          <Prices prices={finding.prices} canBuy />
        </>,
      );
      expect(screen.getByLabelText('In the list').textContent).toContain(price);
      const shown = document.body.textContent;
      expect(shown).not.toContain(ordinaryPrice);
      const table = screen.queryByRole('table');
      if (table === null) expect(shown).toContain('Not given');
      else expect(within(table).getAllByRole('cell')[0]?.textContent).toBe(price);
    },
  );
});

it('leads from a finding to a bulk look-up that begins with its name', async () => {
  const domain = 'xn--bckerei-5wa.de';
  const finding = aFinding(domain, 'available');
  const name = { label: 'xn--bckerei-5wa', domain, unicode: 'bäckerei.de', tld: 'de', isTyped: false };
  const row: Row = { name, finding, source: 'service', asking: false, missed: false };
  const { stores, user } = await drawPart(<DetailsHead row={row} account={null} onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'New bulk lookup' }));
  expect(stores.route.getState().route).toEqual({
    screen: 'bulk',
    view: { kind: 'new', names: 'bäckerei.de' },
  });
});
