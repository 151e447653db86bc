import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from '../support/application/namedesk-test.ts';
import { clipboardOf } from '../support/application/code-window.ts';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { changePage } from '../support/pages/change-page.ts';
import { onboardingPage, overlap, searchPage, shellPage } from '../support/pages/shell-page.ts';
import { todayPage } from '../support/pages/today-page.ts';

test('domains filtered by tag go into a file and the clipboard as they are shown, and the filter and columns stand after a restart', async ({
  launch,
}) => {
  const first = await launch();
  const { page } = first;
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
  const { dialog, keepTagged, main, row } = changePage(page);
  await keepTagged('Acme', ['zoo-acme.com', 'acme-shop.com']);
  await keepTagged('=Formula', ['formula.com']);
  await shellPage(page).goTo('Domains');
  await expect(row('formula.com')).toBeVisible();
  await main.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('menuitem', { name: /^\W*Acme\W/ }).click();
  await expect(row('zoo-acme.com')).toBeVisible();
  await expect(row('formula.com')).toHaveCount(0);
  await main.getByRole('button', { name: 'Name', exact: true }).click();
  const path = join(first.userDataDir, 'domains.csv');
  await answerDialogs(first, { save: path });
  await main.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog).toContainText('Exactly what is shown, in this order: 2 domains.');
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  const corner = page.getByRole('region', { name: 'Exports' });
  await expect(corner).toContainText('Exported the domains: 2 rows');
  expect(await overlap(corner, main)).toBe(false);
  const shown = await first.app.evaluateHandle(({ shell }) => {
    const paths: string[] = [];
    shell.showItemInFolder = (of) => void paths.push(of);
    return paths;
  });
  await corner.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => shown.jsonValue()).toEqual([path]);
  const refused = await page.evaluate(() =>
    window.namedesk.request.app.showInFolder({ path: '/usr/bin/env' }),
  );
  expect(refused.ok, 'no other path is shown').toBe(false);
  expect(await shown.jsonValue()).toEqual([path]);
  expect(parse(readFileSync(path, 'utf8'), { columns: true })).toMatchObject([
    { domain: 'zoo-acme.com', tags: 'Acme', status: 'held', expires_on: '', lock: '' },
    { domain: 'acme-shop.com', tags: 'Acme' },
  ]);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Command' }).fill('export domains');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Copy names' }).click();
  await expect.poll(() => clipboardOf(first.app)).toBe('zoo-acme.com\nacme-shop.com');

  await main.getByRole('button', { name: /^Tag\W*Acme/ }).click();
  await page.getByRole('menuitem', { name: /Formula/ }).click();
  await expect(row('formula.com')).toBeVisible();
  await page.getByRole('grid', { name: 'Domains' }).focus();
  await page.keyboard.press('ControlOrMeta+e');
  await dialog.getByRole('button', { name: 'Copy as a table' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => clipboardOf(first.app)).toMatch(/^domain\t[\s\S]*\nformula\.com\t.*\t'=Formula\t/);
  const title = (name: string, of = main) => of.getByRole('columnheader', { name });
  await main.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Registrant', 'Updated']) await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect(title('Registrant')).toHaveCount(0);
  await first.close();

  const second = (await launch()).page;
  await expect(todayPage(second).heading).toBeVisible();
  await shellPage(second).goTo('Domains');
  await expect(changePage(second).row('formula.com')).toBeVisible();
  await expect(changePage(second).row('zoo-acme.com')).toHaveCount(0);
  const again = second.getByRole('main');
  await expect(title('Lock', again)).toBeVisible();
  for (const name of ['Registrant', 'Updated']) await expect(title(name, again)).toHaveCount(0);
  await second.getByRole('button', { name: 'Show all' }).first().click();
  await expect(changePage(second).row('zoo-acme.com')).toBeVisible();
});
