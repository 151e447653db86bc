import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { onboardingPage, shellPage } from '../support/pages/shell-page.ts';
import { startRdapServer } from '../support/registry/rdap-server.ts';
import { answered } from '../support/registry/rdap-shapes.ts';

const titles =
  'DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS';

/** As Porkbun writes them; the first, the fourth and the eighth are of the portfolio. */
const lines = Array.from({ length: 800 }, (_, index) => {
  const name = index === 3 ? 'no such name' : `harbour-books-${index}.com`;
  const day = String((index % 28) + 1).padStart(2, '0');
  return `${name},com,2020-01-${day} 09:00:00,2027-0${(index % 9) + 1}-${day} 09:00:00,yes,yes,no,"ns1.example.com ns2.example.com",not-shown,2020-01-01,10.29,ok,`;
});

/** Of a file that was saved before the other one. */
const olderLines = Array.from({ length: 9 }, (_, index) =>
  [
    `harbour-books-${index}.com`,
    index === 5 ? 'Pending' : 'unlocked',
    'ns1.other.net',
    index % 3 === 0 ? 'From the old panel' : '',
  ].join(','),
);

const ofTwoAccounts = `domain,account,status,lock,lock_at,nameservers,nameservers_at,expires_on,tags,client,note,added_at,archived_at
riverstone.com,Acme,held,locked,2026-11-01T08:00:00.000Z,ns1.example.com;ns2.example.com,2026-11-01T08:00:00.000Z,2027-03-01,"own;""a;b""",Lindenhof,,2026-01-01T08:00:00.000Z,
oak.org,Northwind,archived,,,,,2026-12-24,,,,2026-01-01T08:00:00.000Z,2026-02-03T08:00:00.000Z
`;

/** The columns of two dates fit the expiry as well, a name is written from right to left, and a client is known by another spelling. */
const doubtful = `Domains of Northwind
Domain,Created,Expires,Valid until,Renewal price,Client,Status
riverstone.com,2019-03-01,2027-03-01,2028-03-01,10.29,Lindenhof,Active
bad name,2019-03-01,2027-03-01,2028-03-01,10.29,LINDENHOF,Active
xn--mgbh0fb.com,2019-03-01,2027-05-01,2028-05-01,10.29,LINDENHOF,Active
shop.quiet-harbor.co.uk,2020-11-13,2026-11-13,2027-11-13,10.29,Northwind,Transferred away
`;

test('the import of a file looks right: empty, read, asked, stored, undone', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  await enterReseller(namedesk, reseller);
  const { dialog, keep, main, row } = changePage(page);
  await shellPage(page).goTo('Domains');
  await show(namedesk, 'domains-none');
  await main.getByRole('button', { name: 'Import from your registrar’s file' }).click();
  await show(namedesk, 'import-none');
  await keep('harbour-books-0.com', 'harbour-books-7.com');
  const path = join(namedesk.userDataDir, 'porkbun-domains.csv');
  writeFileSync(path, ['"Domains of Northwind Hosting"', titles, ...lines].join('\n'));
  await answerDialogs(namedesk, { open: path });
  await main.getByRole('button', { name: 'Open a file…' }).click();
  await expect(main.getByText('Porkbun file')).toBeVisible();
  await show(namedesk, 'import-preview');
  await main.getByRole('button', { name: 'Import 799 domains' }).click();
  await expect(main.getByRole('status', { name: 'The import' })).toContainText('Imported 799 domains');
  await show(namedesk, 'import-done');
  await main.getByRole('button', { name: 'Show the domains' }).click();
  await expect(row('harbour-books-1.com')).toContainText('Locked');
  await show(namedesk, 'domains-imported');
  await main.getByRole('button', { name: 'Import', exact: true }).click();
  const older = join(namedesk.userDataDir, 'older.csv');
  writeFileSync(older, ['domain,lock,nameservers,note', ...olderLines].join('\n'));
  utimesSync(older, new Date('2026-01-02T03:04:05Z'), new Date('2026-01-02T03:04:05Z'));
  await answerDialogs(namedesk, { open: older });
  await main.getByRole('button', { name: 'Open a file…' }).click();
  await expect(main.getByText(/nameservers kept: from a file/).first()).toBeVisible();
  await show(namedesk, 'import-kept');
  await main.getByRole('button', { name: 'Choose another file' }).click();
  await main.getByRole('textbox').fill(ofTwoAccounts);
  await main.getByRole('button', { name: 'Preview' }).click();
  await expect(main.getByRole('combobox', { name: 'Domains of' })).toBeVisible();
  await show(namedesk, 'import-of-accounts');
  await main.getByRole('button', { name: 'Choose another file' }).click();
  await main.getByRole('textbox').fill(doubtful);
  await main.getByRole('button', { name: 'Preview' }).click();
  const question = main.getByRole('radiogroup', { name: 'Which column has the expiry date?' });
  await expect(question).toBeVisible();
  await show(namedesk, 'import-doubts');
  await question.getByRole('radio', { name: /^Valid until/ }).click();
  await expect(question).toBeHidden();
  await show(namedesk, 'import-doubts-settled');
  await main.getByRole('button', { name: 'Choose another file' }).click();
  const turkish = join(namedesk.userDataDir, 'clients.csv');
  writeFileSync(
    turkish,
    Buffer.from('Domain,Client\noak.org,\xde\xfckr\xfc Y\xfdlmaz\nelm.org,Jos\xe9\n', 'latin1'),
  );
  await answerDialogs(namedesk, { open: turkish });
  await main.getByRole('button', { name: 'Open a file…' }).click();
  const spelt = main.getByRole('radiogroup', { name: 'Which of these is spelt right?' });
  await expect(spelt).toBeVisible();
  await show(namedesk, 'import-encodings');
  await spelt.getByRole('radio', { name: /windows-1254/ }).click();
  await expect(spelt).toBeHidden();
  await main.getByRole('button', { name: 'Choose another file' }).click();
  await main.getByRole('textbox').fill('harbour-books-1.com,03/04/2028,Lindenhof\noak.org,05/06/2028,ACME');
  await main.getByRole('button', { name: 'Preview' }).click();
  await expect(main.getByRole('radio', { name: /day first/ })).toBeVisible();
  await show(namedesk, 'import-date-order');
  await main.getByRole('radio', { name: /day first/ }).check();
  await main.getByRole('button', { name: 'Import 2 domains' }).click();
  await main.getByRole('button', { name: 'Undo the import from porkbun-domains.csv' }).click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'import-undo');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(main.getByText(/Undone just now/)).toBeVisible();
  await show(namedesk, 'import-undone');
  await main.getByRole('textbox').fill('a web page\n<html>');
  await main.getByRole('button', { name: 'Preview' }).click();
  await expect(main.getByRole('grid', { name: 'Rows of the file' })).toBeVisible();
  await show(namedesk, 'import-no-domains');
});

