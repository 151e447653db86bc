import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { names } from './portfolio.ts';

const tldless = 'northwind.com\nexa_mple.com\nbakery\nharbour-books.com';

test('the portfolio looks right: added to, filtered, selected, read, unread', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'lock-read', domain: 'oakline.io', fault: { kind: 'json', value: { odd: true } } },
      { operation: 'contact-read', domain: 'oakline.io', fault: { kind: 'refusal', refusal: 'error-text' } },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { dialog, keep, keepTagged, main, row } = changePage(page);
  await keep(...names, 'somebody-elses.com');
  await shellPage(page).goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('r');
  await expect(row('old-lighthouse.info')).toContainText('Locked', { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await show(namedesk, 'domains');
  const button = (name: string | RegExp) => main.getByRole('button', { name }).first();
  await button('Expires').click();
  await show(namedesk, 'domains-expires');
  await page.keyboard.press('Escape');
  await button('Expires').click();
  await page.getByRole('menuitem', { name: /^Not known/ }).click();
  await show(namedesk, 'domains-no-expiry');
  await button(/^Sync all/).click();
  await expect(dialog).toHaveAccessibleName(/^Sync \d+ domains$/);
  await show(namedesk, 'batch-new-sync');
  await page.keyboard.press('Escape');
  await button('Show all').click();
  await keepTagged('Northwind Hosting and Web Design Ltd', ['northwind-tagged.com', 'zoo-tagged.shop']);
  await keepTagged('own', ['own-tagged.org']);
  await button(/^Tag(?!s)/).click();
  await show(namedesk, 'domains-tags');
  await page.getByRole('menuitem', { name: /^\W*Northwind/ }).click();
  await show(namedesk, 'domains-tagged');
  await button('Export…').click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'domains-export');
  await page.keyboard.press('Escape');
  await button('Show all').click();
  await button('Columns').click();
  await show(namedesk, 'domains-columns');
  for (const name of ['Registrant', 'Nameservers'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await show(namedesk, 'domains-columns-hidden');
  await button('Columns').click();
  for (const name of ['Registrant', 'Nameservers'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await button(/^Problems/).click();
  await show(namedesk, 'domains-trouble');
  await button('Show all').click();
  await main.getByRole('textbox', { name: 'Find a domain' }).fill('zzz');
  await show(namedesk, 'domains-none-found');
  await main.getByRole('textbox', { name: 'Find a domain' }).fill('');
  await page.keyboard.press('Escape');
  await button(/^Add/).click();
  await dialog.getByRole('textbox', { name: 'Names' }).fill(tldless);
  await show(namedesk, 'domains-add');
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await expect(dialog).toContainText('Reason');
  await show(namedesk, 'domains-added');
  await page.keyboard.press('Escape');
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const bar = page.getByRole('toolbar', { name: 'With the selected domains' });
  await show(namedesk, 'domains-selected');
  await bar.getByRole('button', { name: 'Tag…' }).click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'domains-tag');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Remove…' }).click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'domains-remove');
  await page.keyboard.press('Escape');
  await reseller.service.stop();
  await bar.getByRole('button', { name: 'Refresh' }).click();
  await expect(main).toContainText(/Ended early|unreachable|waiting|could not/i);
  await show(namedesk, 'domains-offline');
});

test('a domain looks right: its parts, what stands in the way, its history', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'contact-read', domain: 'oakline.io', fault: { kind: 'page', page: 'html' } },
      {
        operation: 'contact-read',
        domain: 'harbour-books.net',
        fault: { kind: 'shape', shape: 'contact-with-arrays' },
      },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { dialog, keep, main, open, press, send } = changePage(page);
  await keep(...names, 'somebody-elses.com');
  await open('somebody-elses.com');
  await show(namedesk, 'domain-not-ours');
  await open('old-lighthouse.info');
  await main.getByRole('textbox', { name: 'Note' }).fill('Call them in March.');
  await press('Sync…');
  await send('Sync');
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await show(namedesk, 'domain-synced');
  await open('bäckerei-schmidt.de');
  await main.getByRole('button', { name: /^(Set expiry|Correct)…/ }).click();
  await show(namedesk, 'domain-expiry');
  await page.keyboard.press('Escape');
  await open('old-lighthouse.info', 'History');
  await show(namedesk, 'domain-history');
  await open('paperplane.studio', 'History');
  await show(namedesk, 'domain-history-none');
  await open('orbit-hosting.net', 'Child nameservers');
  await main
    .getByRole('button', { name: 'Record one that exists' })
    .or(main.getByText('Record one that exists'))
    .first()
    .click();
  await show(namedesk, 'domain-children-note');

  await open('oakline.io', 'Contacts');
  await expect(main.getByRole('alert').first()).toBeVisible();
  await show(namedesk, 'contacts-unread');
  await open('harbour-books.net', 'Contacts');
  const registrant = main.getByRole('region', { name: 'Registrant' });
  await registrant.getByRole('textbox', { name: 'Phone' }).fill('030 123');
  await show(namedesk, 'contacts-typed');
  await main.getByRole('button', { name: 'Fill in Registrant' }).click();
  await show(namedesk, 'contacts-fill');
  await page.getByRole('menuitem', { name: 'Copy from another domain…' }).click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'contacts-copy');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Fill in Registrant' }).click();
  await page.getByRole('menuitem', { name: 'Save as a template…' }).click();
  await dialog.getByRole('textbox').first().fill('Harbour Books, owner');
  await show(namedesk, 'contacts-save');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await open('harbour-books.com', 'Nameservers');
  for (const at of [1, 2])
    await main.getByRole('textbox', { name: `Nameserver ${at}`, exact: true }).fill(`ns${at}.example.net`);
  await main.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Save these as a template…' }).click();
  await dialog.getByRole('textbox').first().fill('Practice DNS');
  await show(namedesk, 'nameservers-save');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await main.getByRole('button', { name: 'Templates' }).click();
  await show(namedesk, 'nameservers-templates');
  await page.keyboard.press('Escape');
  await reseller.service.stop();
});

test('the templates look right: none, made, renamed, removed', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const { dialog, main } = changePage(page);
  await shellPage(page).openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill('Templates');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible();
  await show(namedesk, 'templates-none');
  await main.getByRole('button', { name: 'New contact' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Lindenhof');
  await show(namedesk, 'templates-contact');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await main.getByRole('button', { name: 'New nameserver set' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Practice DNS');
  await dialog.getByRole('textbox', { name: 'Nameserver 1' }).fill('ns1.example.net');
  await dialog.getByRole('textbox', { name: 'Nameserver 2' }).fill('ns2.example.net');
  await show(namedesk, 'templates-nameservers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await show(namedesk, 'templates');
  for (const deed of ['Rename…', 'Remove…']) {
    await main.getByRole('button', { name: 'More for Practice DNS' }).click();
    await page.getByRole('menuitem', { name: deed }).click();
    await expect(dialog).toBeVisible();
    await show(namedesk, deed === 'Rename…' ? 'templates-rename' : 'templates-remove');
    await page.keyboard.press('Escape');
  }
  await reseller.service.stop();
});
