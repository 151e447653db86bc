// @vitest-environment jsdom

import userEvent from '@testing-library/user-event';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { Output } from '../../../../../../renderer/src/client.ts';
import { button, showing } from './a-shown-session.tsx';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import { theSession, aFrame } from './an-open-session.ts';
import { drawInJsdom } from '../../../../../support/draw.tsx';
import { aPace, aSession, aSessionId } from '../../../../../support/fake-sessions.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aFinding } from '../../../../../support/fake-world.ts';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../../../support/known-answers.ts';

drawInJsdom();

describe('the keys of a session', () => {
  it.each([
    ['Ctrl+P pauses', '{Control>}p{/Control}', 'sessions.pause'],
    ['Ctrl+U looks again at the unknown ones', '{Control>}u{/Control}', 'sessions.askAgain'],
  ])('%s', async (_, keys, request) => {
    const { user, asked } = await showing();
    await user.keyboard(keys);
    expect(asked(request)).toHaveLength(1);
  });

  it('lead to the field that filters by name; no panel is there where nothing is selected', async () => {
    const { user } = await showing();
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Part of the name' }));
  });
});

describe('a session that is gone', () => {
  it('says that it was removed elsewhere, and leads to the others', async () => {
    const { bridge, user, stores } = await showing();
    act(() => bridge.tell('sessions.changed', { sessions: [], removed: [theSession().id] }));
    expect(screen.getByText('This session was removed')).toBeTruthy();
    await user.click(button('All sessions'));
    expect(stores.route.getState().route).toEqual({ screen: 'bulk', view: { kind: 'list' } });
  });

  it('says that the view stopped updating, and is opened again', async () => {
    const { ports, viewId, user, asked } = await showing();
    act(() => ports.lose(viewId));
    expect(screen.getByRole('alert').textContent).toContain('stopped updating');
    await user.click(button('Reload'));
    expect(asked('sessions.open')).toHaveLength(2);
  });

  it('says why it could not be opened', async () => {
    await showing(theSession(), {
      sessions: { open: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' })) },
    });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t open the session');
  });
});

describe('the head of a session', () => {
  it('says whose it is, how far it is, how fast it goes and how long it takes', async () => {
    await showing(theSession({ left: 2, pace: aPace({ slowedBy: 'latency', allowedPerSecond: 3 }) }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bakeries of Berlin');
    expect(screen.getByText('Practice')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('66');
    const said = screen.getByText('Running', { selector: 'span' }).parentElement?.textContent;
    expect(said).toContain('9.8 requests/s · 196 checks/s');
    // Where there is room for the beginning alone, that is what a person needs.
    expect(said).toMatch(
      /^Running · Slowed down: the service answers slowly.* · about 12 min left \(10 min to 14 min\) · /,
    );
  });

  it.each([
    ['running', ['Pause', 'Stop']],
    ['waiting', ['Pause', 'Stop']],
    ['paused', ['Resume', 'Stop']],
    ['stopped', ['Resume']],
    ['finished', []],
  ] as const)('offers what a %s session can do', async (state, offered) => {
    const { user } = await showing(theSession({ state }));
    await user.click(button('More for this session'));
    await screen.findByText('Run again for…');
    const all = ['Pause', 'Resume', 'Stop'].filter(
      (name) => screen.queryByText(new RegExp(`^${name}(:|$)`)) !== null,
    );
    expect(all).toEqual(offered);
  });

  it('is renamed in its place by Enter, and not by Esc', async () => {
    const { user, asked } = await showing();
    await user.click(button('Rename the session'));
    await user.keyboard('Never{Escape}');
    expect(asked('sessions.rename')).toEqual([]);
    await user.click(button('Rename the session'));
    await user.keyboard('Autumn{Enter}');
    expect(document.activeElement).toBe(button('Rename the session'));
    expect(asked('sessions.rename')).toEqual([{ id: theSession().id, name: 'Autumn' }]);
  });

  it('rechecks one cause of failure', async () => {
    const { user, asked } = await showing();
    await user.click(button('Check again'));
    await user.click(await screen.findByRole('menuitem', { name: 'Service unreachable (1)' }));
    expect(asked('sessions.askAgain')).toEqual([
      { id: theSession().id, which: { kind: 'cause', cause: 'unreachable' } },
    ]);
  });

  it('asks before it looks again at everything, with the requests and the time', async () => {
    const { user, asked } = await showing();
    await user.click(button('Check again'));
    await user.click(await screen.findByRole('menuitem', { name: /^Everything \(6\)/ }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('3 requests')).toBeTruthy();
    expect(asked('sessions.askAgain')).toEqual([]);
    const leaveIt = within(dialog).getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(leaveIt));
    await user.click(within(dialog).getByRole('button', { name: 'Check everything again' }));
    expect(asked('sessions.askAgain')).toEqual([{ id: theSession().id, which: { kind: 'everything' } }]);
  });

  const another = aSession({
    id: aSessionId(9),
    name: 'Harbours in spring',
    names: 3,
    tlds: theSession().tlds,
  });

  it('shows what differs from another run alone, exports just that, and shows all again by a press', async () => {
    const cells = [1];
    const changedSince = vi.fn(() => Promise.resolve(ok({ compared: 6, changed: 1, cells })));
    const { user, stores, bridge } = await showing(theSession(), { sessions: { changedSince } });
    act(() => bridge.tell('sessions.changed', { sessions: [another], removed: [] }));
    await act(() => stores.sessions.actions.load());
    await user.click(button('More for this session'));
    await user.click(await screen.findByRole('menuitem', { name: /^Harbours in spring/ }));
    expect(changedSince).toHaveBeenCalledExactlyOnceWith({ id: theSession().id, sinceId: another.id });
    const chip = await screen.findByRole('button', { name: /Harbours in spring/ });
    expect(screen.getByText(/^1 name/)).toBeTruthy();
    await user.click(chip);
    expect(screen.queryByRole('button', { name: /Harbours in spring/ })).toBeNull();
  });

  it('says what failed, that nothing was changed, and what to do', async () => {
    const { user } = await showing(theSession(), {
      sessions: { pause: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' })) },
    });
    await user.click(button(/^Pause/));
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('The session was not paused');
    expect(alert).toContain('The disk is full');
    await user.click(button('Dismiss'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the filter of a session', () => {
  it('has the number of each finding, live, and shows those that are pressed', async () => {
    const { user, tell } = await showing();
    expect(button('Available 2').getAttribute('aria-pressed')).toBe('false');
    await user.click(button('Available 2'));
    expect(screen.getByText('1 name, 2 checks shown')).toBeTruthy();
    tell();
    expect(await screen.findByRole('button', { name: 'Available 3', pressed: true })).toBeTruthy();
  });

  it('counts the user’s own names as theirs, and shows them apart from the available ones', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.net', 'drift.com'] }));
    const { user } = await showing(theSession(), { domains: { names } });
    const chips = within(screen.getByRole('group', { name: 'Findings to show' }));
    await chips.findByRole('button', { name: 'Yours 2' });
    // One of them is still to be checked, and not counted among the unchecked.
    expect(screen.getByText(/checks left, 1 of them your own names/)).toBeTruthy();
    await user.click(button('Available 1'));
    expect(screen.getByText('1 name, 1 check shown')).toBeTruthy();
    await user.click(button('Available 1'));
    await user.click(button('Yours 2'));
    expect(screen.getByText('2 names, 2 checks shown')).toBeTruthy();
  });

  it('hides the TLDs without a match by one switch, for the grid, its keys and a screen reader', async () => {
    const { user } = await showing();
    await user.click(button('Taken 1'));
    const grid = screen.getByRole('grid');
    expect(grid.getAttribute('aria-colcount')).toBe('3');
    await user.click(button('View'));
    await user.click(await screen.findByRole('checkbox', { name: 'Hide TLDs without a match' }));
    await user.keyboard('{Escape}');
    expect(screen.getByText('1 name, 1 check, 1 of 2 TLDs shown')).toBeTruthy();
    expect(grid.getAttribute('aria-colcount')).toBe('2');
    act(() => grid.focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    const current = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(current?.getAttribute('aria-label')).toContain('under .com: taken');
    expect(await screen.findByText('Shown: 1 name, 1 check, 1 of 2 TLDs')).toBeTruthy();
  });

  it('says how many findings are newer than the rows, and shows them when asked', async () => {
    const { user, tell } = await showing();
    await user.click(button('Available 2'));
    act(() => {
      screen.getByRole('grid').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    });
    tell();
    await user.click(button('Re-sort 1 newer result'));
    expect(screen.getByText('2 names, 3 checks shown')).toBeTruthy();
  });
});

describe('the summary', () => {
  it('is a table for screen readers, the TLD with the most to buy first, and filters by a press', async () => {
    const { user, tell } = await showing();
    tell(aFrame({ 5: 'available' }));
    await user.keyboard('{Control>}j{/Control}');
    const table = screen.getByRole('table', { name: 'Findings by TLD' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['.net', '.com']);
    await user.click(within(table).getByRole('button', { name: '.net' }));
    expect(screen.getByText('3 names, 3 checks, 1 of 2 TLDs shown')).toBeTruthy();
  });

  it('copies what is available of what is shown, in its order, and has main put it together', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.net'] }));
    const toClipboard = () => Promise.resolve(ok({ rows: 1 }));
    const answers = { domains: { names }, exports: { toClipboard } };
    const { user, asked, stores } = await showing(theSession({ state: 'paused' }), answers);
    await user.click(await screen.findByRole('button', { name: 'Copy 1 available' }));
    expect(asked('exports.toClipboard')).toMatchObject([
      { as: 'names', filter: { ...noFilter, kinds: ['available'] }, sort: asEntered },
    ]);
    expect(stores.notices.getState().notice?.text).toBe('Copied 1 name');
    await user.click(button('Yours 1'));
    expect(screen.queryByRole('button', { name: /^Copy .*available$/ })).toBeNull();
    await user.click(button('Yours 1'));
    await user.click(button('Available 1'));
    expect(button('Copy 1 available')).toBeTruthy();
  });

  it('copies no name of the user’s own, and says how many of the shortlist are', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.net'] }));
    const { user, asked } = await showing(theSession(), { domains: { names } }, [0, 1, 2]);
    await user.keyboard('{Control>}j{/Control}');
    expect(await screen.findByText('3 domains are on it, 1 of them yours.')).toBeTruthy();
    await user.click(button('Copy the names'));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'bakery.com\ncedar.com' }]);
  });

  it('copies nothing of the shortlist while it is not known which names are the user’s own, and says so', async () => {
    const names = () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const));
    const { user, asked, stores } = await showing(theSession(), { domains: { names } }, [0, 1, 2]);
    await user.keyboard('{Control>}j{/Control}');
    for (const name of ['Copy the names', 'Copy available']) {
      stores.notices.actions.dismiss();
      await user.click(button(name));
      expect(stores.notices.getState().notice?.text).toMatch(/^Not copied: your domains couldn’t be loaded/);
    }
    expect([...asked('clipboard.copyText'), ...asked('exports.toClipboard')]).toEqual([]);
  });

  it('orders what can be bought of the shortlist, for the session’s own account', async () => {
    const { user, stores } = await showing(theSession({ accountId: 'account-9' }), {}, [0, 2, 3]);
    await user.click(button('Shortlist 3'));
    await user.click(button('Register 1…'));
    expect(stores.route.getState().route).toEqual({
      screen: 'register',
      domains: ['bakery.com'],
      accountId: 'account-9',
    });
  });

  it('orders beside the filter only what it shows of the shortlist', async () => {
    const { user, stores } = await showing(theSession(), {}, [0, 1, 2]);
    await user.click(button('Shortlist 3'));
    expect(button('Register 2…')).toBeTruthy();
    await user.keyboard('{Control>}j{/Control}');
    await user.click(screen.getByRole('button', { name: '.net' }));
    await user.click(button('Register 1…'));
    expect(stores.route.getState().route).toMatchObject({ screen: 'register', domains: ['bakery.net'] });
  });
});

const details: Output<'sessions', 'cell'> = {
  finding: aFinding('bakery.com', 'available', {
    message: 'Registry on holiday',
    prices: [
      {
        period: 1,
        register: { kind: 'given', amount: '9.50', currency: 'EUR' },
        transfer: { kind: 'not-given' },
        renew: { kind: 'unreadable' },
      },
    ],
  }),
  fields: [{ path: 'isAvailable', value: 'true' }],
  answer: '{"isAvailable":true}',
  accountLabel: 'Northwind Hosting',
};

/** The ring on bakery.com, by keyboard. */
async function onTheFirstCell(sessions: FakeAnswers['sessions'] = {}) {
  const shown = await showing(theSession(), {
    sessions: { cell: () => Promise.resolve(ok(details)), ...sessions },
  });
  act(() => screen.getByRole('grid').focus());
  const panel = await screen.findByRole('complementary', { name: 'Details' });
  await vi.waitFor(() => expect(shown.asked('sessions.cell')).toHaveLength(1));
  return { ...shown, panel: within(panel) };
}

describe('the details of a cell', () => {
  it('say the finding, its age, the account, the service’s own words, every field and the whole answer, and never make a 0 of a price that was not given or cannot be read', async () => {
    const { panel, user } = await onTheFirstCell();
    const said = await panel.findByText('Registry on holiday');
    expect(said.closest('p')?.textContent).toBe('The service says: “Registry on holiday”');
    expect(panel.getByRole('heading', { level: 2 }).textContent).toBe('bakery.com');
    expect(panel.getByText('Available')).toBeTruthy();
    expect(panel.getByText(/^Checked/).textContent).toContain('Northwind Hosting');
    const prices = panel.getByRole('rowheader', { name: '1 year' }).closest('tr');
    expect([...(prices?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
      '9.50 EUR',
      'not given',
      'not readable',
    ]);
    expect(panel.getByText('isAvailable')).toBeTruthy();
    const fold = panel.getByText('{"isAvailable":true}').closest('details');
    expect(fold?.open).toBe(false);
    await user.click(panel.getByText('The answer as JSON'));
    expect(fold?.open).toBe(true);
  });

  it('put the cell on the shortlist, copy its name, and take it to Search', async () => {
    const { user, asked, stores } = await onTheFirstCell();
    await user.click(button('Shortlist'));
    expect(asked('sessions.shortlist')).toEqual([{ id: theSession().id, cells: [0], isOn: true }]);
    await user.click(button('Copy'));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'bakery.com' }]);
    await user.click(button('Open in Search'));
    expect(stores.route.getState().route.screen).toBe('search');
    expect(stores.search.getState().text).toBe('bakery.com');
  });

  it('are closed by Esc, and the focus goes back to the grid', async () => {
    const { panel, user } = await onTheFirstCell();
    act(() => panel.getByRole('button', { name: 'Close the details' }).focus());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('grid'));
  });
});