test('the sample file of the practice account looks right: offered, read, stored', async ({ namedesk }) => {
  const { page } = namedesk;
  await onboardingPage(page).beginWithPractice();
  await shellPage(page).goTo('Domains');
  const { main } = changePage(page);
  await main.getByRole('button', { name: 'Import', exact: true }).click();
  await show(namedesk, 'import-sample-none');
  await main.getByRole('button', { name: 'Import the sample file' }).click();
  await expect(main.getByText('Porkbun file')).toBeVisible();
  await show(namedesk, 'import-sample-preview');
  await main.getByRole('button', { name: 'Import 17 domains' }).click();
  await expect(main.getByRole('status', { name: 'The import' })).toContainText('Imported 17 domains');
  await show(namedesk, 'import-sample-done');
});

test('the import from the first start looks right, and the registries looked up after it', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  const rdap = await startRdapServer(['com']);
  rdap.otherwise = (name) => answered(name, { expires: '2027-03-01T04:00:00Z', database: null });
  const onboarding = onboardingPage(page);
  await onboarding.describeAccount({
    label: 'Northwind Hosting',
    baseUrl: reseller.service.baseUrl,
    username: reseller.username,
  });
  await page.getByRole('button', { name: 'Enter it later' }).click();
  await show(namedesk, 'onboarding-domains');
  await page.evaluate(
    (registryBootstrap) => window.namedesk.request.settings.write({ registryBootstrap }),
    rdap.bootstrap,
  );
  const path = join(namedesk.userDataDir, 'porkbun-domains.csv');
  writeFileSync(path, [titles, ...lines].join('\n'));
  await answerDialogs(namedesk, { open: path });
  await page.getByRole('button', { name: 'Import from your registrar’s file' }).click();
  const { main } = changePage(page);
  await expect(main.getByText('Porkbun file')).toBeVisible();
  await show(namedesk, 'onboarding-import');
  await main.getByRole('button', { name: 'Import 799 domains' }).click();
  await expect(main.getByRole('heading', { name: 'When do they expire?' })).toBeVisible();
  await show(namedesk, 'import-expiries');
  await main.getByRole('button', { name: 'Switch on and look up' }).click();
  await expect(main.getByText(/^Looking up expiries: \d/)).toBeVisible();
  await show(namedesk, 'import-expiries-looking-up');
  await page.evaluate(() => window.namedesk.request.settings.write({ registryEnabled: false }));
  await page.reload();
  await shellPage(page).goTo('Domains');
  await expect(main.getByRole('grid', { name: 'Domains' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(main.getByRole('toolbar', { name: 'With the selected domains' })).toBeVisible();
  await show(namedesk, 'domains-selected-registry-off');
  await main.getByRole('button', { name: 'Look up… at the registry' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await show(namedesk, 'domains-look-up-off');
  await rdap.stop();
  await reseller.service.stop();
});
