// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { button, showing } from './a-shown-session.tsx';
import { aFrame, theSession } from './an-open-session.ts';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

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

  it('copies the shortlist, one domain to a line', async () => {
    const { user, asked, tell } = await showing();
    tell(aFrame({ 1: 'starred', 4: 'starred' }));
    await user.keyboard('{Control>}j{/Control}');
    await user.click(button('Copy the names'));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'bakery.net\ndrift.com' }]);
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
    await user.click(button('Copy the names'));
    expect(stores.notices.getState().notice?.text).toMatch(/^Not copied: your domains couldn’t be loaded/);
    expect(asked('clipboard.copyText')).toEqual([]);
  });

  it('counts the user’s own names under a TLD as theirs, and not as available to buy', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.net'] }));
    const { user } = await showing(theSession(), { domains: { names } });
    await user.keyboard('{Control>}j{/Control}');
    const table = screen.getByRole('table', { name: 'Findings by TLD' });
    const ofNet = () => within(table).getByRole('row', { name: /^\.net/ });
    const heads = within(table)
      .getAllByRole('columnheader', { hidden: true })
      .map((head) => head.textContent);
    const figure = (head: string) =>
      within(ofNet()).getAllByRole('cell', { hidden: true })[heads.indexOf(head) - 1]?.textContent;
    expect([figure('Available to buy'), figure('Available'), figure('Yours')]).toEqual(['0', '0', '1']);
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

  it('orders beside the filter only what it shows of the shortlist, and beside the list all of it', async () => {
    const { user, stores } = await showing(theSession(), {}, [0, 1, 2]);
    await user.click(button('Shortlist 3'));
    await user.keyboard('{Control>}j{/Control}');
    expect(screen.getAllByRole('button', { name: 'Register 2…' })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: '.net' }));
    expect(button('Register 2…')).toBeTruthy();
    await user.click(button('Register 1…'));
    expect(stores.route.getState().route).toMatchObject({ screen: 'register', domains: ['bakery.net'] });
  });

  it('orders nothing that is in a portfolio already, though it was last found available', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.com'] }));
    const { user, stores } = await showing(theSession(), { domains: { names } }, [0, 1]);
    await user.click(button('Shortlist 2'));
    await user.click(await screen.findByRole('button', { name: 'Register 1…' }));
    expect(stores.route.getState().route).toMatchObject({ screen: 'register', domains: ['bakery.net'] });
  });

  it('says where nothing of the shortlist can be bought', async () => {
    const { user } = await showing(theSession(), {}, [2]);
    await user.click(button('Shortlist 1'));
    expect(button('None can be registered').hasAttribute('disabled')).toBe(true);
  });
});
