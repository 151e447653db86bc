import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decimalText, tenThousandths } from '../../shared/domain/counting.ts';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const names = ['harbour-books.com', 'harbour-books.net', 'oakline.io', 'quiet-harbor.org'];

interface PaidRow {
  readonly domain: string;
  readonly amount: string;
  readonly state: string;
  readonly amount_from: string;
}

test('what was paid in a month is one batch that unfolds, a sum, and a file that adds up to the same', async ({
  namedesk,
}) => {
  test.setTimeout(240_000);
  const reseller = await startReseller({
    faults: [
      {
        operation: 'renew',
        domain: 'oakline.io',
        fault: { kind: 'refusal', refusal: 'not-allowed' },
        isApplied: false,
      },
      {
        operation: 'renew',
        domain: 'quiet-harbor.org',
        fault: { kind: 'break', after: 'head', by: 'reset' },
        isApplied: true,
      },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const { dialog, keep, main, press, row } = changePage(page);
  await keep(...names);
  await shellPage(page).goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: /^Renew \d/ })
    .click();
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
  // No price is known of them: what they cost is measured.
  await expect(main.getByRole('button', { name: /^Renew 4(?: · |$)/ })).toBeVisible({ timeout: 30_000 });
  await main.getByRole('textbox', { name: /^Type \d+ to / }).fill('4');
  await press(/^Renew 4(?: · |$)/);
  const status = main.getByRole('region', { name: 'Status of the batch' });
  await expect(status).toContainText('3 of 4 changes', { timeout: 90_000 });
  await press('Resume');
  await expect(status).toContainText('4 of 4 changes', { timeout: 90_000 });

  // It was begun in Domains, and leads back there.
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('main', { name: 'Domains' })).toBeVisible();
  await shellPage(page).goTo('Activity');
  await main.getByRole('button', { name: 'Days' }).click();
  await page.getByText('This month', { exact: true }).click();
  await page.keyboard.press('Escape');
  const rows = main.getByRole('grid', { name: 'Activity' }).getByRole('row', { name: /Renew/ });
  await expect(rows).toHaveCount(2);
  await main.getByRole('button', { name: 'Show the 4 changes of Renew 4 domains' }).click();
  await expect(rows).toHaveCount(6);
  await show(namedesk, 'activity-paid-month');
  await main.getByRole('button', { name: 'Hide the 4 changes of Renew 4 domains' }).click();
  await expect(rows).toHaveCount(2);
  const sums = await main.getByRole('group', { name: 'Count and sum of what is shown' }).innerText();

  const path = join(namedesk.userDataDir, 'paid.csv');
  await answerDialogs(namedesk, { save: path });
  await main.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: /^Paid changes of a month/ }).click();
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  await expect(dialog).toContainText('3 rows are written to:');

  const written: readonly PaidRow[] = parse(readFileSync(path, 'utf8'), { columns: true });
  expect(written.map(({ domain }) => domain)).toEqual(names.filter((name) => name !== 'oakline.io'));
  const sumOf = (isCounted: (one: PaidRow) => boolean): string =>
    decimalText(
      written.filter(isCounted).reduce((sum, { amount }) => sum + (tenThousandths(amount) ?? 0n), 0n),
    );
  const uncertain = written.filter(({ state }) => state === 'UNCERTAIN');
  expect(uncertain.map(({ domain }) => domain)).toEqual(['quiet-harbor.org']);
  expect(written[0]).toMatchObject({ amount_from: 'measured' });
  expect(sums).toContain(`spent ${sumOf(({ state }) => state !== 'UNCERTAIN')}`);
  const perhaps = uncertain[0]?.amount ?? '';
  expect(sums).toContain(perhaps === '' ? '1 uncertain' : `1 uncertain: ${perhaps}`);
  await page.keyboard.press('Escape');

  // The client of these domains: what was paid and done, and a page that shows it.
  await shellPage(page).goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('l');
  await dialog.getByLabel('Client').fill('Harbour & Sons');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Set client' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Clients…' }).click();
  await dialog.getByRole('button', { name: 'Harbour & Sons' }).click();
  await page.getByText('Overview', { exact: true }).click();
  const overview = main.getByRole('region', { name: 'Overview' });
  await expect(overview).toContainText(/Spent \d/);
  await expect(overview.getByRole('button', { name: /: harbour-books\.net$/ })).toBeVisible();
  await show(namedesk, 'client-overview');
  const proof = join(namedesk.userDataDir, 'proof.html');
  await answerDialogs(namedesk, { save: proof });
  await overview.getByRole('button', { name: 'Send the proof…' }).click();
  await expect(dialog).toContainText('3 changes, 0 proven by the registry');
  await show(namedesk, 'client-proof');
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  await expect(dialog).toContainText('3 changes, 0 proven, written to:');
  const html = readFileSync(proof, 'utf8');
  expect(html).toContain('Not proven: accepted by the service');
  expect(html).toContain('Not proven: not known whether it was done');
  expect(html).not.toContain('oakline.io');

  // Sent back, it is held against the journal.
  await page.keyboard.press('Escape');
  await answerDialogs(namedesk, { open: proof });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('proof');
  await page.keyboard.press('Enter');
  await expect(main).toContainText('proof.html: Each row matches this journal.', { timeout: 20_000 });
  writeFileSync(proof, html.replaceAll('harbour-books.com', 'harbour-books.org'));
  await main.getByRole('button', { name: 'Check a proof…' }).click();
  await expect(main).toContainText('proof.html: This file was changed');

  // What the filters hide is told in no line of its own above the list, in a small window too.
  await namedesk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(1_024, 640),
  );
  await expect(main.getByRole('button', { name: 'Show all' })).toBeVisible();
  await expect
    .poll(async () => {
      const list = await main.getByRole('grid', { name: 'Activity' }).boundingBox();
      return (list?.y ?? Infinity) - ((await main.boundingBox())?.y ?? 0);
    })
    .toBeLessThanOrEqual(120);
  await reseller.service.stop();
});
