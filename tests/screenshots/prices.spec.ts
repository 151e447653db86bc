import type { FaultPlan } from '../../electron/main/practice/faults/fault.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';
import { changePage } from '../support/pages/change-page.ts';
import { searchPage, shellPage } from '../support/pages/shell-page.ts';
import { names, tellExpiries } from './portfolio.ts';

/** What a lookup says of a name: what a year costs, to register and to renew. */
const priced = (domainName: string, register: string, renew: string, changes: object = {}) => ({
  ...{ domainName, isAvailable: true, isValidDomain: true, isRegistered: false, isPremium: false },
  pricing: {
    '1': { register: { price: register, currency: 'EUR' }, renew: { price: renew, currency: 'EUR' } },
  },
  ...changes,
});
const ours = { isAvailable: false, isRegistered: true };

/** Names that cost something else from their second lookup on. */
const prices: FaultPlan = [
  [
    priced('lantern.com', '9.90', '12.50'),
    priced('lantern.net', '11.49', '12.49'),
    priced('lantern.io', '39.00', '45.00'),
  ],
  [
    priced('lantern.com', '12.90', '12.50'),
    priced('lantern.net', '1290.00', '12.49', {
      isPremium: true,
      premiumCostPricing: { register: { price: '1290.00', currency: 'EUR' } },
    }),
    priced('lantern.io', '29.00', '49.00'),
  ],
  [
    priced('harbour-books.com', '10.49', '10.99', ours),
    priced('harbour-books.net', '11.49', '12.49', ours),
    priced('harbour-books.io', '39.00', '45.00'),
  ],
  [
    priced('harbour-books.com', '10.49', '13.99', ours),
    priced('harbour-books.net', '11.49', '12.49', ours),
    priced('harbour-books.io', '39.00', '45.00'),
  ],
].map((value, at) => ({
  operation: 'lookup',
  domain: at < 2 ? /^lantern\./ : /^harbour-books\./,
  fault: { kind: 'json', value },
  ...(at % 2 === 0 && { times: 1 }),
}));

test('prices look right: those that were other ones, in the grid, Search, reviews and batches; the filter of domains', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({ faults: prices });
  const accountId = await enterReseller(namedesk, reseller);
  const { dialog, keep, main, open } = changePage(page);
  await keep(...names);
  await tellExpiries(namedesk, accountId, reseller);
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  for (const name of ['October', 'November']) {
    await bulk.openNew();
    await bulk.pasteNames('lantern\nharbour-books');
    await bulk.typeTlds('com net io');
    await bulk.start(name);
    await session.expectFinished();
  }
  await session.showInCells('Register price');
  await expect.poll(() => session.cell('lantern', 'com')).toContain('was 9.90 EUR on');
  await show(namedesk, 'session-price-was');
  await page.keyboard.press('Control+ArrowLeft');
  await expect(
    session.details.getByRole('img', { name: /^Registration: 9\.90 EUR → 12\.90 EUR/ }),
  ).toBeVisible();
  await show(namedesk, 'session-price-was-row');
  await shellPage(page).goTo('Search');
  const search = searchPage(page);
  await search.field.fill('lantern');
  await expect(search.row('lantern.com').getByRole('img', { name: /^Registration: / })).toBeVisible();
  await show(namedesk, 'search-price-was');
  await search.openDetails('lantern.com');
  await show(namedesk, 'search-price-was-details');
  await page.keyboard.press('Escape');
  await search.ask('harbour-books');
  await expect(page.getByRole('main')).not.toContainText('Checking');
  await open('harbour-books.com', 'Renew');
  await main.getByRole('button', { name: 'Renew for 1 year…' }).click();
  await expect(dialog.getByRole('note').filter({ hasText: 'Renewal: 10.99 EUR → 13.99 EUR' })).toBeVisible();
  await show(namedesk, 'review-price-was');
  await page.keyboard.press('Escape');
  await shellPage(page).goTo('Domains');
  await main.getByRole('button', { name: /^More/ }).first().click();
  await page.getByText('From – to', { exact: true }).click();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('13');
  await show(namedesk, 'domains-price-filter');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('cheap');
  await show(namedesk, 'domains-price-filter-wrong');
  await page.getByText('Without a price', { exact: true }).click();
  await page.keyboard.press('Escape');
  await show(namedesk, 'domains-without-price');
  await main.getByRole('button', { name: 'Show all' }).first().click();
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Change…' })
    .click();
  await dialog.getByRole('radio', { name: /^Renew/ }).check();
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(main.getByRole('img', { name: /^Renewal: 10\.99 EUR → 13\.99 EUR/ })).toBeVisible({
    timeout: 30_000,
  });
  await show(namedesk, 'batch-price-was');
  await reseller.service.stop();
});
