import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { keepTemplates } from '../support/pages/templates.ts';

test('what an order begins with looks right: the account’s defaults, the last order, a workbook, the lock', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
  await keepTemplates(page);
  await keepTemplates(page, 'Lindenhof');
  const change = changePage(page);

  await shellPage(page).goTo('Accounts');
  await change.main.getByRole('button', { name: /Example Reseller/ }).click();
  await change.press('Edit');
  const contact = change.main.getByRole('combobox', { name: 'Contact' });
  await contact.selectOption('Northstar');
  await change.main.getByRole('combobox', { name: 'Nameservers' }).selectOption('Northstar');
  await change.main.getByRole('combobox', { name: 'Period' }).selectOption('2 years');
  await change.main.getByText('Lock after registering').scrollIntoViewIfNeeded();
  await change.main.getByRole('switch', { name: 'Lock after registering' }).press('Space');
  await show(namedesk, 'account-order-defaults');
  await change.press('Save');
  await change.main.getByText('Offered first').scrollIntoViewIfNeeded();
  await show(namedesk, 'account-with-order-defaults');

  const register = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('register a name');
    await page.keyboard.press('Enter');
    await change.main.getByRole('textbox', { name: 'Name to register' }).fill(text);
    await change.press('Check');
  };
  await register('priced-quay.com');
  await expect(change.main.getByText(/From the account’s defaults/)).toBeVisible();
  await show(namedesk, 'register-defaults');
  await change.press('Review…');
  await change.send('Register for 2 years', 'priced-quay.com');
  await expect(change.main.getByRole('button', { name: 'Lock it…' })).toBeVisible({ timeout: 30_000 });
  await show(namedesk, 'register-lock-offered');
  await change.press('Register another name');

  const file = 'Client,Domain,Until\nAnn,priced-a.com,2027\nBob,priced-b.com,2028\nEve,quay,2028\n';
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'clients.csv', { type: 'text/csv' }));
    return transfer;
  }, file);
  await change.main
    .getByRole('textbox', { name: 'Name to register' })
    .dispatchEvent('drop', { dataTransfer: dropped });
  await expect(change.main.getByRole('group', { name: 'Names from a file' })).toBeVisible();
  await show(namedesk, 'register-file');
  await change.press('Continue with the other 2');
  await expect(change.main.getByText(/From the account’s defaults/)).toBeVisible();
  await show(namedesk, 'register-many-defaults');
  await change.press('Leave empty');
  await expect(change.main.getByText(/^Same as/)).toBeVisible();
  await show(namedesk, 'register-last-order');
  await reseller.service.stop();
});
