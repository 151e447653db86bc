// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { Output } from '#shared/routes.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aFinding } from '../../../../../support/fake-world.ts';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../../../support/known-answers.ts';
import { button, showing } from './a-shown-session.tsx';
import { theSession } from './an-open-session.ts';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

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

  it('say what failed, and are read again', async () => {
    const { panel, user, asked } = await onTheFirstCell({
      cell: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' })),
    });
    await user.click(await panel.findByRole('button', { name: 'Try again' }));
    expect(asked('sessions.cell')).toHaveLength(2);
  });

  it('put the cell on the shortlist, copy its name, and take it to Search', async () => {
    const { user, asked, stores } = await onTheFirstCell();
    await user.click(button('Shortlist'));
    expect(asked('sessions.shortlist')).toEqual([{ id: theSession().id, cells: [0], isOn: true }]);
    await user.click(button('Copy'));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'bakery.com' }]);
    await user.click(button('In Search'));
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

describe('the details of a name', () => {
  it('are all its TLDs; each leads to its cell', async () => {
    const { user, asked, panel } = await onTheFirstCell();
    await user.keyboard('{Control>}{ArrowLeft}{/Control}');
    const list = await panel.findByRole('list', { name: 'TLDs of bakery' });
    await user.click(await within(list).findByRole('button', { name: /^\.net/ }));
    await vi.waitFor(() =>
      expect(asked('sessions.cell').at(-1)).toEqual({ id: theSession().id, row: 0, column: 1 }),
    );
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

  it('is opened from the grid by its key; of any other one it says that it is not yours', async () => {
    const { user, stores } = await onCedar();
    await user.keyboard('{ArrowUp}{Control>}{Enter}{/Control}');
    expect(JSON.stringify(stores.notices.getState())).toContain('bakery.com isn’t one of your domains');
    expect(stores.route.getState().route.screen).not.toBe('register');
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
    expect(stores.route.getState().route).toMatchObject({ screen: 'domains', view: { domain: 'cedar.com' } });
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

  it('stands in the details of a name beside each TLD that can be bought', async () => {
    const findings = [aFinding('bakery.com', 'available'), aFinding('bakery.net', 'taken')];
    const { user, panel, stores } = await onTheFirstCell({
      row: () => Promise.resolve(ok({ findings })),
    });
    await user.keyboard('{Control>}{ArrowLeft}{/Control}');
    await user.click(await panel.findByRole('button', { name: 'Register bakery.com…' }));
    expect(panel.queryByRole('button', { name: 'Register bakery.net…' })).toBeNull();
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
