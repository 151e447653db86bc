import { hashOf, isPriced } from '../../electron/main/practice/findings.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';
import { onboardingPage, searchPage } from '../support/pages/shell-page.ts';

/** One of the practice account's own domains, one that always has prices, one that cannot be bought. */
const names = ['harbour-books', 'priced-shop', 'premium-shop'];
const others = Array.from(
  { length: 26 },
  (_, index) => `available-${(hashOf(7, String(index)) % 9_000) + 1_000}`,
);
const unpriced = others.find((name) => !isPriced(name, true)) ?? '';

test('E6 names are chosen by price, and what is yours is told and opened, by the keyboard', async ({
  namedesk,
}) => {
  test.setTimeout(120_000);
  const { page } = namedesk;
  await onboardingPage(page).beginWithPractice();
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  await expect(searchPage(page).field).toBeVisible();
  await bulk.openNew();
  await bulk.pasteNames([...names, ...others].join('\n'));
  await bulk.typeTlds('com net org io shop');
  await bulk.start('Spring names');
  await session.expectFinished();
  expect(await session.cell('priced-shop', 'shop')).not.toContain('price ');
  await show(namedesk, 'session-owned');
  await session.filterBy('yours');
  await expect(session.names).toHaveText(['harbour-books']);
  await session.filterBy('yours');
  await session.filterBy('available');
  expect(await session.cell('harbour-books', 'com')).toContain('hidden by the filter');
  await show(namedesk, 'session-owned-filtered');
  await session.filterBy('available');

  await session.showInCells('Register price');
  await expect.poll(() => session.cell('priced-shop', 'com')).toContain('register price 10.49');
  expect(await session.cell('priced-shop', 'shop')).toContain(
    'register price 1.99, cheapest TLD of this name',
  );
  expect(await session.cell(unpriced, 'com')).toContain('register price not given');
  expect(await session.cell('harbour-books', 'com')).toContain(': yours, found taken, ');
  await show(namedesk, 'session-prices');

  const filter = page.getByRole('search', { name: 'Filter' });
  await filter.getByRole('button', { name: /^Price/ }).click();
  await page.getByRole('textbox', { name: 'At most' }).fill('2');
  await expect(session.names.first()).toHaveText('priced-shop');
  await expect(session.names.filter({ hasText: 'premium-shop' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await session.cell('priced-shop', 'com')).toContain('hidden by the filter');
  expect(await session.cell('priced-shop', 'shop')).not.toContain('hidden by the filter');
  await session.clearFilter();
  await filter.getByRole('button', { name: /^Name/ }).click();
  await page.getByRole('checkbox', { name: 'No digits' }).check();
  await expect(session.names).toHaveText(names);
  await page.keyboard.press('Escape');
  await session.clearFilter();

  await session.orderBy('Register price');
  await expect(session.names.first()).toHaveText('priced-shop');
  await session.orderBy('highest first');
  await expect(session.names.first()).toHaveText('harbour-books');
  await page.getByRole('combobox', { name: 'Price of' }).click();
  await page.getByRole('option', { name: '.shop' }).click();
  await expect(session.names.first()).toHaveText('priced-shop');
  await show(namedesk, 'session-by-price');

  await session.cell('harbour-books', 'com');
  await expect(session.details).toContainText('Yours');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'harbour-books.com' })).toBeVisible();
});
