import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { searchPage, shellPage } from '../support/pages/shell-page.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { names, tellExpiries } from './portfolio.ts';

const wayTo = (kind: 'renew' | 'sync') => {
  const way = waysToChange(0).find((each) => each.kind === kind);
  if (way === undefined) throw new Error(`No way to ${kind}`);
  return way;
};

test('Settings look right, part by part', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [{ operation: 'credits', fault: { kind: 'shape', shape: 'credit-as-number' } }],
  });
  await enterReseller(namedesk, reseller);
  await searchPage(page).ask('harbourlight');
  await expect(searchPage(page).markOf('harbourlight.com')).toHaveText(/./);
  await page.getByRole('gridcell').getByText('Taken').first().click();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await show(namedesk, 'search-watching');
  await shellPage(page).goTo('Settings');
  const main = page.getByRole('main');
  const part = (heading: string) =>
    main.getByRole('heading', { name: heading, exact: true }).evaluate((each) => each.scrollIntoView());
  await part('Watching');
  await expect(main.getByRole('table', { name: 'Watched names' }).getByRole('row')).toHaveCount(1);
  await show(namedesk, 'settings-watching');
  await part('Limits');
  await main.getByRole('switch', { name: 'Limit: Cost of one day' }).check({ force: true });
  await main.getByRole('textbox', { name: /^Cost of one day/ }).fill('12,50');
  await page.keyboard.press('Enter');
  await show(namedesk, 'settings-limits');
  await part('Keys and transfer codes');
  await show(namedesk, 'settings-codes');
  await part('Updates');
  await show(namedesk, 'settings-updates');
  for (const [name, label] of [
    ['bundle', 'Support bundle'],
    ['deviations', 'API discrepancies'],
  ] as const) {
    await part('Diagnostics');
    await main.getByRole('button', { name: `Open: ${label}`, exact: true }).click();
    await expect(main.getByRole('heading', { name: label })).toBeVisible();
    await show(namedesk, `settings-${name}`);
    await main.getByRole('button', { name: /Back to the settings|Settings/ }).click();
  }
  await reseller.service.stop();
});

test('The sections of the settings, their search and the words of the palette look right', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  await changePage(page).keep(...names);
  await shellPage(page).goTo('Settings');
  await expect(page.getByRole('heading', { name: 'About' })).toBeAttached();
  await show(namedesk, 'settings');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Limits' }).click();
  await show(namedesk, 'settings-section');
  const field = page.getByRole('textbox', { name: 'Find a setting' });
  await field.fill('expiry');
  await expect(page.getByRole('status').getByText(/^\d settings$/)).toBeVisible();
  await show(namedesk, 'settings-found');
  await field.fill('zzz');
  await expect(page.getByText('No setting has these words.')).toBeVisible();
  await show(namedesk, 'settings-none-found');
  const command = page.getByRole('textbox', { name: 'Command' });
  await shellPage(page).openPalette();
  await command.fill('clipboard');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-led-to]')).toBeVisible();
  await show(namedesk, 'settings-led-to');
  await changePage(page).open(names[0] ?? '');
  await shellPage(page).openPalette();
  await command.fill('renew');
  await show(namedesk, 'palette-word-on-a-domain');
  await page.keyboard.press('Escape');
  await shellPage(page).goTo('Domains');
  await page.keyboard.press('ControlOrMeta+a');
  await shellPage(page).openPalette();
  await command.fill('dns');
  await show(namedesk, 'palette-word-on-a-selection');
  await reseller.service.stop();
});

test('Backups look right, and so does the page after a restore', async ({ launch, userDataDir }) => {
  const namedesk = await launch();
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [{ operation: 'sync', fault: { kind: 'break', after: 'request', by: 'reset' } }],
  });
  const accountId = await enterReseller(namedesk, reseller);
  await changePage(page).keep(...names);
  await tellExpiries(namedesk, accountId, reseller);
  await shellPage(page).goTo('Settings');
  const main = page.getByRole('main');
  const backups = () =>
    main.getByRole('heading', { name: 'Backups' }).evaluate((each) => each.scrollIntoView());
  await backups();
  await main.getByRole('button', { name: 'Back up now' }).click();
  const restore = main.getByRole('button', { name: /^Restore the backup/ }).first();
  await expect(restore).toBeVisible();
  await show(namedesk, 'settings-backups');
  await wayTo('renew').ask(page);
  await changePage(page).send('Renew for 1 year', wayTo('renew').domain);
  await expect(main).toContainText('Accepted', { timeout: 30_000 });
  await wayTo('sync').ask(page);
  await changePage(page).send('Sync');
  await expect(main).toContainText('Uncertain', { timeout: 60_000 });
  await shellPage(page).goTo('Settings');
  await backups();
  await restore.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeVisible();
  await show(namedesk, 'settings-restore');
  // The test starts it anew itself.
  await namedesk.app.evaluate(({ app }) => void (app.relaunch = () => undefined));
  await dialog.getByRole('textbox').fill('restore');
  await dialog.getByRole('button', { name: 'Restore and restart' }).click();
  await expect.poll(namedesk.hasEnded, { timeout: 20_000 }).toBe(true);
  otherHasPaid(userDataDir);
  const after = await launch();
  await expect(after.page.getByRole('button', { name: /continue/ })).toBeVisible();
  await show(after, 'restored');
  await after.page.getByRole('button', { name: 'Some were done…' }).click();
  await after.page
    .getByRole('textbox', { name: 'Renewed or registered' })
    .fill('northwind.com\nbäckerei-müller.de');
  await show(after, 'restored-some-done');
  await after.page.keyboard.press('Escape');
  await after.page.getByRole('button', { name: 'Discard' }).click();
  await changePage(after.page).open(wayTo('renew').domain);
  await expect(after.page.getByRole('main')).toContainText('expected, ordered from here');
  await show(after, 'restored-domain');
  await changePage(after.page).open(wayTo('renew').domain, 'History');
  await expect(after.page.getByText(/^Another workspace of yours pays with this login/)).toBeVisible();
  await show(after, 'domain-history-elsewhere');
  await wayTo('renew').ask(after.page);
  const review = after.page.getByRole('dialog');
  await expect(review.getByRole('button', { name: 'Review what may have changed' })).toBeVisible();
  await show(after, 'restored-review');
  await reseller.service.stop();
});

/** Another workspace has paid with some login: every name is in doubt. */
function otherHasPaid(userDataDir: string): void {
  const database = new DatabaseSync(join(userDataDir, 'workspace', 'workspace.sqlite'));
  const known = JSON.stringify({ place: '/home/ada/second/workspace', mark: 'second 1' });
  const at = Date.now() - 3_600_000;
  database.prepare('INSERT INTO paid_doubts (since, at, known) VALUES (?, ?, ?)').run(at, at, known);
  database.close();
}
