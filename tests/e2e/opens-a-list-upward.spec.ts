import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';

test('a list of countries that has no room below its field opens above the field’s label', async ({
  namedesk,
}) => {
  const { app, page } = namedesk;
  await enterReseller(namedesk, await startReseller());
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1_024, 640));
  const change = changePage(page);
  await change.keep('quiet-harbor.org');
  await change.open('quiet-harbor.org', 'Contacts');
  const country = change.main.getByRole('combobox', { name: 'Country' }).first();
  await country.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await country.click();
  const list = page.getByRole('listbox', { name: 'Country' });
  await expect(list.getByRole('option').first()).toBeVisible();
  const [label, field, shown] = [
    await change.main
      .locator('label')
      .filter({ hasText: /^Country$/ })
      .first()
      .boundingBox(),
    await country.boundingBox(),
    await page.locator('[data-position]').filter({ has: list }).boundingBox(),
  ];
  if (label === null || field === null || shown === null) throw new Error('Nothing is drawn');
  expect(shown.y).toBeLessThan(field.y);
  expect(shown.y + shown.height).toBeLessThanOrEqual(label.y);
});
