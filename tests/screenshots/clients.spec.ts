import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { expiresIn } from '../support/pages/today-page.ts';

/** Of the active account: whose its domains are, by the request that the page makes. */
const setClients = (page: Page, clients: Readonly<Record<string, readonly string[]>>): Promise<void> =>
  page.evaluate(async (all) => {
    const { accounts, domains } = window.namedesk.request;
    const listed = await accounts.list({});
    const accountId = listed.ok ? (listed.value.activeId ?? '') : '';
    for (const [client, names] of Object.entries(all)) {
      const set = await domains.setClient({ accountId, domains: [...names], client });
      if (!set.ok) throw new Error(JSON.stringify(set.error));
    }
  }, clients);

const contact = {
  ...{ Contact_Name: 'Jane Doe', Company_Name: 'Harbour Books Ltd', Address_1: '12 Quay Street' },
  ...{
    City: 'Bristol',
    ZIP_code: 'BS1 6DG',
    Country: 'GB',
    Phone: '+44.1174960123',
    Email: 'jane@harbour.example',
  },
};

/** A contact and two sets of nameservers, as Templates saves them. */
const addTemplates = (page: Page): Promise<void> =>
  page.evaluate(
    async (fields) => {
      const { save } = window.namedesk.request.templates;
      const saved = [
        await save({ id: null, name: 'Harbour Books', body: { kind: 'contact', fields } }),
        ...(await Promise.all(
          ['Harbour DNS', 'Parking'].map((name, index) => {
            const nameservers = [`ns1.dns-${index}.example`, `ns2.dns-${index}.example`];
            return save({ id: null, name, body: { kind: 'nameservers', nameservers } });
          }),
        )),
      ];
      for (const one of saved) if (!one.ok) throw new Error(JSON.stringify(one.error));
    },
    Object.entries(contact).map(([name, value]) => ({ name, value })),
  );

/** Looks names up, for their prices. */
async function lookUp(page: Page, ...names: readonly string[]): Promise<void> {
  await shellPage(page).goTo('Search');
  for (const name of names) {
    await page.getByRole('textbox', { name: 'Name, domain or URL' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).not.toContainText('Checking');
  }
}

test('clients look right: their templates, an order, a batch, Today by client over two accounts with their credits', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const [one, other] = [await startReseller({ isShowcase: true }), await startReseller({ isShowcase: true })];
  const { keep, dialog, main, row } = changePage(page);
  const shell = shellPage(page);

  // Renewing them costs more than the credit.
  const dear = Array.from({ length: 14 }, (_, index) => `quay-${index + 1}-brokers.ai`);
  const first = await enterReseller(namedesk, other, other.apiKey, 'Quayside Brokers');
  await setOptions(namedesk, first, { currency: 'EUR' });
  await keep(...dear, 'quiet-harbor.org');
  await expiresIn(page, {
    ...Object.fromEntries(dear.map((name, index) => [name, 12 + index])),
    'quiet-harbor.org': 60,
  });
  await setClients(page, { 'Lindenhof Gardens': dear, 'Kestrel Gallery': ['quiet-harbor.org'] });
  await lookUp(page, ...dear);

  const second = await enterReseller(namedesk, one);
  await setOptions(namedesk, second, { currency: 'USD' });
  await keep('harbour-books.com', 'harbour-books.net', 'oakline.io', 'northwind-cycles.co.uk');
  await expiresIn(page, {
    ...{ 'harbour-books.com': -3, 'harbour-books.net': 5, 'oakline.io': 20, 'northwind-cycles.co.uk': 25 },
  });
  await setClients(page, {
    'Harbour Books': ['harbour-books.com', 'harbour-books.net'],
    'Lindenhof Gardens': ['oakline.io'],
  });
  await addTemplates(page);
  await lookUp(page, 'harbour-books.com', 'harbour-books.net', 'oakline.io');

  await shell.goTo('Domains');
  await main.getByRole('button', { name: 'Clients…' }).click();
  await dialog.getByRole('combobox', { name: 'Contact of Harbour Books' }).selectOption('Harbour Books');
  await dialog.getByRole('combobox', { name: 'Nameservers of Harbour Books' }).selectOption('Harbour DNS');
  await expect(dialog.getByRole('combobox', { name: 'Nameservers of Harbour Books' })).not.toHaveValue('');
  await show(namedesk, 'clients');
  await dialog.getByRole('textbox', { name: 'Find or add a client' }).fill('Nobody yet');
  await show(namedesk, 'clients-new');
  await dialog.getByRole('textbox', { name: 'Find or add a client' }).fill('Harb');
  await dialog.getByRole('button', { name: 'Harbour Books' }).click();
  const head = main.getByRole('region', { name: 'Harbour Books' });
  await expect(head).toContainText('2 due in 30 days');
  await show(namedesk, 'client');
  await head.getByRole('button', { name: 'Hand over…' }).click();
  await expect(dialog).toContainText('Once they are gone');
  await show(namedesk, 'client-hand-over');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'More' }).click();
  await page.getByText('Differs', { exact: true }).click();
  await show(namedesk, 'domains-differ-from-template');
  await page.keyboard.press('Escape');
  await head.getByRole('button', { name: 'Show all clients' }).click();
  await main.getByRole('button', { name: 'Clients…' }).click();
  await dialog.getByRole('textbox', { name: 'Find or add a client' }).fill('Kes');
  await dialog.getByRole('button', { name: 'Kestrel Gallery' }).click();
  await expect(main.getByRole('region', { name: 'Kestrel Gallery' })).toContainText('none due in 30 days');
  await show(namedesk, 'client-none-due');
  await main.getByRole('button', { name: 'Show all clients' }).click();
  await main.getByRole('button', { name: 'All domains', exact: true }).click();

  for (const name of ['harbour-books.com', 'harbour-books.net'])
    await row(name).getByRole('gridcell').first().click();
  await main.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByRole('radio', { name: /^Set nameservers/ }).click();
  await expect(dialog).toContainText('The nameserver set of Harbour Books: Harbour DNS');
  await show(namedesk, 'batch-of-a-client');
  await page.keyboard.press('Escape');

  await shell.openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill('Register a name');
  await page.keyboard.press('Enter');
  await main.getByRole('textbox', { name: 'Name to register' }).fill('harbour-books-bristol.com');
  await page.keyboard.press('Enter');
  await main.getByRole('textbox', { name: 'Nameserver 1' }).fill('ns1.typed.example');
  await main.getByRole('combobox', { name: 'Client' }).fill('harb');
  await page.getByRole('option', { name: 'Harbour Books' }).click();
  await expect(main).toContainText('Filled in from Harbour Books: registrant.');
  await show(namedesk, 'register-for-a-client');

  await shell.goTo('Today');
  await expect(main.getByRole('list', { name: 'Needs attention' })).toBeVisible();
  await show(namedesk, 'today-two-accounts');
  await main.getByRole('checkbox', { name: 'By client' }).click();
  await expect(main.getByRole('list', { name: 'Lindenhof Gardens' })).toBeVisible();
  await show(namedesk, 'today-by-client');
  await page.getByRole('button', { name: /^Account: / }).click();
  await expect(page.getByRole('menuitem', { name: /Quayside Brokers/ })).toContainText('Low');
  await show(namedesk, 'switcher-credits');
  await Promise.all([one.service.stop(), other.service.stop()]);
});
