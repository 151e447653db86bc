import { usualPath } from '../../shared/domain/account-fields.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show, showWindow } from '../support/application/photographs.ts';
import {
  copyToClipboard,
  enterReseller,
  setOptions,
  startReseller,
} from '../support/application/reseller.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { keyPage } from '../support/pages/code-page.ts';
import { onboardingPage, shellPage } from '../support/pages/shell-page.ts';
import { expiresIn } from '../support/pages/today-page.ts';

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

for (const [outcome, basePath] of [
  ['found', usualPath],
  ['nowhere', '/somewhere/else'],
] as const) {
  test(`a wrong address at the first start looks right, up to the corrected one: ${outcome}`, async ({
    namedesk,
  }) => {
    const { page } = namedesk;
    const reseller = await startReseller({ basePath });
    const onboarding = onboardingPage(page);
    await onboarding.describeAccount({
      label: 'Northwind Hosting',
      baseUrl: new URL(reseller.service.baseUrl).origin,
      username: reseller.username,
    });
    await copyToClipboard(namedesk, reseller.apiKey);
    await onboarding.fromClipboard.click();
    const main = page.getByRole('main');
    await expect(main).toContainText(/Nothing answers at http\S+ \(404\)/);
    await show(namedesk, `onboarding-address-${outcome}`);
    await main.getByText('Details', { exact: true }).click();
    await show(namedesk, `onboarding-address-${outcome}-details`);
    if (outcome === 'found') {
      await main.getByRole('button', { name: 'Use this address' }).click();
    } else {
      await main.getByRole('button', { name: 'Correct the address' }).click();
      await expect(main.getByRole('textbox', { name: 'Base URL' })).toHaveValue(/^http:/);
      await show(namedesk, 'onboarding-address-corrects');
      await main.getByRole('textbox', { name: 'Base URL' }).fill(reseller.service.baseUrl);
      await main.getByRole('button', { name: 'Next: the connection' }).click();
    }
    await expect(onboarding.report).toContainText('500.00');
    await show(namedesk, `onboarding-address-${outcome}-corrected`);
    await reseller.service.stop();
  });
}

test('a key that is replaced looks right: refused, not tried, and the account without one that is accepted', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller, reseller.apiKey, 'Northwind Hosting');
  await shellPage(page).goTo('Accounts');
  const main = page.getByRole('main');
  const giveKey = async (key: string, says: string): Promise<void> => {
    await copyToClipboard(namedesk, key);
    await main.getByRole('button', { name: 'From the clipboard' }).click();
    await expect(main.getByRole('alert').filter({ hasText: says })).toBeVisible();
  };
  await giveKey('a-key-that-opens-nothing', 'Not accepted');
  await show(namedesk, 'account-key-refused');
  await reseller.service.stop();
  await giveKey('a-key-that-opens-nothing', 'could not be tried');
  await show(namedesk, 'account-key-not-tried');
  await main.getByRole('button', { name: 'Use the new key anyway' }).click();
  await expect(main.getByRole('button', { name: 'Use the new key anyway' })).toBeHidden();
  await expect(main).toContainText(/refused the connection/);
  await show(namedesk, 'account-key-used-untested');
});

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

test('practice beside accounts that cost money looks right: Activity, the limits, Domains, Today', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const [one, other] = [await startReseller({ isShowcase: true }), await startReseller({ isShowcase: true })];
  const { keep, main, send, says } = changePage(page);
  const shell = shellPage(page);
  const renewOne = async (): Promise<void> => {
    await keep('oakline.io', 'harbour-books.com', 'quiet-harbor.org');
    await expiresIn(page, { 'oakline.io': -3, 'harbour-books.com': 12, 'quiet-harbor.org': 70 });
    const renew = waysToChange(0).find(({ kind }) => kind === 'renew');
    await renew?.ask(page);
    await send('Renew for 1 year', renew?.domain);
    await expect(says(/ is renewed|renewal of/i).first()).toBeVisible({ timeout: 60_000 });
  };
  await onboardingPage(page).beginWithPractice();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await renewOne();
  await enterReseller(namedesk, one, one.apiKey, 'Northwind Hosting');
  await renewOne();
  await setOptions(namedesk, await enterReseller(namedesk, other, other.apiKey, 'Quayside Brokers'), {
    currency: 'EUR',
  });
  await renewOne();
  await shell.goTo('Activity');
  await main.getByText('All accounts', { exact: true }).click();
  await expect(main).toContainText('What is the currency of');
  await show(namedesk, 'activity-all-accounts');
  await shell.goTo('Settings');
  await main.getByRole('heading', { name: 'Limits', exact: true }).evaluate((each) => each.scrollIntoView());
  await main.getByRole('switch', { name: 'Limit: Cost of one day' }).check({ force: true });
  await expect(main).toContainText('Spent today');
  await show(namedesk, 'settings-limits-of-several-accounts');
  await shell.goTo('Today');
  await expect(main.getByRole('list', { name: 'Needs attention' })).toBeVisible();
  await show(namedesk, 'today-beside-practice');
  await shell.goTo('Domains');
  await main.getByRole('button', { name: /^Account/ }).click();
  await page.getByText('All accounts', { exact: true }).click();
  await page.keyboard.press('Escape');
  await show(namedesk, 'domains-of-all-accounts');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: /^Practice/ }).click();
  await show(namedesk, 'domains-of-all-accounts-in-practice');
  await shell.goTo('Activity');
  await main.getByText('This account', { exact: true }).click();
  await expect(main).toContainText('play money');
  await show(namedesk, 'activity-practice');
  await Promise.all([one.service.stop(), other.service.stop()]);
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
