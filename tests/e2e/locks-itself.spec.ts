// window.namedesk
import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { onboardingPage, searchPage, shellPage } from '../support/pages/shell-page.ts';

const domain = 'harbour-books.com';
const account = 'Northwind Hosting';

const lockScreen = ({ page }: RunningNamedesk) => page.getByRole('dialog', { name: 'Namedesk is locked' });
const unlockButton = (namedesk: RunningNamedesk) =>
  lockScreen(namedesk).getByRole('button', { name: 'Unlock' });

/** What is drawn of the page as text. */
const textOf = ({ page }: RunningNamedesk): Promise<string> => page.evaluate(() => document.body.innerText);

async function expectLocked(namedesk: RunningNamedesk): Promise<void> {
  await expect(unlockButton(namedesk)).toBeFocused();
  await expect.poll(() => textOf(namedesk)).toMatch(/^Namedesk is locked\b/);
  const text = await textOf(namedesk);
  for (const secret of [domain, account, '@example.com', 'credit', 'Search'])
    expect(text).not.toContain(secret);
  await expect(namedesk.page.getByRole('main')).toBeHidden();
  await expect(namedesk.page.getByRole('navigation')).toBeHidden();
}

/** What main answers to a page that does not care for the lock. */
const answersOf = ({ page }: RunningNamedesk) =>
  page.evaluate(async (name) => {
    const { accounts, settings, domains } = window.namedesk.request;
    const answers = await Promise.all([
      accounts.list({}),
      settings.write({ appLock: false }),
      domains.add({ accountId: 'any', text: name, tags: [] }),
    ]);
    return answers.map((answer) => (answer.ok ? 'answered' : answer.error.kind));
  }, domain);

/** What the system says through Electron. */
const emit = ({ app }: RunningNamedesk, event: 'lock-screen' | 'suspend') =>
  app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);

async function turnOn(namedesk: RunningNamedesk): Promise<void> {
  const { page } = namedesk;
  await shellPage(page).goTo('Settings');
  const main = page.getByRole('main');
  const setting = main.getByRole('switch', { name: /^Lock Namedesk/ });
  await expect(setting).not.toBeChecked();
  await setting.click({ force: true });
  await expect(main.getByRole('combobox', { name: /^Lock when away for/ })).toBeVisible();
}

test('locked by a key, the window shows nothing; unlocked, what was typed is there', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller, reseller.apiKey, account);
  const { keep, open, main } = changePage(page);
  await keep(domain);
  await turnOn(namedesk);
  await main.getByRole('heading', { name: 'Privacy' }).evaluate((each) => each.scrollIntoView());
  await show(namedesk, 'settings-lock');
  await open(domain, 'Nameservers');
  const field = main.getByRole('textbox', { name: 'Nameservers', exact: true });
  await expect(field).toHaveValue(/^ns1\.practice-dns\.example\n/);
  await field.fill('ns1.half-typed');

  await page.keyboard.press('ControlOrMeta+Shift+k');
  await expectLocked(namedesk);
  await show(namedesk, 'lock-screen');
  expect(await answersOf(namedesk)).toEqual(['app-locked', 'app-locked', 'app-locked']);
  for (const keys of ['ControlOrMeta+k', 'ControlOrMeta+3', 'ControlOrMeta+n', 'F1', 'Escape', 'Tab'])
    await page.keyboard.press(keys);
  await namedesk.app.evaluate(
    ({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('goSearch')?.click(),
  );
  await expectLocked(namedesk);

  await page.keyboard.press('Enter');
  await expect(lockScreen(namedesk)).toBeHidden();
  // The page stands as it was left, or was loaded again where it was refused something meanwhile.
  await open(domain, 'Nameservers');
  await expect(field).toHaveValue('ns1.half-typed');
  await expect(page.getByRole('textbox', { name: 'Command' })).toBeHidden();
  await expect(page.getByRole('button', { name: `Account: ${account}` })).toBeVisible();
  await reseller.service.stop();
});

