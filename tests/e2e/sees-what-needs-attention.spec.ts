import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { expiresIn, readEarlier, todayPage } from '../support/pages/today-page.ts';

test('the day begins with what needs attention: each row has its one step, can be snoozed, and is counted', async ({
  launch,
  userDataDir,
}) => {
  const reseller = await startReseller({
    faults: [
      {
        operation: 'lock-write',
        domain: 'harbour-books.com',
        fault: { kind: 'break', after: 'head', by: 'reset' },
        isApplied: true,
      },
      // Read for the portfolio, for the batch and just before the write; what is read afterwards decides nothing.
      { operation: 'lock-read', domain: 'harbour-books.com', fault: { kind: 'json', value: { odd: true } } },
    ],
  });
  const first = await launch();
  await enterReseller(first, reseller);
  const before = changePage(first.page);
  await before.keep(
    'harbour-books.com',
    'harbour-books.net',
    'oakline.io',
    'paperplane.studio',
    'quiet-harbor.org',
  );
  await expiresIn(first.page, { 'oakline.io': -5, 'quiet-harbor.org': 6, 'harbour-books.net': 20 });
  await shellPage(first.page).goTo('Domains');
  await expect(before.row('paperplane.studio')).toBeVisible();
  await first.page.keyboard.press('ControlOrMeta+a');
  await first.page.keyboard.press('r');
  await expect(before.row('paperplane.studio')).toContainText('Unlocked', { timeout: 30_000 });
  await before.open('harbour-books.com');
  await before.press('Unlock…');
  await before.send('Unlock');
  await expect(first.page.getByRole('navigation').getByRole('img', { name: '1 uncertain' })).toBeVisible({
    timeout: 60_000,
  });
  await first.close();
  readEarlier(userDataDir, 'paperplane.studio', 3);

  const { page } = await launch();
  const today = todayPage(page);
  await expect(today.heading).toBeVisible();
  await expect(today.row('Uncertain')).toContainText('harbour-books.com');
  await expect(today.row('Expired')).toContainText('Expired 5 days ago');
  await expect(today.row('Due')).toContainText('2 domains expire within 30 days, 1 of them within 7 days');
  await expect(today.row('Unlocked')).toContainText('paperplane.studio');
  await expect(today.row('Not read')).toContainText('harbour-books.com');
  await expect(today.badge(5)).toBeVisible();

  await today.snooze('Expired', 'Tomorrow');
  await expect(today.row('Expired')).toHaveCount(0);
  await expect(today.badge(4)).toBeVisible();
  await page.getByRole('button', { name: 'Snoozed (1)' }).click();
  await expect(today.snoozed).toContainText('oakline.io');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(today.row('Expired')).toBeVisible();
  await expect(today.badge(5)).toBeVisible();

  await today
    .row('Due')
    .getByRole('button', { name: /^Renew 2 due…/ })
    .click();
  const review = page.getByRole('main');
  await expect(review).toContainText('2 ready, 0 excluded', { timeout: 20_000 });
  await expect(review).toContainText('quiet-harbor.org');
  await expect(review.getByRole('textbox', { name: /^Type 2 to renew 2 domains/ })).toBeVisible();
  // It waits for its review, which is listed too.
  await shellPage(page).goTo('Today');
  await expect(today.row('Batch change')).toContainText('Renew 2 domains');
  await today
    .row('Uncertain')
    .getByRole('button', { name: /^Verify…/ })
    .click();
  await expect(page.getByRole('main', { name: 'Activity' })).toContainText('harbour-books.com');
  await reseller.service.stop();
});
