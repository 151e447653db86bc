// @vitest-environment jsdom

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Coverage } from '#shared/domain/limits.ts';
import { changeFamilies } from '#shared/domain/change-kinds.ts';
import { commands, commandsIn } from '#shared/domain/commands.ts';
import { Help, helpOf } from '../../../../../renderer/src/shell/Help.tsx';
import { isOwnTab, ownTabs, type DomainTab } from '../../../../../renderer/src/domains/page/tabs.ts';
import type { Route, ScreenName } from '../../../../../renderer/src/shell/route-store.ts';
import { AccountBand, Header, useShownAccounts } from '../../../../../renderer/src/shell/Header.tsx';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import { Shell } from '../../../../../renderer/src/shell/Shell.tsx';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { LookupCount, UncertainCount } from '../../../../../renderer/src/shell/LateParts.tsx';
import { aChange, anUncertainChange } from '../../../../support/a-change.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { quietDay } from '../../../../support/fake-today.ts';
import { ok } from '#shared/result.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';

drawInJsdom();

type ViewOf<S extends ScreenName> = Extract<Route, { screen: S; view: unknown }>['view'];

/** One of each view: a new one does not compile without an example here. */
type Examples<V extends { readonly kind: string }> = { readonly [K in V['kind']]: Extract<V, { kind: K }> };

const bulk: Examples<ViewOf<'bulk'>> = {
  list: { kind: 'list' },
  new: { kind: 'new' },
  session: { kind: 'session', sessionId: 'x' },
};

const domains: Examples<ViewOf<'domains'>> = {
  list: { kind: 'list' },
  domain: { kind: 'domain', domain: 'example.com', tab: 'overview' },
  import: { kind: 'import' },
  templates: { kind: 'templates' },
  codes: { kind: 'codes', exportId: null },
};

const changes: Examples<ViewOf<'changes'>> = {
  list: { kind: 'list', changeId: null },
  batch: { kind: 'batch', batchId: 'x' },
};

const settings: Examples<ViewOf<'settings'>> = {
  all: { kind: 'all' },
  bundle: { kind: 'bundle' },
  deviations: { kind: 'deviations' },
};

const tabs: readonly DomainTab[] = [...Object.keys(ownTabs).filter(isOwnTab), ...changeFamilies];

const byScreen: { readonly [S in ScreenName]: readonly Extract<Route, { screen: S }>[] } = {
  today: [{ screen: 'today' }],
  search: [{ screen: 'search' }],
  restored: [{ screen: 'restored' }],
  bulk: Object.values(bulk).map((view) => ({ screen: 'bulk', view })),
  domains: [
    ...Object.values(domains).map((view) => ({ screen: 'domains' as const, view })),
    ...tabs.map((tab) => ({
      screen: 'domains' as const,
      view: { kind: 'domain' as const, domain: 'example.com', tab },
    })),
  ],
  changes: Object.values(changes).map((view) => ({ screen: 'changes', view })),
  register: [{ screen: 'register', domains: [], accountId: null }],
  settings: Object.values(settings).map((view) => ({ screen: 'settings', view })),
  accounts: [{ screen: 'accounts', accountId: null, intent: 'view' }],
};

const routes: readonly Route[] = Object.values(byScreen).flat();

