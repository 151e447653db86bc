// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RenewalPrices } from '#shared/domain/renewal-costs.ts';
import { ok } from '#shared/result.ts';
import { drawInJsdom } from '../../../../support/draw.tsx';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { row, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

const at = '2026-11-20T08:00:00.000Z';
const prices: RenewalPrices = {
  known: [
    { name: 'bakery.com', amount: '18.99', currency: 'EUR', at },
    { name: 'cheap.com', amount: '9.50', currency: 'EUR', at },
    { name: 'dollars.com', amount: '1.00', currency: 'USD', at },
  ],
  similar: [{ tld: 'com', amount: '17.00', currency: 'EUR', at }],
};
const domains = ['bakery.com', 'cheap.com', 'dollars.com', 'other.com', 'other.org'].map((name) =>
  aDomain(name),
);

async function showingPrices(of: RenewalPrices = prices) {
  let answer = of;
  const page = await showing({
    world: { domains },
    answers: { domains: { prices: () => Promise.resolve(ok(answer)) } },
  });
  return { ...page, become: (next: RenewalPrices) => (answer = next) };
}

const select = async ({ user }: Awaited<ReturnType<typeof showingPrices>>, name: string) =>
  await user.click(within(row(name)).getByRole('checkbox'));
const bar = () => screen.getByRole('toolbar', { name: 'With the selected domains' });

describe('the renewal prices in the list of domains', () => {
  it('show what was said of the very name, or say that similar names cost so much, or that it is not known', async () => {
    const { asked } = await showingPrices();
    await waitFor(() => expect(row('bakery.com').textContent).toContain('18.99 EUR'));
    expect(row('bakery.com').textContent).not.toContain('similar names');
    expect(row('other.com').textContent).toContain('similar names:17.00 EUR');
    expect(row('other.org').textContent).toContain('Not known');
    expect(asked('domains.prices')).toEqual([{ accountId: 'practice' }]);
  });

  it('sort the list by known prices, each currency by itself, the others last in both directions', async () => {
    const { user } = await showingPrices();
    const title = () => within(screen.getByRole('columnheader', { name: /^Renewal/ })).getByRole('button');
    await waitFor(title);
    await user.click(title());
    expect(shownNames()).toEqual(['cheap.com', 'bakery.com', 'dollars.com', 'other.com', 'other.org']);
    await user.click(title());
    expect(shownNames()).toEqual(['dollars.com', 'bakery.com', 'cheap.com', 'other.com', 'other.org']);
  });

  it('are added up for the selected domains: what similar names cost is never counted', async () => {
    const page = await showingPrices();
    await waitFor(() => expect(row('bakery.com').textContent).toContain('18.99 EUR'));
    for (const name of ['bakery.com', 'cheap.com', 'other.com']) await select(page, name);
    expect(within(bar()).getByRole('status').textContent).toContain('2 known 28.49 EUR · 1 unknown');
  });

  it('filter the list: amounts in one currency, and none of them', async () => {
    const { user } = await showingPrices();
    await waitFor(() => expect(row('bakery.com').textContent).toContain('18.99 EUR'));
    await user.click(screen.getByRole('button', { name: /^More/ }));
    const radio = (name: string) => screen.findByRole('radio', { name });
    await user.click(await radio('From – to'));
    expect(shownNames()).toEqual(['bakery.com', 'cheap.com']);
    await user.type(screen.getByRole('textbox', { name: 'To' }), '10,5');
    expect(shownNames()).toEqual(['cheap.com']);
    expect(screen.getByRole('button', { name: /^More/ }).textContent).toContain('up to 10.5 EUR');
    await user.type(screen.getByRole('textbox', { name: 'To' }), 'x');
    expect(screen.getByText('Such as 18.99')).toBeDefined();
    expect(shownNames()).toEqual(['cheap.com']);
    await user.click(await radio('Without a price'));
    expect(shownNames()).toEqual(['other.com', 'other.org']);
    await user.click(
      within(screen.getByRole('group', { name: 'Renewal price' })).getByRole('radio', { name: 'Any' }),
    );
    expect(shownNames()).toHaveLength(5);
  });
});
