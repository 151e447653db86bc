import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show, showWindow } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { openedBy, teamPage } from '../support/pages/team-page.ts';
import { startTeamServer } from '../support/postgres/a-team-server.ts';
import { endPostgres, stopPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { names } from './portfolio.ts';

test.skip(whyNoPostgres() !== null, `not run, because ${whyNoPostgres() ?? ''}`);

/** Reviews the renewal of what is shown. */
async function reviewRenewing(page: Page): Promise<void> {
  const { dialog, main } = changePage(page);
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const toolbar = page.getByRole('toolbar', { name: 'With the selected domains' });
  await toolbar.getByRole('button', { name: /^Renew \d/ }).click();
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
}

test('A team looks right: setting one up, people and claims, the mark in the header, what colleagues did, the database away', async ({
  namedesk,
}) => {
  // Some twenty states in four pictures each, on a machine that does other things too.
  test.setTimeout(600_000);
  const { app, page } = namedesk;
  const server = await startTeamServer();
  const reseller = await startReseller();
  try {
    await enterReseller(namedesk, reseller);
    await changePage(page).keep(...names);
    const team = teamPage(namedesk);
    const main = page.getByRole('main');
    const part = () =>
      main.getByRole('heading', { name: 'Team', exact: true }).evaluate((each) => each.scrollIntoView());
    await team.open();
    await show(namedesk, 'settings-team-none');
    await page.getByRole('button', { name: 'Join a team…' }).click();
    await show(namedesk, 'team-join');
    await page.keyboard.press('Escape');
    await team.connect('Set one up…', { ...server, ...server.owner, name: 'Northwind' });
    await show(namedesk, 'team-preview');
    await team.joinShown();
    await expect(team.mark).toBeVisible();

    await page.getByRole('button', { name: 'Invite…' }).click();
    await team.dialog.getByLabel('Name').fill('cy');
    await show(namedesk, 'settings-team-invite');
    const shown = await openedBy(app, () =>
      page.getByRole('button', { name: 'Invite and show the password' }).click(),
    );
    await showWindow(shown, 'team-password-shown');
    await Promise.all([shown.waitForEvent('close'), shown.getByRole('button', { name: 'Close' }).click()]);

    const asked = await openedBy(app, () => page.getByRole('button', { name: 'Change password…' }).click());
    await showWindow(asked, 'team-new-password');
    await Promise.all([
      asked.waitForEvent('close'),
      asked
        .getByRole('button', { name: 'Cancel' })
        .click()
        .catch(() => undefined),
    ]);

    const ben = await server.colleague('ben');
    const service = { baseUrl: reseller.service.baseUrl, username: reseller.username };
    const [first = '', second = '', third = ''] = names;
    await ben.send({ service, domain: first, kind: 'renew', family: 'renew' });
    const unsure = await ben.send({ service, domain: second, kind: 'lock', family: 'lock' });
    await unsure.settle('uncertain');
    const done = await ben.send({ service, domain: third, kind: 'nameservers', family: 'nameservers' });
    await done.settle('took-effect');
    const login = { baseUrl: new URL(reseller.service.baseUrl).origin, username: reseller.username };
    for (const [index, value] of ['Mrs Berg pays by hand', 'Renewed by hand until March'].entries()) {
      const at = new Date(Date.now() + index).toISOString();
      const note = { topic: 'domain', service: login, key: first, field: 'note', value, at };
      expect(await ben.connection.call('publish', { facts: [note] })).toMatchObject({ ok: true });
    }
    await expect(main.getByText(`does not know yet whether this was done`)).toBeVisible();
    await part();
    await show(namedesk, 'settings-team');
    await team.mark.click();
    await show(namedesk, 'settings-team-mark');
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Release…' }).last().click();
    await show(namedesk, 'settings-team-release');
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Leave…' }).click();
    await show(namedesk, 'settings-team-leave');
    await page.keyboard.press('Escape');

    await shellPage(page).goTo('Domains');
    await expect(main.getByRole('img', { name: /^ben has sent a renewal · / })).toBeVisible();
    await show(namedesk, 'team-domains');
    await page.getByRole('textbox', { name: 'Find a domain' }).fill('harbour');
    await expect(main.getByRole('button', { name: 'Show all' }).first()).toBeVisible();
    await reviewRenewing(page);
    await expect(main.getByText('1 ready, 1 excluded')).toBeVisible({ timeout: 60_000 });
    await expect(changePage(page).row(first)).toContainText(
      'A renewal of this domain by ben has been under way since ',
    );
    await show(namedesk, 'batch-review-claimed');
    await shellPage(page).goTo('Domains');
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: 'All domains' })
      .click();
    await changePage(page).open(first);
    await expect(main.getByText('ben has sent')).toBeVisible();
    await expect(main.getByRole('button', { name: '1 replaced text…' })).toBeVisible();
    await show(namedesk, 'team-domain');
    await changePage(page).open(third, 'History');
    await expect(main.getByRole('list', { name: /^History of this domain/ })).toContainText('by ben');
    await show(namedesk, 'team-history');
    await shellPage(page).goTo('Activity');
    await expect(main.getByRole('button', { name: 'Person' })).toBeVisible();
    await show(namedesk, 'team-activity');
    await shellPage(page).goTo('Today');
    await expect(main).toContainText('ben set the nameservers of 1 domain');
    await show(namedesk, 'team-today');

    await ben.connection.close();
    await stopPostgres(server.place);
    await expect(team.mark).toHaveAccessibleName(/Away since/, { timeout: 60_000 });
    await team.mark.click();
    await show(namedesk, 'team-away');
  } finally {
    await endPostgres(server.place);
    await reseller.service.stop();
  }
});