describe('the help', () => {
  it('says of every route what it is for, the first step and what is easy to miss', () => {
    for (const route of routes) {
      const { title, purpose, firstStep, notes } = helpOf(route);
      expect(title, JSON.stringify(route)).toMatch(/^[A-Z]/);
      for (const sentence of [purpose, firstStep, ...notes]) expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(notes.length).toBeGreaterThanOrEqual(2);
      expect(notes.length).toBeLessThanOrEqual(3);
    }
  });

  it('names no key: the shortcuts stand below the text, from their table', () => {
    const texts = routes
      .map(helpOf)
      .flatMap(({ purpose, firstStep, notes }) => [purpose, firstStep, ...notes]);
    for (const text of texts)
      expect(text).not.toMatch(/\b(Esc|Escape|Ctrl|Cmd|Shift|Tab|F\d+)\b|[Pp]ress [A-Z]/);
  });

  it('shows each group of shortcuts on the screen that it works on', () => {
    const shown = new Set(routes.flatMap((route) => [...helpOf(route).groups]));
    const all = new Set<string>(Object.values(commands).flatMap(({ group }) => group ?? []));
    expect([...shown, 'Everywhere'].sort()).toEqual([...all].sort());
  });

  it('lists for a batch no shortcut of the activity', () => {
    const { groups } = helpOf({ screen: 'changes', view: changes.batch });
    expect(commandsIn(groups)).toEqual(['moveBatches', 'openBatch']);
  });

  it('shows the shortcuts of the present screen, and leads to all of them and back', async () => {
    const { stores, user } = await drawPart(<Help shows="help" />, {
      before: ({ route }) => route.actions.go({ screen: 'accounts', accountId: null, intent: 'view' }),
    });
    const help = screen.getByRole('dialog', { name: 'Help: Accounts' });
    for (const name of commandsIn(['Accounts'])) within(help).getByText(commands[name].label);
    await user.click(within(help).getByRole('button', { name: 'All keyboard shortcuts' }));
    expect(stores.route.getState().overlay).toBe('shortcuts');
  });

  it.each([
    ['nothing is uncertain', [], /^Open a change/],
    ['a change is uncertain', [aChange({ state: 'uncertain' })], /^Open the uncertain ones first/],
  ] as const)('names the first step in Activity where %s', async (_, changes, step) => {
    await drawPart(<Help shows="help" />, {
      world: { changes: [...changes] },
      before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
    });
    await screen.findByText(step);
  });

  it('lists every shortcut', async () => {
    await drawPart(<Help shows="shortcuts" />);
    const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const { label, group } of Object.values(commands))
      if (group !== null) expect(within(list).getAllByText(label).length).toBeGreaterThan(0);
    within(list).getByRole('button', { name: 'Help for this screen' });
  });
});

