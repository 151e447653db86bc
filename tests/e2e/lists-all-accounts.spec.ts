import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });

async function chooseAccounts(page: Page, words: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Filter' })
    .getByRole('button', { name: /^Account/ })
    .click();
  await page.getByRole('menuitem', { name: words }).click();
}

test('one list has the domains of two accounts; a selection over both becomes a batch of each, reviewed in turn', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const { keep, main, dialog, row } = changePage(page);
  await enterReseller(namedesk, await startReseller(), undefined, 'Hosting');
  await keep('harbour-books.com', 'northwind.com');
  await enterReseller(namedesk, await startReseller(), undefined, 'Agency');
  await keep('oakline.io');
  await shellPage(page).goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await expect(row('northwind.com')).toHaveCount(0);
  await chooseAccounts(page, 'All accounts');
  await expect(row('northwind.com')).toContainText('Hosting');
  await expect(row('oakline.io')).toContainText('Agency');
  await show(namedesk, 'domains-all-accounts');

  await page.getByRole('grid', { name: 'Domains' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('e');
  await dialog.getByRole('radio', { name: /^Lock/ }).check();
  await expect(dialog.getByText('2 batches, one for each account')).toBeVisible();
  await show(namedesk, 'batches-of-two-accounts');
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(main.getByText(/^Then: lock 2 domains of|^Then: lock 1 domain of/)).toBeVisible();
  await show(namedesk, 'batch-with-a-next-one');
  await main.getByRole('button', { name: 'Review the next batch' }).click();
  await expect(main.getByText(/^Then: /)).toHaveCount(0);
  const batches = await page.evaluate(async () => {
    const { accounts, batches: ask } = window.namedesk.request;
    const listed = await accounts.list({});
    const found = await Promise.all(
      (listed.ok ? listed.value.accounts : []).map(async ({ id, label }) => {
        const of = await ask.list({ accountId: id });
        return of.ok ? of.value.batches.map(({ counts }) => `${label}: ${counts.rows}`) : [];
      }),
    );
    return found.flat().toSorted();
  });
  expect(batches).toEqual(['Agency: 1', 'Hosting: 2']);
});

test('a view of the list is saved under a name, opened by one click after a restart, and deleted', async ({
  launch,
}) => {
  const first = await launch();
  await enterReseller(first, await startReseller());
  await changePage(first.page).keepTagged('own', ['harbour-books.com']);
  await changePage(first.page).keep('northwind.com');
  await shellPage(first.page).goTo('Domains');
  await first.page.getByRole('textbox', { name: 'Find a domain' }).fill('books');
  await views(first.page).getByRole('button', { name: 'Save view…' }).click();
  await first.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Bookshops');
  await first.page.keyboard.press('Enter');
  const saved = (page: Page) => views(page).getByRole('button', { name: 'Bookshops', exact: true });
  await expect(saved(first.page)).toHaveAttribute('aria-current', 'true');
  await views(first.page).getByRole('button', { name: 'All domains' }).click();
  await show(first, 'domains-views');
  await first.close();

  const { page } = await launch();
  await shellPage(page).goTo('Domains');
  const { row } = changePage(page);
  await expect(row('northwind.com')).toBeVisible();
  await saved(page).click();
  await expect(row('northwind.com')).toHaveCount(0);
  await expect(row('harbour-books.com')).toBeVisible();
  await views(page)
    .getByRole('button', { name: /^More for the view/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(saved(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(saved(page)).toBeVisible();
});

test('the panel beside the list keeps list and place, and the page goes on to the next domain', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  await enterReseller(namedesk, await startReseller());
  const { keep, main, row } = changePage(page);
  await keep('harbour-books.com', 'northwind.com', 'oakline.io');
  await shellPage(page).goTo('Domains');
  await row('northwind.com').getByText('northwind.com', { exact: true }).first().click();
  const panel = page.getByRole('complementary');
  await expect(panel).toHaveAccessibleName('About northwind.com');
  await show(namedesk, 'domains-panel');
  await page.keyboard.press('ArrowUp');
  await expect(panel).toHaveAccessibleName('About harbour-books.com');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: 'harbour-books.com' })).toBeVisible();
  await main.getByRole('button', { name: 'Next domain' }).click();
  await expect(main.getByRole('heading', { name: 'northwind.com' })).toBeVisible();
  await show(namedesk, 'domain-with-neighbours');
  await main.getByRole('button', { name: 'All domains' }).click();
  await expect(panel).toHaveAccessibleName('About northwind.com');
});
