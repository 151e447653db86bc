import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { onboardingPage, searchPage, shellPage } from '../support/pages/shell-page.ts';

test('E6 the first start looks right and can be read by everyone', async ({ namedesk }) => {
  const { page } = namedesk;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Namedesk');
  await show(namedesk, 'welcome');
  await onboardingPage(page).describeAccount({ label: 'N', baseUrl: 'http://example.com', username: 'me' });
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveAccessibleDescription(/https:/);
  await show(namedesk, 'add-account');
});

test('E6 every screen looks right and can be read by everyone', async ({ namedesk }) => {
  test.setTimeout(120_000);
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'lookup', domain: 'example.org', fault: { kind: 'shape', shape: 'entry-missing' } },
      { operation: 'lookup', domain: 'example.xyz', fault: { kind: 'shape', shape: 'entry-with-error' } },
    ],
  });
  await enterReseller(namedesk, reseller);
  const search = searchPage(page);
  const shell = shellPage(page);

  await expect(search.field).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('500.00');
  await show(namedesk, 'search-empty');
  await search.ask('exa_mple');
  await expect(search.problem).toContainText('no underscores');
  await show(namedesk, 'search-no-name');
  await search.ask('example');
  await expect(search.markOf('example.com')).toHaveText('Taken');
  await expect(search.markOf('example.io')).toHaveText('Available');
  await expect(search.markOf('example.org')).toHaveText('Unknown');
  await show(namedesk, 'search');
  await search.openDetails('example.io');
  await expect(search.details).toContainText('isAvailable');
  await show(namedesk, 'search-details');
  await page.keyboard.press('Escape');
  await expect(search.details).toBeHidden();

  await shell.openPalette();
  await show(namedesk, 'palette');
  await page.keyboard.press('Escape');
  await shell.openShortcuts();
  await show(namedesk, 'shortcuts');
  await page.keyboard.press('Escape');
  await search.field.focus();
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help: Search' })).toBeVisible();
  await show(namedesk, 'help');
  await page.keyboard.press('Escape');
  await expect(search.field).toBeFocused();
  await shell.openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill('help');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Help: Search' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await namedesk.app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('help')?.click();
  });
  await expect(page.getByRole('dialog', { name: 'Help: Search' })).toBeVisible();
  await page.keyboard.press('Escape');

  await shell.goTo('Accounts');
  await expect(page.getByRole('heading', { name: 'Example Reseller' })).toBeVisible();
  await show(namedesk, 'accounts');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await show(namedesk, 'account-edit');
  await shell.goTo('Settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await show(namedesk, 'settings');

  await reseller.service.stop();
  await shell.goTo('Search');
  await search.ask('another');
  await expect(search.alerts.first()).toContainText('The server refused the connection');
  await show(namedesk, 'search-offline');
});
