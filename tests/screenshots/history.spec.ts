import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { todayPage } from '../support/pages/today-page.ts';
import { startRdapServer } from '../support/registry/rdap-server.ts';
import { answered } from '../support/registry/rdap-shapes.ts';

const [proven, late, other] = ['quiet-harbor.org', 'harbour-books.com', 'harbour-books.net'];
const all = [proven, late, other];
const inYears = (years: number): string => {
  const day = new Date(Date.now() + 40 * 86_400_000);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return `${day.toISOString().slice(0, 10)}T04:00:00Z`;
};

test('what is proven and what was changed elsewhere look right: a batch, the changes, a history, Today', async ({
  namedesk,
}) => {
  test.setTimeout(300_000);
  const rdap = await startRdapServer();
  for (const name of all) rdap.set(name, () => answered(name, { expires: inYears(0), database: null }));
  const registrant = (Company_Name: string) => ({ Registrant: { Company_Name, Country: 'DE' } });
  const reseller = await startReseller({
    faults: [
      {
        ...{ operation: 'contact-read', domain: other, times: 1 },
        fault: { kind: 'json', value: registrant('Northwind Hosting') },
      },
      {
        ...{ operation: 'contact-read', domain: other },
        fault: { kind: 'json', value: registrant('Globex Domains') },
      },
    ],
  });
  const accountId = await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const { dialog, keep, main, open, press } = changePage(page);
  await keep(...all);

  await open(proven);
  await press('Look up at the registry…');
  await main.getByRole('switch', { name: 'Look up expiries at the registry' }).press('Space');
  const list = main.getByRole('textbox', { name: 'List of registries' });
  await list.fill(rdap.bootstrap);
  await list.press('Enter');
  for (const name of all) {
    await open(name);
    await press('Look up at the registry');
    await expect(main.getByText(/in 40 days/)).toBeVisible();
  }
  for (const name of [proven, late])
    rdap.set(name, () =>
      answered(name, { expires: inYears(1), changed: new Date().toISOString(), database: null }),
    );

  await shellPage(page).goTo('Domains');
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const toolbar = page.getByRole('toolbar', { name: 'With the selected domains' });
  await toolbar.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByRole('radio', { name: /^Renew/ }).check();
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
  const renew = main.getByRole('button', { name: /^Renew 3/ });
  await expect(renew).toBeVisible({ timeout: 30_000 });
  await show(namedesk, 'batch-renew-shown-by-registries');
  await main.getByRole('textbox', { name: /^Type / }).fill('3');
  await renew.click();
  await expect(main.getByText(/^(Done|Finished)/)).toBeVisible({ timeout: 120_000 });
  await expect(main.getByRole('list', { name: 'Result' })).toContainText('Proven by registry');
  await show(namedesk, 'batch-proven');
  await shellPage(page).goTo('Activity');
  await expect(main.getByRole('button', { name: /^Proven by registry/ })).toBeVisible();
  await show(namedesk, 'changes-proven');
  await main.getByRole('button', { name: /^Show the 3 changes of Renew 3/ }).click();
  await main.getByRole('row').filter({ hasText: 'Proven by registry' }).first().click();
  await page.keyboard.press('Enter');
  const one = page.getByRole('complementary', { name: 'The change' });
  await one.getByText('How we know', { exact: true }).click();
  await show(namedesk, 'entry-proven');
  await page.keyboard.press('Escape');

  await page.evaluate(
    async ([id, domain]) => {
      const { domains } = window.namedesk.request;
      await domains.tag({ accountId: id, domains: [domain], add: ['spring', 'own'], remove: [] });
      await domains.setTexts({
        accountId: id,
        domain,
        texts: { client: 'Lindenhof', note: 'Call them in March.' },
      });
      await domains.setClient({ accountId: id, domains: [domain], client: 'ACME' });
    },
    [accountId, proven] as const,
  );
  const path = join(namedesk.userDataDir, 'portfolio-2026.csv');
  writeFileSync(path, `Domain,Expires,Tags\n${proven},2027-01-15,imported\nno such name,2027-01-15,\n`);
  await shellPage(page).goTo('Domains');
  await answerDialogs(namedesk, { open: path });
  await main
    .getByRole('button', { name: /^Import/ })
    .first()
    .click();
  await main.getByRole('button', { name: 'Open a file…' }).click();
  await main.getByRole('button', { name: 'Import 1 domain' }).click();
  await expect(main.getByRole('status', { name: 'The import' })).toContainText('Imported 1 domain');
  await open(proven, 'History');
  await expect(main.getByText('Imported', { exact: true })).toBeVisible();
  await show(namedesk, 'domain-history-whole');

  // Opened above, it was read once.
  await page.evaluate(
    ([id, domain]) => window.namedesk.request.domains.readContacts({ accountId: id, domain }),
    [accountId, other] as const,
  );
  await open(other, 'Overview');
  await expect(main.getByText('Globex Domains')).toBeVisible();
  await open(other, 'History');
  await expect(main.getByText(/^Not changed from here/)).toBeVisible();
  await show(namedesk, 'domain-history-not-from-here');
  await shellPage(page).goTo('Today');
  await expect(todayPage(page).row('Import')).toBeVisible();
  await expect(todayPage(page).row('Changed elsewhere')).toBeVisible();
  await show(namedesk, 'today-import-and-registrant');
  await rdap.stop();
  await reseller.service.stop();
});
