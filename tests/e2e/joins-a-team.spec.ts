import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { openedBy, teamPage } from '../support/pages/team-page.ts';
import { endPostgres, startAgain, stopPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { startTeamServer } from '../support/postgres/a-team-server.ts';

test.skip(whyNoPostgres() !== null, `not run, because ${whyNoPostgres() ?? ''}`);

test('sets a team up on a PostgreSQL server, says in the header who is at work, and since when the database is away', async ({
  namedesk,
  reseller,
}) => {
  const { app, page } = namedesk;
  const server = await startTeamServer();
  try {
    await enterReseller(namedesk, reseller);
    await changePage(page).keep('oak.com');
    const team = teamPage(namedesk);
    await expect(team.mark).toHaveCount(0);
    await team.open();
    await team.connect('Set one up…', { ...server, ...server.owner, name: 'Northwind' });
    await expect(team.dialog).toContainText(`${reseller.username} · ${reseller.service.baseUrl}`);
    await team.joinShown();
    await expect(team.mark).toHaveAccessibleName('Team: Northwind 1 person at work');

    // The page never gets the password that is made for somebody: it stands in a window of its own.
    await page.getByRole('button', { name: 'Invite…' }).click();
    await team.dialog.getByLabel('Name').fill('cy');
    const shown = await openedBy(app, () =>
      page.getByRole('button', { name: 'Invite and show the password' }).click(),
    );
    const field = shown.getByLabel('One-time password');
    await expect(field).toHaveValue(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    const oneTime = await field.inputValue();
    const closed = shown.waitForEvent('close');
    await Promise.all([closed, shown.getByRole('button', { name: 'Close' }).click()]);
    expect(await page.content()).not.toContain(oneTime);
    await expect(page.getByRole('table', { name: 'People' })).toContainText('cy');

    const ben = await server.colleague('ben');
    const { baseUrl } = reseller.service;
    const oak = { service: { baseUrl, username: reseller.username }, domain: 'oak.com' };
    const sent = await ben.send({ ...oak, kind: 'renew', family: 'renew' });
    await expect(team.mark).toHaveAccessibleName('Team: Northwind 2 people at work', { timeout: 60_000 });
    await changePage(page).open('oak.com');
    const claim = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'ben has sent a renewal of oak.com' });
    await expect(claim).toBeVisible();
    await sent.settle('took-effect');
    await expect(claim).toHaveCount(0);
    await changePage(page).open('oak.com', 'History');
    const history = page.getByRole('main').getByRole('list', { name: /^History of this domain/ });
    await expect(history).toContainText('Renewal by ben');
    await ben.connection.close();

    await stopPostgres(server.place);
    await expect(team.mark).toHaveAccessibleName(/Away since .*: nothing is sent/, { timeout: 60_000 });
    startAgain(server.place);
    await expect(team.mark).toHaveAccessibleName('Team: Northwind 1 person at work', { timeout: 60_000 });

    await team.open();
    await page.getByRole('button', { name: 'Leave…' }).click();
    const leave = page.getByRole('button', { name: 'Leave the team' });
    // As for joining: a keyring that took too long is asked again.
    await expect(async () => {
      if (await leave.isVisible()) await leave.click({ timeout: 15_000 });
      await expect(team.mark).toHaveCount(0, { timeout: 15_000 });
    }).toPass({ timeout: 60_000 });
    await shellPage(page).goTo('Domains');
    await expect(changePage(page).row('oak.com')).toBeVisible();
  } finally {
    await endPostgres(server.place);
  }
});
