// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { fail } from '#shared/result.ts';
import { aChangeId, aFollowedChange } from '../../../../support/fake-change-flow.ts';
import { aFinding } from '../../../../support/fake-world.ts';
import { button, dialog, show } from './a-shown-change.tsx';
import { drawInJsdom, enter } from '../a-drawn-part.tsx';

drawInJsdom();

describe('the review', () => {
  it('says for whom, what, from what to what, and that nothing costs in a practice account', async () => {
    await show({}, {}, { domain: 'xn--bckerei-5wa.example' });
    const review = await dialog();
    expect(review.textContent).toContain('bäckerei.example');
    expect(review.textContent).toContain('xn--bckerei-5wa.example');
    expect(review.textContent).toContain('Practice: nothing is real');
    const changed = within(review).getByLabelText('What changes');
    expect(changed.textContent).toContain('Registrar lock');
    expect(changed.textContent).toContain('unlocked');
    expect(changed.textContent).toContain('locked');
  });

  it('warns of a name that can be mistaken for another one', async () => {
    await show({}, {}, { domain: 'xn--80ak6aa92e.com' });
    expect(
      within(await dialog())
        .getAllByRole('note')
        .map(({ textContent }) => textContent),
    ).toContain(
      'Check the spelling. It is written in Cyrillic letters that look like “apple”, which is another name.',
    );
  });

  it('says what one year costs where the period has no price', async () => {
    const given = { kind: 'given', amount: '8.50', currency: null } as const;
    await show({
      review: {
        price: { kind: 'not-given' },
        finding: aFinding('harbour.example', 'available', {
          prices: [{ period: 1, register: given, transfer: given, renew: given }],
        }),
      },
    });
    const price = within(await dialog()).getByText('Price').nextElementSibling;
    expect(price?.textContent).toBe('not given; 1 year is 8.50');
  });

  it('folds what stays as it is, and exactly what will be sent', async () => {
    await show({
      review: {
        lines: [
          { label: 'Nameserver 1', before: 'ns1.a.example', after: 'ns9.a.example', isChanged: true },
          { label: 'Nameserver 2', before: 'ns2.a.example', after: 'ns2.a.example', isChanged: false },
        ],
        sent: {
          method: 'POST',
          path: '/domains/harbour.example/nameservers',
          fields: [{ name: 'ns1', value: '' }],
        },
      },
    });
    const review = await dialog();
    expect(within(review).getByLabelText('What changes').textContent).not.toContain('ns2.a.example');
    const [same, sent] = review.querySelectorAll('details');
    expect(same?.open).toBe(false);
    expect(same?.textContent).toContain('1 value unchanged');
    expect(same?.textContent).toContain('ns2.a.example');
    expect(sent?.open).toBe(false);
    expect(sent?.textContent).toContain('POST /domains/harbour.example/nameservers');
    expect(sent?.textContent).toContain('ns1empty');
  });

  it('says of a price that is not given that it is not, and never 0', async () => {
    const ask: ChangeAsk = { kind: 'renew', periodYears: 2, addons: {} };
    await show({ review: { kind: 'renew', price: { kind: 'not-given' } } }, {}, { ask });
    const review = await dialog();
    expect(review.textContent).toContain('Pricenot given');
    expect(within(review).getByRole('button', { name: 'Renew for 2 years' })).toBeDefined();
  });

  it('C11 shows the last change of this kind with its outcome and what shows it', async () => {
    const last = aFollowedChange({
      id: aChangeId(7),
      number: 7,
      state: 'settled',
      settledAs: 'not-applied',
      proof: 'person',
    });
    const { stores, user } = await show({ review: { last } });
    const review = await dialog();
    expect(review.textContent).toContain('Last change of this kindMarked not done');
    expect(review.textContent).toContain('Current state read');
    expect(review.textContent).toContain('marked by you');
    await user.click(within(review).getByRole('button', { name: 'Open change 7' }));
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'list', changeId: aChangeId(7) },
    });
  });

  it('sends nothing on Enter unless the button has the focus', async () => {
    const { user, sent } = await show();
    const review = await dialog();
    await vi.waitFor(() => {
      expect(review.contains(document.activeElement)).toBe(true);
    });
    await user.keyboard('{Enter}');
    expect(sent()).toBe(0);
    expect(screen.getByRole('dialog')).toBe(review);
    (await button('Lock')).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(sent()).toBe(1);
  });

  it('sends on Enter in the field for the name once it is the whole name, and not before', async () => {
    const { user, sent } = await show({
      review: { asksFor: { typedName: true, premium: false, limits: [] } },
    });
    const field = await screen.findByRole('textbox', { name: /^Type/ });
    await user.type(field, 'harbour.exampl{Enter}');
    expect(sent()).toBe(0);
    await user.type(field, 'e{Enter}{Enter}');
    expect(sent()).toBe(1);
  });

  it('sends nothing on Enter in the field for the name while something else is missing', async () => {
    const { user, sent } = await show({
      review: {
        price: { kind: 'given', amount: '900.00', currency: null },
        asksFor: { typedName: true, premium: true, limits: [] },
      },
    });
    await user.type(await screen.findByRole('textbox', { name: /^Type/ }), 'harbour.example{Enter}');
    expect(sent()).toBe(0);
    expect(screen.getByRole('status').textContent).toBe('Accept the premium price to go on.');
  });

  it('shows the credit with its age and each warning, and what decides before what is sent', async () => {
    await show({
      review: {
        price: { kind: 'given', amount: '9.50', currency: 'EUR' },
        credit: { amount: '1284.50', readAt: '2026-11-21T09:00:00.000Z' },
        warnings: [{ id: 'credit-may-not-do', text: 'The credit may not be enough.' }],
      },
    });
    const review = await dialog();
    const text = review.textContent;
    expect(text).toMatch(/Credit1284\.50, read /);
    expect(within(review).getByRole('list', { name: 'Before you send' }).textContent).toContain(
      'not be enough',
    );
    const places = ['9.50 EUR', 'not be enough', 'Registrar lock', 'Request preview'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
  });

  it('C11 makes one change of a double click', async () => {
    const { user, sent } = await show();
    await user.dblClick(await button('Lock'));
    await screen.findByRole('status');
    expect(sent()).toBe(1);
  });

  it('is put away by Escape, and nothing is sent', async () => {
    const { user, sent } = await show();
    await dialog();
    await user.keyboard('{Escape}');
    await vi.waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(sent()).toBe(0);
  });

  it('holds its button back until the name is typed and the premium price accepted', async () => {
    const { user } = await show({
      review: {
        price: { kind: 'given', amount: '900.00', currency: null },
        asksFor: { typedName: true, premium: true, limits: [] },
      },
    });
    const send = async () => (await button('Lock')).hasAttribute('disabled');
    const reason = () => screen.getByRole('status').textContent;
    expect(await send()).toBe(true);
    expect(reason()).toBe('Accept the premium price to go on.');
    expect((await button('Lock')).getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
    await user.click(await screen.findByRole('checkbox', { name: /premium\. Price: 900\.00$/ }));
    expect(await send()).toBe(true);
    expect(reason()).toBe('Type the domain’s name to go on.');
    await enter(
      user,
      screen.getByRole('textbox', { name: 'Type harbour.example to confirm' }),
      'harbour.example',
    );
    expect(await send()).toBe(false);
    expect(reason()).toBe('Logged before it is sent; never sent twice.');
  });

  it('that is outdated is not sent, and says to review again, as its button does', async () => {
    const outdated = fail({ kind: 'changed-since', what: 'lock' } as const);
    const { user, sent, called } = await show({ applied: outdated });
    await user.click(await button('Lock'));
    await vi.waitFor(() => {
      expect(screen.getByRole('status').textContent).toBe('Review again to go on.');
    });
    expect((await button('Lock')).hasAttribute('disabled')).toBe(true);
    await user.click(await button('Review again'));
    await vi.waitFor(() => {
      expect(screen.getByRole('status').textContent).toBe('Logged before it is sent; never sent twice.');
    });
    expect((await button('Lock')).hasAttribute('disabled')).toBe(false);
    expect([sent(), called('changes.prepare').length]).toEqual([1, 2]);
  });

  it('is still there when one comes back to the screen', async () => {
    const { drawn, drawAgain } = await show();
    await dialog();
    drawn.unmount();
    drawAgain();
    expect((await dialog()).textContent).toContain('Registrar lock');
  });
});
