import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';

const names = Array.from({ length: 400 }, (_, index) => `harbour-shop-${index}`);

test('a session looks right while it runs, is slowed down, paused and cut off', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      {
        operation: 'lookup',
        domain: 'harbour-shop-100.com',
        fault: { kind: 'status', status: 429, retryAfterS: 20 },
      },
    ],
  });
  await setOptions(namedesk, await enterReseller(namedesk, reseller), { requestsPerSecond: 20 });
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  await bulk.openNew();
  await bulk.pasteNames(names.join('\n'));
  await bulk.chooseTldSet('Popular');
  await bulk.createWithoutStarting('Spring campaign');
  await expect(session.heading.or(bulk.sessions).first()).toBeVisible();
  await show(namedesk, 'session-created');
  await bulk.openList();
  await bulk.openSession('Spring campaign');
  await page.keyboard.press('Enter');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Start|Resume)/ })
    .first()
    .click();
  await expect(page.getByRole('main')).toContainText(/The service asked for/, { timeout: 30_000 });
  await show(namedesk, 'session-slowed');
  await session.pause();
  await show(namedesk, 'session-paused');
  await bulk.openNew();
  await bulk.pasteNames('a draft');
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Search/ })
    .click();
  await show(namedesk, 'bulk-leave');
  await reseller.service.stop();
});

test('a finished session looks right: cells, filters, order, shortlist, exports, forced colours', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'lookup', domain: 'harbour-shop-3.org', fault: { kind: 'shape', shape: 'entry-missing' } },
      {
        operation: 'lookup',
        domain: 'harbour-shop-5.io',
        fault: { kind: 'shape', shape: 'entry-with-error' },
      },
    ],
  });
  await setOptions(namedesk, await enterReseller(namedesk, reseller), {
    requestsPerSecond: 100,
    premiumEnabled: true,
  });
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  await bulk.openNew();
  await bulk.pasteNames([...names.slice(0, 120), 'premium', 'reserved', 'bäckerei', 'priced'].join('\n'));
  await bulk.chooseTldSet('Popular');
  await bulk.start('Spring campaign');
  await session.expectFinished();
  await session.cell('harbour-shop-3', 'org');
  await show(namedesk, 'session-cell');
  await page.keyboard.press('Control+ArrowLeft');
  await show(namedesk, 'session-row');
  await session.shortlist('priced', 'com');
  await session.shortlist('priced', 'net');
  for (const [name, label] of [
    ['tlds', 'TLDs'],
    ['name', /^Name/],
    ['price', 'Price'],
    ['age', 'Checked'],
    ['cause', 'Cause'],
    ['order', /^Order/],
    ['again', 'Recheck'],
    ['runs', 'Run again / compare'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: label }).first().click();
    await show(namedesk, `session-${name}`);
    await page.keyboard.press('Escape');
  }
  await session.filterByText('qqqq');
  await show(namedesk, 'session-none');
  await session.clearFilter();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Unknown/ })
    .click();
  await page.getByRole('button', { name: 'Hide TLDs without a match' }).click();
  await show(namedesk, 'session-empty-hidden');
  await page.getByRole('button', { name: 'Hide TLDs without a match' }).click();
  await session.clearFilter();
  await page.keyboard.press('ControlOrMeta+i');
  await show(namedesk, 'session-no-side');
  await page.emulateMedia({ forcedColors: 'active' });
  await show(namedesk, 'session-forced-colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await session.showShortlist();
  await show(namedesk, 'session-shortlist');
  await page.getByRole('button', { name: 'Summary' }).click();
  await page
    .getByRole('button', { name: /^Register/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Register 2 names', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'One by one' }).click();
  await expect(page.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible();
  await show(namedesk, 'register-queue');
  await reseller.service.stop();
});
