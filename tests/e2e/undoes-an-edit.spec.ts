import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { show } from '../support/application/photographs.ts';
import { changePage } from '../support/pages/change-page.ts';
import { overlap, shellPage } from '../support/pages/shell-page.ts';

const names = ['harbour-books.com', 'northwind.com', 'oakline.io', 'quiet-harbor.org'];

test('three domains are archived and brought back by a key, one is removed and brought back in the notice', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  await enterReseller(namedesk, await startReseller());
  const { dialog, keep, main, row } = changePage(page);
  await keep(...names);
  await shellPage(page).goTo('Domains');
  const list = page.getByRole('grid', { name: 'Domains' });
  const notice = page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: /^(Undo|Redo)$/ }) });
  await expect(list).toBeFocused();

  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('a');
  await expect(notice).toContainText('Archived 3 domains');
  await expect(row('harbour-books.com')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(notice).toContainText('Undone: Archived 3 domains');
  for (const name of names) await expect(row(name)).toBeVisible();

  // In a text field, its own typing is undone, in the steps of the browser.
  const field = main.getByRole('textbox', { name: 'Find a domain' });
  await page.keyboard.press('f');
  await page.keyboard.type('oak');
  await expect(row('northwind.com')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field).not.toHaveValue('oak');
  await expect(notice).toContainText('Undone: Archived 3 domains');
  await field.fill('');
  await expect(row('northwind.com')).toBeVisible();

  await list.focus();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(notice).toContainText('Redone: Archived 3 domains');
  await expect(row('harbour-books.com')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row('harbour-books.com')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Remove 1 domain' }).click();
  await expect(notice).toContainText('Removed 1 domain from the portfolio');
  await expect(row('quiet-harbor.org')).toHaveCount(0);
  await show(namedesk, 'undo-notice');
  // Nothing of the page lies below it, nor of a dialog, of which this one is as high as any can be.
  expect(await overlap(notice, page.getByRole('main'))).toBe(false);
  await page.keyboard.press('F1');
  const help = page.getByRole('dialog', { name: 'Help: Domains' });
  await expect(help.getByRole('button')).toHaveCount(3);
  expect(await overlap(notice, help)).toBe(false);
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(row('quiet-harbor.org')).toBeVisible();
});