describe('a domain of yours', () => {
  const accountId = theSession().accountId;
  const names = () => Promise.resolve(ok({ names: ['cedar.com'] }));

  async function onCedar() {
    const page = await showing(theSession(), { domains: { names } });
    act(() => screen.getByRole('grid').focus());
    await page.user.keyboard('{ArrowDown}');
    return page;
  }

  it('is told in the grid and in the details, is not offered for an order, and is one press away', async () => {
    const { user, stores, asked } = await onCedar();
    expect(asked('domains.names')).toEqual([{ accountId }]);
    const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
    expect(panel.getByText('Yours')).toBeTruthy();
    expect(panel.getByText('· found taken')).toBeTruthy();
    const id = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(id)?.getAttribute('aria-label')).toContain('yours, found taken');
    expect(panel.queryByRole('button', { name: /^Register/ })).toBeNull();
    await user.keyboard('{Enter}');
    expect(stores.route.getState().route.screen).not.toBe('register');
    await user.click(panel.getByRole('button', { name: 'View domain' }));
    const view = { kind: 'domain', domain: 'cedar.com', tab: 'overview' };
    expect(stores.route.getState().route).toEqual({ screen: 'domains', view });
  });
});

const shown = ['an empty array, as published', 'its prices', 'members that nobody knows'];

