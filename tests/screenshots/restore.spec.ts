import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { names, tellExpiries } from './portfolio.ts';

const wayTo = (kind: 'renew' | 'sync') => {
  const way = waysToChange(0).find((each) => each.kind === kind);
  if (way === undefined) throw new Error(`No way to ${kind}`);
  return way;
};

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
  await changePage(page).send('Have it read again');
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
