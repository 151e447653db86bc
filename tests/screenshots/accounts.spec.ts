import { expect, test } from '../support/application/namedesk-test.ts';
import { show, showWindow } from '../support/application/photographs.ts';
import { copyToClipboard, enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { keyPage } from '../support/pages/code-page.ts';
import { onboardingPage, shellPage } from '../support/pages/shell-page.ts';

for (const [outcome, isRight] of [
  ['tested', true],
  ['refused', false],
] as const) {
  test(`the first start looks right up to the first account and its domains, its key window too: ${outcome}`, async ({
    namedesk,
  }) => {
    const { app, page } = namedesk;
    const reseller = await startReseller();
    const onboarding = onboardingPage(page);
    await onboarding.describeAccount({
      label: 'Northwind Hosting',
      baseUrl: reseller.service.baseUrl,
      username: reseller.username,
    });
    await expect(onboarding.enterKey).toBeVisible();
    await show(namedesk, 'onboarding-key');
    const opened = app.waitForEvent('window');
    await onboarding.enterKey.click();
    const asking = await opened;
    await expect(keyPage(asking).field).toBeFocused();
    await showWindow(asking, 'key-window');
    await keyPage(asking).field.fill(isRight ? reseller.apiKey : 'a-key-that-opens-nothing');
    await keyPage(asking).submit();
    await expect(onboarding.report).toContainText(isRight ? '500.00' : 'Invalid API Token');
    await show(namedesk, `onboarding-${outcome}`);
    await page.getByRole('button', { name: 'Next: your domains' }).click();
    await expect(onboarding.domainsStep).toBeVisible();
    await show(namedesk, `onboarding-domains-${outcome}`);
    await reseller.service.stop();
  });
}

test('an account whose key finds no keychain looks right', async ({ launch }) => {
  const namedesk = await launch({
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' },
  });
  const onboarding = onboardingPage(namedesk.page);
  await onboarding.describeAccount({
    label: 'Northwind Hosting',
    baseUrl: 'https://reseller.example/api',
    username: 'me@example.com',
  });
  await copyToClipboard(namedesk, 'a-key-that-opens-nothing');
  await onboarding.fromClipboard.click();
  await expect(onboarding.trouble).toContainText('keychain');
  await show(namedesk, 'onboarding-no-keychain');
});

test('Accounts look right: added, tested, changed, removed', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [{ operation: 'version', fault: { kind: 'refusal', refusal: 'not-allowed' } }],
  });
  await enterReseller(namedesk, reseller, reseller.apiKey, 'Northwind Hosting');
  await changePage(page).keep('harbour-books.com', 'oakline.io');
  await shellPage(page).goTo('Accounts');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Test the connection' }).click();
  await expect(main).toContainText('Not permitted');
  await show(namedesk, 'accounts-tested');
  await main.getByText('Spending limits').first().scrollIntoViewIfNeeded();
  await show(namedesk, 'accounts-options');
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Contoso');
  await main.getByRole('textbox', { name: 'Base URL' }).fill('http://portal.example.com/api');
  await main.getByRole('button', { name: /^Add, then/ }).click();
  await show(namedesk, 'accounts-add-refused');
  await shellPage(page).goTo('Search');
  await shellPage(page).goTo('Accounts');
  await main.getByRole('button', { name: 'Edit', exact: true }).click();
  await main.getByRole('button', { name: 'Save', exact: true }).scrollIntoViewIfNeeded();
  await show(namedesk, 'account-edit-options');
  await main.getByRole('button', { name: 'Cancel' }).click();
  await reseller.service.stop();
  await main.getByRole('button', { name: 'Test the connection' }).click();
  await expect(main).toContainText(/refused the connection/);
  await show(namedesk, 'accounts-test-failed');
  await main.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeVisible();
  await show(namedesk, 'accounts-remove');
  await dialog.getByRole('textbox').fill('Northwind Hosting');
  await dialog.getByRole('button', { name: 'Remove the account' }).click();
  await expect(page.getByRole('button', { name: /^Undo the removal/ })).toBeVisible();
  await show(namedesk, 'accounts-removed');
});

test('the practice account looks right, and what its service has forgotten after a restart', async ({
  launch,
}) => {
  const namedesk = await launch();
  await onboardingPage(namedesk.page).beginWithPractice();
  await shellPage(namedesk.page).goTo('Accounts');
  await expect(namedesk.page.getByText('Practice service')).toBeVisible();
  await show(namedesk, 'accounts-practice');
  const register = waysToChange(0).find(({ kind }) => kind === 'register');
  if (register === undefined) throw new Error('No way to register');
  await register.ask(namedesk.page);
  await changePage(namedesk.page).send(register.verb, register.domain);
  await expect(namedesk.page.getByRole('main')).toContainText('is registered', { timeout: 60_000 });
  await namedesk.close();
  const after = await launch();
  await changePage(after.page).open(register.domain);
  await after.page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(after.page.getByText('The practice service has forgotten this domain')).toBeVisible();
  await show(after, 'domain-forgotten-by-practice');
});