describe('the way from a session to an order', () => {
  const order = { screen: 'register', domains: ['bakery.com'], accountId: theSession().accountId };

  it('is Enter on a cell that can be bought; on another it shows the details', async () => {
    const { user, stores } = await onTheFirstCell();
    await user.keyboard('{Escape}{ArrowDown}{Enter}');
    expect(stores.route.getState().route.screen).not.toBe('register');
    expect(screen.getByRole('complementary', { name: 'Details' }).textContent).toContain('cedar.com');
    await user.keyboard('{ArrowUp}{Enter}');
    expect(stores.route.getState().route).toEqual(order);
  });
});

describe('F14 the panels of a bulk lookup', () => {
  // One of each sort: the others differ in what is read, not in what is shown.
  it.each(premiumAnswers.filter(([name]) => shown.includes(name)))(
    'show of a premium name with %s its own price or none: %o, %s',
    async (_name, pricing, price) => {
      const finding = premiumFinding('bakery.com', pricing);
      const details = { finding, fields: [], answer: '', accountLabel: 'Northwind Hosting' };
      await showing(theSession(), {
        sessions: {
          cell: () => Promise.resolve(ok(details)),
          row: () => Promise.resolve(ok({ findings: [finding] })),
        },
      });
      act(() => screen.getByRole('grid').focus());
      const cell = await screen.findByRole('complementary', { name: 'Details' });
      expect(await within(cell).findByRole('heading', { name: 'Prices' })).toBeTruthy();
      expect(cell.textContent.toLowerCase()).toContain(price.toLowerCase());
      expect(cell.textContent).not.toContain(ordinaryPrice);
      await userEvent.setup().keyboard('{Control>}{ArrowLeft}{/Control}');
      const list = await screen.findByRole('list', { name: /^TLDs of/ });
      expect((await within(list).findByRole('button', { name: /^\.com/ })).textContent).toContain(price);
      expect(list.textContent).not.toContain(ordinaryPrice);
    },
  );
});
