import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, type Reseller, startReseller } from '../support/application/reseller.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';

const names = Array.from({ length: 60 }, (_, index) => `shop-${index}`);

const questions = { rename: 'Rename…', 'run-again': 'Run again…', remove: 'Remove…' } as const;

/** Some TLDs answer badly, so that unknown cells and their causes are to be seen. */
const aShop = (): Promise<Reseller> =>
  startReseller({
    faults: [
      { operation: 'lookup', domain: 'shop-3.de', fault: { kind: 'shape', shape: 'entry-missing' } },
      { operation: 'lookup', domain: 'shop-5.eu', fault: { kind: 'shape', shape: 'entry-with-error' } },
    ],
  });

test('E6 bulk lookup looks right and can be read by everyone', async ({ namedesk }) => {
  test.setTimeout(180_000);
  const { page } = namedesk;
  const reseller = await aShop();
  await enterReseller(namedesk, reseller);
  const bulk = bulkPage(page);
  const session = sessionPage(page);

  await bulk.openList();
  await show(namedesk, 'bulk-empty');
  await bulk.openNew();
  await show(namedesk, 'bulk-new');
  await bulk.pasteNames([...names, 'SHOP-1', 'https://www.shop-200.com/', 'no_name', '-x'].join('\n'));
  await expect(bulk.report).toContainText('61 names');
  await bulk.chooseTldSet('Europe');
  await show(namedesk, 'bulk-new-filled');
  await page.getByText('Generator', { exact: true }).click();
  await show(namedesk, 'bulk-new-words');
  await page.getByText('List', { exact: true }).click();
  await bulk.start('Shops');

  await expect(session.state).toContainText('% done');
  await show(namedesk, 'session-running');
  await session.expectFinished();
  await session.cell('shop-3', 'de');
  await page.keyboard.press('Enter');
  await expect(session.details).toContainText('shop-3.de');
  await show(namedesk, 'session-details');
  await session.filterBy('available');
  await show(namedesk, 'session-filtered');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(session.summary).toBeVisible();
  await show(namedesk, 'session-summary');
  await page.keyboard.press('ControlOrMeta+e');
  await expect(page.getByRole('dialog')).toBeVisible();
  await show(namedesk, 'session-export');
  await page.keyboard.press('Escape');
  await session.clearFilter();

  await reseller.service.stop();
  await session.recheckUnknown();
  await expect(page.getByRole('main')).toContainText(/resumes automatically/i);
  await show(namedesk, 'session-waiting');
  await bulk.openList();
  await show(namedesk, 'bulk-list');
});

test('E6 a run is asked about and compared, and it looks right', async ({ namedesk }) => {
  test.setTimeout(180_000);
  const { page } = namedesk;
  // Another seed finds other names free: there is much to compare.
  const other = await startReseller({ seed: 2 });
  await enterReseller(namedesk, other, other.apiKey, 'Second Reseller with a rather long name');
  await enterReseller(namedesk, await startReseller());
  const bulk = bulkPage(page);
  const session = sessionPage(page);

  await bulk.openNew();
  await bulk.pasteNames([...names, 'bäckerei', `${'very-'.repeat(10)}long`].join('\n'));
  await bulk.chooseTldSet('Europe');
  await bulk.start('Shops');
  await session.expectFinished();
  await bulk.openList();
  await bulk.choose('Shops', 'Compare with…');
  await expect(bulk.dialog).toContainText('nothing to compare');
  await show(namedesk, 'bulk-compare-none');
  await page.keyboard.press('Escape');
  for (const [question, action] of Object.entries(questions)) {
    await bulk.choose('Shops', action);
    await expect(bulk.dialog.getByRole('button', { name: /./ }).first()).toBeVisible();
    await show(namedesk, `bulk-${question}`);
    await page.keyboard.press('Escape');
    await expect(bulk.dialog).toBeHidden();
  }

  await bulk.choose('Shops', 'Run again…');
  await bulk.pick('Second Reseller');
  await bulk.answer('Run again');
  await session.expectFinished();
  await session.rename('Shops, again a week later and with the other account to see what is new there');
  await expect(session.heading).toContainText('again a week later');
  await bulk.openList();
  // The list hears of the name a moment after the session does.
  await expect(page.getByRole('grid', { name: 'Bulk lookups' })).toContainText('again a week later');
  await bulk.openMore('Shops');
  await show(namedesk, 'bulk-more');
  await page.keyboard.press('Escape');
  await bulk.find('nothing of that name');
  await show(namedesk, 'bulk-list-none');
  await bulk.find('');
  await bulk.choose('Shops', 'Compare with…');
  await show(namedesk, 'bulk-compare-with');
  await bulk.answer('Compare');
  const changed = page.getByRole('button', { name: /^Differs from / });
  await expect(changed).toBeVisible();
  await show(namedesk, 'session-changed-since');
  await changed.click();
  await expect(changed).toBeHidden();
});
