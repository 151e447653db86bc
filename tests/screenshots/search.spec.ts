import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { onboardingPage, searchPage, shellPage } from '../support/pages/shell-page.ts';

test('Search looks right while a name is typed, and over what was found', async ({ namedesk }) => {
  const { page } = namedesk;
  await onboardingPage(page).beginWithPractice();
  const search = searchPage(page);
  await expect(search.field).toBeVisible();
  await show(namedesk, 'search-practice');
  const reseller = await startReseller();
  await setOptions(namedesk, await enterReseller(namedesk, reseller), { premiumEnabled: true });
  // The practice account has domains: a page that is loaded again begins with Today.
  await shellPage(page).goTo('Search');
  await search.ask('priced');
  await expect(search.markOf('priced.com')).toHaveText('Available');
  await show(namedesk, 'search-priced');
  await page.getByRole('columnheader', { name: 'Renewal' }).getByRole('button').click();
  await show(namedesk, 'search-by-renewal');
  await search.ask('priced.quay');
  await expect(search.markOf('priced.quay')).toHaveText('Not sold here');
  await search.openDetails('priced.quay');
  await show(namedesk, 'search-not-sold');
  await page.keyboard.press('Escape');
  await search.ask('premium');
  await expect(search.markOf('premium.com')).toHaveText('Premium');
  await show(namedesk, 'search-premium');
  await search.ask('bäckerei');
  await expect(search.markOf('bäckerei.com')).toHaveText(/./);
  await expect(page.getByRole('main')).not.toContainText('Asking');
  await search.field.press('ArrowDown');
  await page.keyboard.press('1');
  await show(namedesk, 'search-filtered');
  await search.field.fill('priced');
  await expect(search.row('priced.com')).toBeVisible();
  await show(namedesk, 'search-known');
  await page.getByRole('button', { name: /TLDs$/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await show(namedesk, 'search-sets');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+t');
  await expect(page.getByRole('dialog')).toBeVisible();
  await show(namedesk, 'search-pick-tlds');
  await reseller.service.stop();
});

test('Search looks right where the service does not answer', async ({ namedesk }) => {
  const { page } = namedesk;
  const search = searchPage(page);
  const failures = {
    slow: { kind: 'latency', ms: 60_000 },
    address: { kind: 'refusal', refusal: 'address' },
    malformed: { kind: 'page', page: 'html' },
    'asked-too-often': { kind: 'status', status: 429, retryAfterS: 30 },
  } as const;
  for (const [name, fault] of Object.entries(failures)) {
    const reseller = await startReseller({ faults: [{ operation: 'lookup', fault }] });
    await enterReseller(namedesk, reseller, reseller.apiKey, `Reseller ${name}`);
    await search.ask('harbourlight');
    if (name === 'slow') await page.waitForTimeout(6_000);
    else await expect(page.getByRole('main').getByRole('status').or(search.alerts).first()).toBeVisible();
    await show(namedesk, `search-${name}`);
    await reseller.service.stop();
  }
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller, 'a-key-that-opens-nothing', 'Reseller with a wrong key');
  await search.ask('harbourlight');
  await expect(search.alerts.first()).toBeVisible();
  await show(namedesk, 'search-refused');
  await page.getByRole('banner').getByRole('button', { name: 'Refused' }).click();
  await show(namedesk, 'connection');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account: / }).click();
  await show(namedesk, 'switcher');
  await reseller.service.stop();
});