describe('the shell', () => {
  // Nothing is loaded in advance.
  beforeEach(() => vi.stubGlobal('requestIdleCallback', vi.fn()));

  it('opens the help by its key, while typing too, and gives the focus back when it is closed', async () => {
    const { user } = await drawPart(<Shell />);
    const field = await screen.findByRole('textbox', { name: 'Name, domain or URL' });
    await user.click(field);
    await user.keyboard('{F1}');
    await screen.findByRole('dialog', { name: 'Help: Search' });
    await user.click(screen.getByRole('button', { name: 'All keyboard shortcuts' }));
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(field);
  });

  it('takes a key that is pressed as soon as it can be seen', async () => {
    /** In the same commit as the shell, before the paint. */
    function PressAtOnce() {
      useLayoutEffect(() => {
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', ctrlKey: true }));
      }, []);
      return null;
    }
    const { stores } = await drawPart(
      <>
        <Shell />
        <PressAtOnce />
      </>,
    );
    expect(stores.route.getState().route).toEqual({ screen: 'bulk', view: { kind: 'new' } });
  });

  it('gives single keys to the list of the page wherever the focus is but in a text or a menu', async () => {
    const { user } = await drawPart(<Shell />, {
      world: { accounts: [aPracticeAccount()], domains: [aDomain('a.com'), aDomain('b.com')] },
      before: ({ route }) => route.actions.goToDomains({ kind: 'list' }),
    });
    const field = await screen.findByRole('textbox', { name: 'Find a domain' });
    await user.type(field, 'a.com');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await user.keyboard('f');
    expect(document.activeElement).toBe(field);
    await user.keyboard('nn');
    expect((field as HTMLInputElement).value).toBe('nn');
    act(() => screen.getByRole('button', { name: 'Today' }).focus());
    await user.keyboard('n');
    await screen.findByRole('dialog', { name: 'Add domains' });
  });

  it('takes Ctrl+A outside of a text field for the list of the page, and selects no text', async () => {
    const { user, stores } = await drawPart(<Shell />, {
      world: { accounts: [aPracticeAccount()], domains: [aDomain('a.com'), aDomain('b.com')] },
      before: ({ route }) => route.actions.goToDomains({ kind: 'list' }),
    });
    const list = await screen.findByRole('grid', { name: 'Domains' });
    list.blur();
    await user.keyboard('{Control>}a{/Control}');
    within(screen.getByRole('toolbar', { name: 'With the selected domains' })).getByText('2 selected');
    expect(document.activeElement).toBe(list);
    act(() => stores.route.actions.go({ screen: 'search' }));
    const field = await screen.findByRole('textbox', { name: 'Name, domain or URL' });
    const all = (target: Element) =>
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    // True: the browser does what the key means there.
    expect([all(document.body), all(field)]).toEqual([false, true]);
  });

  it('calls the computer offline where it has no network, and the service unreachable where only that is away', async () => {
    const { bridge } = await drawPart(<Shell />);
    const banner = screen.getByRole('banner');
    const tell = (why: 'offline' | 'connection-refused') =>
      act(() =>
        bridge.tell('status.changed', {
          ...bridge.world.status,
          connection: 'offline',
          error: { kind: 'unreachable', why },
        }),
      );
    tell('offline');
    expect(within(banner).getByRole('button', { name: 'Offline' })).toBeTruthy();
    tell('connection-refused');
    expect(within(banner).getByRole('button', { name: 'Unreachable' })).toBeTruthy();
  });

  it('undoes from the application menu a local edit, and in a text field its own typing', async () => {
    const inField = vi.fn();
    Object.assign(document, { execCommand: inField });
    const { bridge, stores, user } = await drawPart(<Shell />);
    const undo = vi.spyOn(stores.undo.actions, 'undo').mockResolvedValue();
    const field = await screen.findByRole('textbox', { name: 'Name, domain or URL' });
    const chosen = () => {
      act(() => bridge.tell('menu.chosen', { command: 'undo' }));
      return [inField.mock.calls, undo.mock.calls.length];
    };
    await user.click(field);
    expect(chosen()).toEqual([[['undo']], 0]);
    field.blur();
    expect(chosen()).toEqual([[['undo']], 1]);
    Reflect.deleteProperty(document, 'execCommand');
  });

  it('does what is chosen from the application menu, but opens no help over the dialog of a screen', async () => {
    const { bridge, stores, user } = await drawPart(<Shell />);
    act(() => bridge.tell('menu.chosen', { command: 'goSettings' }));
    expect(stores.route.getState().route.screen).toBe('settings');
    act(() => bridge.tell('menu.chosen', { command: 'help' }));
    await screen.findByRole('dialog', { name: 'Help: Settings' });
    await user.keyboard('{Escape}');
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    act(() => bridge.tell('menu.chosen', { command: 'help' }));
    await user.keyboard('{F1}');
    expect(stores.route.getState().overlay).toBe('none');
    screen.getByText('Close the dialog first');
    dialog.remove();
  });
});

it('the number of changes that wait for a person is over all accounts, and not counted for each of many changes', async () => {
  vi.useFakeTimers();
  const other = anUncertainChange({ number: 2, accountId: 'account-2' });
  const changes = [anUncertainChange({ number: 1 }), other, aChange({ number: 3 })];
  const { bridge, called } = await drawPart(<UncertainCount />, { world: { changes } });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('img', { name: '2 uncertain' }).textContent).toBe('2');
  bridge.world.changes = [other];
  for (let times = 0; times < 5; times += 1) bridge.tell('changes.changed', { changes: [other] });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('img', { name: '1 uncertain' })).toBeDefined();
  // At once, and once for all that came meanwhile.
  expect(called('changes.list')).toHaveLength(3);
});

