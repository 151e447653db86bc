import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { changePage } from '../support/pages/change-page.ts';
import { onboardingPage, shellPage } from '../support/pages/shell-page.ts';

/** Types two nameservers of a domain, and asks for the review. */
async function review(page: Page, domain: string, hosts: readonly string[]): Promise<void> {
  const { dialog, main, open } = changePage(page);
  await open(domain, 'Nameservers');
  for (const [index, host] of hosts.entries())
    await main.getByRole('textbox', { name: `Nameserver ${index + 1}`, exact: true }).fill(host);
  await main.getByRole('button', { name: 'Review…' }).click();
  await expect(dialog).toBeVisible();
}

test('the check of nameservers looks right: they answer, they do not, keys that do not fit, in a batch', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  await onboardingPage(page).beginWithPractice();
  const { dialog, keep, main } = changePage(page);
  await keep('harbour-books.com', 'oakline.io', 'quiet-harbor.org');
  await review(page, 'harbour-books.com', ['ns1.surf-cloud.example', 'ns2.surf-cloud.example']);
  await expect(dialog.getByText('The new nameservers answer for harbour-books.com.')).toBeVisible();
  await show(namedesk, 'nameservers-check-sound');
  await page.keyboard.press('Escape');
  await review(page, 'oakline.io', ['ns1.parking.example', 'ns2.surf-cloud.example']);
  await expect(dialog.getByRole('alert')).toContainText('oakline.io may not be reachable');
  await show(namedesk, 'nameservers-check-dark');
  await page.keyboard.press('Escape');

  await shellPage(page).goTo('Domains');
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const toolbar = page.getByRole('toolbar', { name: 'With the selected domains' });
  await toolbar.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByRole('radio', { name: /^Set nameservers/ }).click();
  await dialog
    .getByRole('textbox', { name: 'Nameservers, one per line' })
    .fill('ns1.surf-cloud.example\nns.nowhere.example');
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(main.getByRole('alert')).toContainText('domains may not be reachable', { timeout: 30_000 });
  await show(namedesk, 'nameservers-check-batch');
});