test('locked with the screen, with the key window open: that is closed, and the palette is not shown', async ({
  namedesk,
}) => {
  const { page, app } = namedesk;
  const reseller = await startReseller();
  const accountId = await enterReseller(namedesk, reseller, reseller.apiKey, account);
  await turnOn(namedesk);
  const opened = app.waitForEvent('window');
  const answer = page.evaluate(
    (id) => window.namedesk.request.keys.enter({ accountId: id, place: 'memory' }),
    accountId,
  );
  const keyWindow = await opened;
  await keyWindow.waitForURL(/^app:\/\/key\//);
  await shellPage(page).openPalette();
  await emit(namedesk, 'lock-screen');
  await expectLocked(namedesk);
  await expect.poll(() => keyWindow.isClosed()).toBe(true);
  expect((await answer).ok).toBe(true);
  await expect(page.getByRole('textbox', { name: 'Command' })).toBeHidden();
  await unlockButton(namedesk).click();
  await expect(lockScreen(namedesk)).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  await reseller.service.stop();
});

test('unlocked after a restart, the practice account has its key: an order, a renewal and a batch go as far as their reviews', async ({
  launch,
}) => {
  const first = await launch();
  await onboardingPage(first.page).beginWithPractice();
  await turnOn(first);
  await first.close();

  const second = await launch();
  await expectLocked(second);
  await second.page.keyboard.press('Enter');
  await expect(lockScreen(second)).toBeHidden();
  const { page } = second;
  const { main, dialog, keep, open, row } = changePage(page);
  await keep('oakline.io', 'harbour-books.com');
  const noKey = page.getByText(/has no API key/);
  await open('oakline.io', 'Renew');
  await main.getByRole('button', { name: 'Renew for 1 year…' }).click();
  await expect(dialog.getByRole('textbox', { name: /^Type / })).toBeVisible();
  await expect(noKey).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(noKey).toHaveCount(0);

  await shellPage(page).goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Unlock…' })
    .click();
  await expect(main.getByText(/^Type \d+ to unlock/)).toBeVisible();
  const count = main.getByRole('textbox', { name: /^Type \d+ to / });
  const asked = /^Type (\d+) to unlock/m.exec(await main.innerText());
  await count.fill(asked?.[1] ?? '');
  await expect(main.getByRole('button', { name: /^Unlock \d+ domains/ })).toBeEnabled();
  await expect(noKey).toHaveCount(0);

  await shellPage(page).goTo('Search');
  await searchPage(page).ask('quaysideworks-and-sons');
  await expect(searchPage(page).markOf('quaysideworks-and-sons.com')).toContainText('Available');
  await searchPage(page).openDetails('quaysideworks-and-sons.com');
  await searchPage(page).details.getByRole('button', { name: 'Register…' }).click();
  await expect(main.getByRole('button', { name: 'Review…' })).toBeEnabled();
  await expect(noKey).toHaveCount(0);
});

test('starts locked, can be quit, and says why it stays locked where no keychain answers', async ({
  launch,
}) => {
  const first = await launch();
  const reseller = await startReseller();
  await enterReseller(first, reseller, reseller.apiKey, account);
  await changePage(first.page).keep(domain);
  await turnOn(first);
  await first.close();

  const noKeychain = {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
    XDG_RUNTIME_DIR: '/nonexistent',
  };
  const second = await launch({ env: noKeychain });
  await expectLocked(second);
  await second.page.keyboard.press('Enter');
  await expect(lockScreen(second).getByRole('status')).toContainText('The keychain cannot be reached');
  await expectLocked(second);
  await show(second, 'lock-screen-no-keychain');
  await second.close();

  const third = await launch();
  await expectLocked(third);
  await third.page.keyboard.press('Enter');
  await expect(third.page.getByRole('button', { name: `Account: ${account}` })).toBeVisible();
  await shellPage(third.page).goTo('Domains');
  await expect(changePage(third.page).row(domain)).toBeVisible();
  await shellPage(third.page).goTo('Settings');
  const setting = third.page.getByRole('switch', { name: /^Lock Namedesk/ });
  await setting.click({ force: true });
  await expect(setting).not.toBeChecked();
  await third.page.keyboard.press('ControlOrMeta+Shift+k');
  await expect(third.page.getByText('The lock is off. Turn it on in Settings, under Privacy.')).toBeVisible();
  await reseller.service.stop();
});