it('the number of bulk lookups is of those that wait, or else of those that run, and live', async () => {
  const ofState = (number: number, state: 'running' | 'waiting' | 'finished') =>
    aSession({ id: aSessionId(number), state });
  const sessions = [ofState(1, 'running'), ofState(2, 'running'), ofState(3, 'finished')];
  const { bridge } = await drawPart(<LookupCount />, { world: { sessions } });
  await screen.findByRole('img', { name: '2 running' });
  act(() => bridge.tell('sessions.changed', { sessions: [ofState(1, 'waiting')], removed: [] }));
  await screen.findByRole('img', { name: '1 waiting' });
  const over = [ofState(1, 'finished'), ofState(2, 'finished')];
  act(() => bridge.tell('sessions.changed', { sessions: over, removed: [] }));
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
});

describe('the credit in the header', () => {
  it.each([
    ['has the currency that the user gave the account', 'CHF', '500.00 CHF'],
    ['has none where the user gave none', null, '500.00'],
  ] as const)('%s', async (_, currency, shown) => {
    const { options } = anAccount();
    const accounts = [aPracticeAccount({ options: { ...options, currency } })];
    await drawPart(<Shell />, { world: { accounts } });
    const credit = await within(screen.getByRole('banner')).findByText(/^500\.00/);
    expect(credit.textContent).toBe(shown);
  });
});

describe('the menu of accounts', () => {
  const { options } = anAccount();
  const accounts = [
    aPracticeAccount(),
    anAccount({ id: 'acme', label: 'Acme', options: { ...options, currency: 'CHF' } }),
    anAccount({ id: 'zoo', label: 'Zoo' }),
  ];
  const none = { sums: [], unpriced: 2 };
  const creditOf = (accountId: string, amount: string | null, coverage: Coverage | null) => ({
    ...{ accountId, label: accountId, isPractice: false, currency: null, due: 2, cost: none, coverage },
    credit: amount === null ? null : { amount, readAt: new Date().toISOString() },
  });

  async function opened(credits: readonly ReturnType<typeof creditOf>[]) {
    const page = await drawPart(<Header />, {
      world: { accounts },
      answers: { today: { read: () => Promise.resolve(ok({ ...quietDay, credits })) } },
    });
    const before = page.called('status.refresh').length;
    await page.user.click(await screen.findByRole('button', { name: /^Account: / }));
    // The accounts that were asked since: the header asks the active one by itself.
    const asked = () => page.called('status.refresh').slice(before);
    return { ...page, asked };
  }
  const item = (name: RegExp) => screen.findByRole('menuitem', { name });

  it('has the credit of each in its currency with its age, low where it does not cover what is due', async () => {
    await opened([
      creditOf('practice', '500.00', 'enough'),
      creditOf('acme', '12.00', 'not-enough'),
      creditOf('zoo', '7.00', null),
    ]);
    await waitFor(async () =>
      expect((await item(/^Acme/)).textContent).toMatch(
        /^Acme, credit 12\.00 CHF, just now, Low: not enough for what is due within 30 days$/,
      ),
    );
    expect((await item(/^Practice/)).textContent).toBe('Practice, credit 500.00, just now');
    expect((await item(/^Zoo/)).textContent).toBe('Zoo, credit 7.00, just now');
  });

  it('reads a credit that is not known, of accounts that can tell it', async () => {
    const { asked } = await opened([
      creditOf('practice', null, null),
      creditOf('acme', '12.00', null),
      creditOf('zoo', null, null),
    ]);
    await waitFor(async () => expect((await item(/^Zoo/)).textContent).toBe('ZooCredit not known'));
    await waitFor(() => expect(asked()).toEqual([{ accountId: 'zoo' }]));
  });
});

describe('a notice', () => {
  it('goes with a person to one other place, and no farther', async () => {
    const { stores } = await drawPart(<Shell />);
    const notice = () => stores.notices.getState().notice?.text ?? null;
    act(() => stores.notices.actions.say('Changed the note'));
    act(() => stores.route.actions.goToBulk({ kind: 'list' }));
    expect(notice()).toBe('Changed the note');
    act(() => stores.route.actions.goToSettings({ kind: 'all' }));
    expect(notice()).toBeNull();
    act(() => stores.notices.actions.say('Another'));
    act(() => stores.route.actions.goToBulk({ kind: 'list' }));
    expect(notice()).toBe('Another');
  });
});

