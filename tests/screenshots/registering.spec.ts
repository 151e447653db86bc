import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { keepTemplates } from '../support/pages/templates.ts';

const names = [
  ...['priced-quay.com', 'priced-dock.net', 'priced-lamp.org', 'available-harbour.com', 'priced-brücke.info'],
  ...['taken-harbour.com', 'premium-cape.org', 'reserved-pier.net'],
];

test('registering many names looks right: the list, the form, the review, the end of it', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await setOptions(namedesk, await enterReseller(namedesk, reseller), {
    requestsPerSecond: 100,
    premiumEnabled: true,
  });
  await keepTemplates(page);
  const change = changePage(page);
  // What a search has found is known in the form.
  const field = page.getByRole('textbox', { name: 'Name, domain or URL' });
  for (const name of ['taken-harbour.com', 'priced-quay.com']) {
    await field.fill(name);
    await field.press('Enter');
    await expect(change.row(name)).toContainText(/Taken|Available/);
  }
  await change.main.getByRole('checkbox', { name: 'Select priced-quay.com' }).click();
  await show(namedesk, 'search-ticked');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('register a name');
  await page.keyboard.press('Enter');
  await change.main
    .getByRole('textbox', { name: 'Name to register' })
    .fill([...names, 'quay', 'Domain'].join('\n'));
  await change.press('Check');
  await show(namedesk, 'register-list');
  await change.press(`Continue with the other ${names.length}`);
  await change.press('Continue to review');
  await show(namedesk, 'register-many-missing');
  await change.press('Northstar');
  await change.main.getByRole('combobox', { name: 'Period' }).selectOption('2');
  await change.main.getByRole('combobox', { name: 'Client' }).fill('Lindenhof Gardens & Sons');
  await page.keyboard.press('Tab');
  await show(namedesk, 'register-many');
  await change.press('Continue to review');
  await expect(change.main).toContainText('5 ready, 3 excluded', { timeout: 30_000 });
  await show(namedesk, 'register-many-review');
  await change.main.getByRole('button', { name: 'Include premium-cape.org' }).click();
  await change.main.getByRole('textbox', { name: /^Type 6 to register/ }).fill('6');
  await show(namedesk, 'register-many-premium');
  // For two years, all of them cost more than the credit.
  await change.main.getByRole('button', { name: 'Exclude premium-cape.org' }).click();
  await change.main.getByRole('textbox', { name: /^Type 5 to register/ }).fill('5');
  await change.main.getByRole('button', { name: /^Register 5 · / }).click();
  await expect(change.main.getByText('Done: 5 of 5 changes')).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'register-many-done');
  await reseller.service.stop();
});

test('the dialog of renewals looks right', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const change = changePage(page);
  await change.keep('harbour-books.com', 'oakline.io', 'quiet-harbor.org');
  await shellPage(page).goTo('Domains');
  await expect(change.row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Renew 3…' })
    .click();
  await expect(change.dialog.getByRole('list', { name: 'To be renewed' })).toBeVisible();
  await show(namedesk, 'renew-many');
  await reseller.service.stop();
});
