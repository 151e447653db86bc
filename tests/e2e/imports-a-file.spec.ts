import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/application/namedesk-test.ts';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { changePage } from '../support/pages/change-page.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const porkbun = `"Domains of a stranger"
DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS
riverstone.com,com,2020-03-01 10:00:00,2027-03-01 10:00:00,yes,yes,no,ns1.a.com ns2.a.com,SECRET-77,2020-01-01,10.29,ok,
oak.org,org,2020-03-01 10:00:00,2026-12-24 10:00:00,yes,yes,no,ns1.a.com ns2.a.com,SECRET-78,2020-01-01,10.29,ok,
bad name,com,,,,,,,,,,,
`;

test('a stranger imports a registrar’s file, sees what it would change, and undoes it, also after a restart', async ({
  launch,
  reseller,
}) => {
  const first = await launch();
  const { page } = first;
  await enterReseller(first, reseller);
  const path = join(first.userDataDir, 'porkbun.csv');
  writeFileSync(path, porkbun);
  await answerDialogs(first, { open: path });
  await shellPage(page).goTo('Domains');
  const { main, row } = changePage(page);
  await main.getByRole('button', { name: 'Import from your registrar’s file' }).click();
  await main.getByRole('button', { name: 'Open a file…' }).click();
  await expect(main.getByText('Porkbun file')).toBeVisible();
  await expect(main.getByText('Never read: looks like transfer codes').first()).toBeVisible();
  const rows = page.getByRole('grid', { name: 'Rows of the file' });
  await expect(rows.getByRole('row', { name: /oak\.org/ })).toContainText(/New.*Expiry date Dec 24, 2026/);
  await expect(page.locator('body')).not.toContainText('SECRET-77');
  await main.getByRole('button', { name: /^Skipped/ }).click();
  await expect(rows.getByRole('row')).toHaveCount(2);
  await main.getByRole('button', { name: 'Import 2 domains' }).click();
  await expect(main.getByRole('status', { name: 'The import' })).toContainText('Imported 2 domains');
  await main.getByRole('button', { name: 'Show the domains' }).click();
  await expect(row('oak.org')).toContainText('Dec 24, 2026');
  await first.close();

  const second = await launch();
  await shellPage(second.page).goTo('Domains');
  const again = changePage(second.page);
  await again.main.getByRole('button', { name: 'Import', exact: true }).click();
  await again.main.getByRole('button', { name: 'Undo the import from porkbun.csv' }).click();
  await again.dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(again.main.getByText('Undone just now')).toBeVisible();
  await again.main.getByRole('button', { name: 'All domains' }).click();
  await expect(again.main.getByRole('button', { name: 'Import from your registrar’s file' })).toBeVisible();
});

test('a pasted table of name, expiry and client is imported, and undone from its notice', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  await enterReseller(namedesk, reseller);
  await shellPage(page).goTo('Domains');
  const { main } = changePage(page);
  await main.getByRole('button', { name: 'Import from your registrar’s file' }).click();
  await main.getByRole('textbox').fill('riverstone.com,03/04/2027,ACME');
  await main.getByRole('button', { name: 'Preview' }).click();
  await expect(main.getByRole('button', { name: 'Import 1 domain' })).toBeDisabled();
  await main.getByRole('radio', { name: /day first/ }).check();
  const rows = page.getByRole('grid', { name: 'Rows of the file' });
  await expect(rows).toContainText('Expiry date Apr 3, 2027 · Client ACME');
  await main.getByRole('button', { name: 'Import 1 domain' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(main.getByRole('status', { name: 'The import' })).toContainText('Undone for 1 domain');
});