describe('the band above the screen', () => {
  function Showing({ ids }: { readonly ids: readonly string[] | null }) {
    useShownAccounts(ids);
    return null;
  }
  const over = (ids: readonly string[] | null) => (
    <>
      <AccountBand />
      <Showing ids={ids} />
    </>
  );
  const withAccounts = { world: { accounts: [aPracticeAccount(), anAccount()] } };

  it.each<[what: string, ids: readonly string[] | null, isThere: boolean]>([
    ['where a screen shows what is of the active account', null, true],
    ['over a list of practice alone', ['practice'], true],
    ['not over a list of another account', [anAccount().id], false],
    ['not over one of both', ['practice', anAccount().id], false],
  ])('H17 says that nothing is real %s', async (_, ids, isThere) => {
    await drawPart(over(ids), withAccounts);
    await waitFor(() => expect(screen.queryByText('Practice account') !== null).toBe(isThere));
  });

  it('H17 does not stand over screens of all accounts, unless there is practice alone', async () => {
    const { stores } = await drawPart(over(null), withAccounts);
    await screen.findByText('Practice account');
    act(() => stores.route.actions.go({ screen: 'today' }));
    expect(screen.queryByText('Practice account')).toBeNull();
  });

  it('H17 is of the active account again once a screen of others is left', async () => {
    function Left() {
      const [isThere, setThere] = useState(true);
      return (
        <>
          <AccountBand />
          {isThere && <Showing ids={[anAccount().id]} />}
          <button type="button" onClick={() => setThere(false)}>
            Leave
          </button>
        </>
      );
    }
    const { user } = await drawPart(<Left />, withAccounts);
    await waitFor(() => expect(screen.queryByText('Practice account')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await screen.findByText('Practice account');
  });

  const other = anAccount({ id: 'account-2', label: 'Other' });
  const line = ({ drawn }: Awaited<ReturnType<typeof drawPart>>) =>
    drawn.container.firstElementChild?.getAttribute('style') ?? '';
  const band = () => screen.queryByText('Practice account');

  it('H17 has the colour of the only account that is counted, over a screen of all accounts', async () => {
    const page = await drawPart(over(null), withAccounts);
    act(() => page.stores.route.actions.go({ screen: 'today' }));
    await waitFor(() => expect(line(page)).toContain(`--nd-account-${anAccount().colour}`));
  });

  it('H17 is of the accounts that Activity lists, and practice is none of those that can be chosen there', async () => {
    const parts = (
      <>
        <AccountBand />
        <ActivityScreen />
      </>
    );
    const page = await drawPart(parts, {
      world: { accounts: [aPracticeAccount(), anAccount(), other] },
      before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
    });
    await waitFor(() => expect(band()).not.toBeNull());
    await page.user.click(screen.getByText('All accounts'));
    await waitFor(() => expect(line(page)).toContain('--nd-line'));
    await page.user.click(await screen.findByRole('button', { name: 'Account' }));
    const choices = await screen.findAllByRole('menuitem');
    expect(choices.filter(({ textContent }) => textContent.startsWith('Practice'))).toEqual([]);
    await page.user.click(screen.getByRole('menuitem', { name: /^Other/ }));
    await waitFor(() => expect(line(page)).toContain(`--nd-account-${other.colour}`));
    await page.user.click(screen.getByText('This account'));
    await waitFor(() => expect(band()).not.toBeNull());
    cleanup();
    const two = await drawPart(parts, {
      world: { accounts: [aPracticeAccount(), anAccount()] },
      before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
    });
    await two.user.click(screen.getByText('All accounts'));
    await waitFor(() => expect(line(two)).toContain(`--nd-account-${anAccount().colour}`));
  });
});
