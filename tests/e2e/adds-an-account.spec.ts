import { copyToClipboard, type Reseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { keyPage } from '../support/pages/code-page.ts';
import { changePage } from '../support/pages/change-page.ts';
import { onboardingPage, searchPage, shellPage } from '../support/pages/shell-page.ts';

const northwind = ({ service, username }: Reseller) => ({
  label: 'Northwind',
  baseUrl: service.baseUrl,
  username,
});

test('the first start offers the practice account, and one click later three things to try, each ticked once it is done', async ({
  namedesk: { page },
}) => {
  await page.getByRole('button', { name: 'Start with the practice account' }).click();
  const tasks = page.getByRole('region', { name: 'Three things to try' });
  await expect(tasks.getByRole('img', { name: 'Not yet' })).toHaveCount(3);
  await tasks.getByRole('button', { name: 'Search' }).click();
  const search = searchPage(page);
  await expect(page.getByText('Its credit is play money')).toBeVisible();
  await search.ask('example');
  await expect(search.markOf('example.com')).toHaveText('Taken');
  await expect(page.getByRole('banner')).toContainText('500.00');
  await shellPage(page).goTo('Today');
  await tasks.getByRole('button', { name: 'Renew it…' }).click();
  const change = changePage(page);
  const renew = async (domain: string): Promise<void> => {
    await change.press('Renew for 1 year…');
    await change.send('Renew for 1 year', domain);
  };
  await renew('uncertain-change.com');
  await change.press('Mark as done or not done…');
  await change.dialog.getByRole('radio', { name: /^Done/ }).check();
  await change.dialog.getByRole('textbox', { name: /^What did you see/ }).fill('Practised');
  await change.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Marked done').first()).toBeVisible();
  await shellPage(page).goTo('Today');
  await expect(tasks.getByRole('img', { name: 'Done' })).toHaveCount(2);
  await tasks.getByRole('button', { name: 'Renew one…' }).click();
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await renew((await heading.textContent()) ?? '');
  await expect(change.says(/is renewed for 1 year|^Accepted/).first()).toBeVisible({ timeout: 60_000 });
  await shellPage(page).goTo('Today');
  await expect(tasks.getByText('Now with your own account.')).toBeVisible();
  await tasks.getByRole('button', { name: 'Close for good' }).click();
  await expect(tasks).toHaveCount(0);
});

test('an account of one’s own is described, gets its key in the key window, is tested and used', async ({
  namedesk: { app, page },
  reseller,
}) => {
  const onboarding = onboardingPage(page);
  await onboarding.describeAccount(northwind(reseller));
  const keyWindow = app.waitForEvent('window');
  await onboarding.enterKey.click();
  const asking = keyPage(await keyWindow);
  await asking.field.fill(reseller.apiKey);
  await asking.submit();
  await expect(onboarding.report).toContainText('500.00');
  await expect(onboarding.report).toContainText('agree');
  await onboarding.begin();
  await searchPage(page).ask('example');
  await expect(searchPage(page).markOf('example.com')).toHaveText('Taken');
});

test('a key comes from the clipboard, which is empty afterwards, and is there after a restart', async ({
  launch,
  reseller,
}) => {
  const first = await launch();
  await onboardingPage(first.page).describeAccount(northwind(reseller));
  await copyToClipboard(first, reseller.apiKey);
  await onboardingPage(first.page).fromClipboard.click();
  await expect(onboardingPage(first.page).report).toContainText('500.00');
  expect(await first.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('');
  await onboardingPage(first.page).begin();
  await expect(searchPage(first.page).field).toBeVisible();
  await first.close();

  const second = await launch();
  await searchPage(second.page).ask('example');
  await expect(searchPage(second.page).markOf('example.com')).toHaveText('Taken');
});

test('a key that the service refuses is replaced where that is said, and so is a second one', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  const onboarding = onboardingPage(page);
  await onboarding.describeAccount(northwind(reseller));
  const give = async (key: string): Promise<void> => {
    await copyToClipboard(namedesk, key);
    await onboarding.fromClipboard.click();
  };
  await give('not-the-key-0001');
  await expect(page.getByText(/^The service refused the saved key/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter another key' })).toBeFocused();
  await give('not-the-key-0002');
  await expect(page.getByText('Not accepted either.')).toBeVisible();
  await give(reseller.apiKey);
  await expect(onboarding.report).toContainText('500.00');
});

test('the key window closed without a key changes nothing', async ({ namedesk: { app, page }, reseller }) => {
  const onboarding = onboardingPage(page);
  await onboarding.describeAccount(northwind(reseller));
  const keyWindow = app.waitForEvent('window');
  await onboarding.enterKey.click();
  const asking = await keyWindow;
  await expect(keyPage(asking).field).toBeFocused();
  const closed = asking.waitForEvent('close');
  // The window may be gone before it is known that the key came up.
  await asking.keyboard.press('Escape').catch(() => undefined);
  await closed;
  await expect(page.getByText('No key yet.')).toBeVisible();
});

for (const [what, baseUrl, reason] of [
  ['plain http to another machine', 'http://example.com/api', 'Use https://'],
  ['no URL at all', 'northwind', 'This is not a URL'],
  ['a query', 'https://example.com/api?x=1', 'must not contain a query'],
] as const) {
  test(`a base URL with ${what} is refused at its field, with the reason`, async ({ namedesk: { page } }) => {
    await onboardingPage(page).describeAccount({ label: 'N', baseUrl, username: 'me@example.com' });
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveAccessibleDescription(
      new RegExp(reason),
    );
  });
}

test('B3 B4 without a keychain it says why, and keeps the key in memory only when told to', async ({
  launch,
  reseller,
}) => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' };
  const first = await launch({ env });
  const onboarding = onboardingPage(first.page);
  await onboarding.describeAccount(northwind(reseller));
  await copyToClipboard(first, reseller.apiKey);
  await onboarding.fromClipboard.click();
  await expect(onboarding.trouble).toContainText('keychain');
  await expect(onboarding.trouble).toContainText('Nothing was changed');
  await onboarding.keepInMemory.click();
  await expect(onboarding.report).toContainText('500.00');
  await onboarding.begin();
  await expect(searchPage(first.page).field).toBeVisible();
  await first.close();

  const second = await launch({ env });
  await expect(second.page.getByRole('banner')).toContainText('No key');
});
