import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, type Reseller, startReseller } from '../support/application/reseller.ts';
import { faultsIn, sitDown } from '../support/application/screen-reader.ts';
import { changePage } from '../support/pages/change-page.ts';

const names = ['harbour-books.com', 'harbour-books.net', 'oakline.io'] as const;

const sent = ({ service }: Reseller) =>
  service.requests().filter(({ method, path }) => method === 'POST' && !path.includes('lookup'));

/** By the keyboard alone, as all of these: the palette closes before the next thing is heard. */
async function command(page: Page, words: string, entry: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Command' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.locator('[data-action][data-selected]')).toContainText(entry);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
}

const colourScheme = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

test('a setting is found by its word and changed, by keys alone', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const user = await sitDown(page, 'find-a-setting');

  await user.press('ControlOrMeta+,');
  await user.arriveAt('Settings, heading');
  await user.press('f');
  await user.arriveAt('Find a setting');
  await user.type('limits');
  await user.hear('5 settings');
  await user.press('Escape');
  await user.type('dark');
  await user.hear('1 setting');
  await user.press('Enter');
  await user.arriveAt(/System, radio/);
  await user.press('ArrowLeft');
  await expect.poll(() => colourScheme(page)).toBe('dark');

  // To a section, and on from there.
  await user.press('f');
  await user.press('Escape');
  await user.tabTo('Limits, button');
  await user.press('Enter');
  await user.arriveAt('Limits, heading');
  await user.tabTo(/^Limit: Cost of one change, switch/);

  // From anywhere to one setting.
  await user.press('ControlOrMeta+3');
  await command(page, 'rdap', 'Setting: Look up expiries');
  await user.arriveAt(/Look up expiries at the registry/);
  expect(faultsIn(user.heard, [])).toEqual([]);
  await reseller.service.stop();
});

test('the palette acts on the open domain and on what is selected, by keys alone, and sends nothing', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  await changePage(page).keep(...names);
  const user = await sitDown(page, 'palette-on-a-domain');

  await user.press('ControlOrMeta+2');
  await user.arriveAt('Domains, grid');
  await user.press('Home');
  await user.press('Enter');
  await user.arriveAt(/Overview, tab/);
  await command(page, 'extend', `Renew ${names[0]}`);
  await user.arriveAt(/Renew, tab/);
  await expect(page.getByRole('tab', { name: 'Renew' })).toHaveAttribute('aria-selected', 'true');
  await command(page, 'unlock', `Unlock ${names[0]}`);
  await user.arriveAt(/dialog/);
  await expect(page.getByRole('dialog')).toContainText(names[0]);
  await user.press('Escape');
  await command(page, 'owner', `Contacts of ${names[0]}`);
  await user.arriveAt(/Contacts, tab/);

  await user.press('ControlOrMeta+2');
  await user.arriveAt('Domains, grid');
  await user.press('Home');
  await user.press('Space');
  await user.press('ArrowDown');
  await user.press('Space');
  await command(page, 'dns', 'Set nameservers of 2 selected domains…');
  await user.arriveAt(/dialog/);
  await expect(page.getByRole('dialog', { name: 'Set nameservers of 2 domains' })).toBeVisible();
  await user.press('Escape');
  expect(sent(reseller)).toEqual([]);
  expect(faultsIn(user.heard, names)).toEqual([]);
  await reseller.service.stop();
});

test('a pasted list becomes a bulk lookup with one press more', async ({ namedesk }) => {
  const { page, app } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  await app.evaluate(({ clipboard }) => clipboard.writeText('quayside-one\nquayside-two\nquayside-three\n'));
  await page.getByRole('textbox', { name: 'Name, domain or URL' }).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('heading', { name: 'New bulk lookup' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('3 names');
  await expect(page.getByRole('button', { name: /^Start/ })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await reseller.service.stop();
});
