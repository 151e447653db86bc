import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
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
    await expect(team.mark).toHaveAccessibleName('Team: Northwind 2 people at work');
    await changePage(page).open('oak.com');
    const claim = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'ben has sent a renewal of oak.com' });
    await expect(claim).toBeVisible();
    await sent.settle('took-effect');
    await expect(claim).toHaveCount(0);
    await changePage(page).open('oak.com', 'History');
    await expect(page.getByRole('main').getByText('ben · Renewal: done')).toBeVisible();
    await ben.connection.close();

    await stopPostgres(server.place);
    await expect(team.mark).toHaveAccessibleName(/Away since .*: nothing is sent/, { timeout: 60_000 });
    startAgain(server.place);
    await expect(team.mark).toHaveAccessibleName('Team: Northwind 1 person at work', { timeout: 60_000 });

    await team.open();
    await page.getByRole('button', { name: 'Leave…' }).click();
    await page.getByRole('button', { name: 'Leave the team' }).click();
    await expect(team.mark).toHaveCount(0);
    await shellPage(page).goTo('Domains');
    await expect(changePage(page).row('oak.com')).toBeVisible();
  } finally {
    await endPostgres(server.place);
  }
});

/** Selects all domains and reviews their unlocking. No renewal: the windows share a keychain, whose mark of what was paid would stop the second. */
async function reviewUnlocking({ page }: RunningNamedesk, count: number): Promise<void> {
  const change = changePage(page);
  await shellPage(page).goTo('Domains');
  await expect(change.row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Change…' })
    .click();
  await change.dialog.getByRole('radio', { name: /^Unlock/ }).check();
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  await change.main.getByRole('textbox', { name: new RegExp(`^Type ${count} to `) }).fill(String(count));
}

test('two people select the same names and unlock them: one batch is sent, the other is excluded, Activity says who did it', async ({
  launch,
  userDataDir,
  reseller,
}) => {
  const server = await startTeamServer();
  try {
    const names = ['harbour-books.com', 'harbour-books.net', 'oakline.io'];
    const ada = await launch();
    await enterReseller(ada, reseller);
    await changePage(ada.page).keep(...names);
    await teamPage(ada).open();
    await teamPage(ada).connect('Set one up…', { ...server, ...server.owner, name: 'Northwind' });
    await teamPage(ada).joinShown();
    const invited = await server.colleague('ben');
    const ben = await launch({ userDataDir: `${userDataDir}-ben` });
    await enterReseller(ben, reseller);
    await changePage(ben.page).keep(...names);
    await teamPage(ben).open();
    await teamPage(ben).connect('Join a team…', { ...server, ...invited });
    await teamPage(ben).joinShown();
    await expect(teamPage(ada).mark).toHaveAccessibleName('Team: Northwind 2 people at work', {
      timeout: 60_000,
    });

    await reviewUnlocking(ada, names.length);
    await reviewUnlocking(ben, names.length);
    await changePage(ada.page).press('Unlock 3 domains');
    await expect(changePage(ada.page).main.getByText('Done: 3 of 3 changes')).toBeVisible({
      timeout: 60_000,
    });
    await changePage(ben.page).press('Unlock 3 domains');
    await expect(changePage(ben.page).main).toContainText('3 excluded', { timeout: 30_000 });
    await shellPage(ben.page).goTo('Activity');
    await expect(changePage(ben.page).main).toContainText('ada · Change of the registrar lock of ');
    const sent = reseller.service
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/lock'));
    expect(sent).toHaveLength(names.length);
  } finally {
    await endPostgres(server.place);
  }
});
