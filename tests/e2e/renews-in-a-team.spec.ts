import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { teamPage } from '../support/pages/team-page.ts';
import { endPostgres, startAgain, stopPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { startTeamServer } from '../support/postgres/a-team-server.ts';

test.skip(whyNoPostgres() !== null, `not run, because ${whyNoPostgres() ?? ''}`);

const names = Array.from({ length: 20 }, (_, index) => `more-${index}.com`);

/** Selects all domains and reviews their renewal. */
async function reviewRenewing({ page }: RunningNamedesk): Promise<void> {
  const change = changePage(page);
  await shellPage(page).goTo('Domains');
  await expect(change.row('more-7.com')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: /^Renew \d/ })
    .click();
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(change.main).toContainText('20 ready, 0 excluded', { timeout: 60_000 });
}

async function renewAll({ page }: RunningNamedesk): Promise<void> {
  const change = changePage(page);
  await change.main.getByRole('textbox', { name: /^Type 20 to renew 20 domains/ }).fill('20');
  await change.press(/^Renew 20(?: · |$)/);
}

test('Two people of a team renew the same names: each once, the other window says who did it, and both look right while the database is stopped', async ({
  launchFor,
}) => {
  // A keyring, a server, two windows and twenty renewals, each read before and after.
  test.setTimeout(600_000);
  const server = await startTeamServer();
  const reseller = await startReseller({ moreDomains: names.length, latencyMs: 100 });
  const renewed = () =>
    reseller.service
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/order/domains/renew'))
      .map(({ body }) => new URLSearchParams(body ?? '').get('domain'));
  try {
    const ada = await launchFor('ada');
    await enterReseller(ada, reseller);
    await changePage(ada.page).keep(...names);
    await teamPage(ada).open();
    await teamPage(ada).connect('Set one up…', { ...server, ...server.owner, name: 'Northwind' });
    await teamPage(ada).joinShown();
    const invited = await server.colleague('ben');
    await invited.connection.close();
    const ben = await launchFor('ben');
    await enterReseller(ben, reseller);
    await changePage(ben.page).keep(...names);
    await teamPage(ben).open();
    await teamPage(ben).connect('Join a team…', { ...server, ...invited });
    await teamPage(ben).joinShown();
    await expect(teamPage(ada).mark).toHaveAccessibleName('Team: Northwind 2 people at work', {
      timeout: 60_000,
    });
    const inAda = changePage(ada.page).main;
    const inBen = changePage(ben.page).main;

    await reviewRenewing(ada);
    await reviewRenewing(ben);
    await renewAll(ada);
    await expect.poll(() => renewed().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(4);
    await stopPostgres(server.place);

    // Both say that nothing is sent, why, and since when.
    await renewAll(ben);
    for (const each of [ada, ben]) {
      await expect(teamPage(each).mark).toHaveAccessibleName(/Away since .*: nothing is sent/, {
        timeout: 60_000,
      });
      await expect(changePage(each.page).main).toContainText(
        /Waiting: .*The team’s database has not been reachable since .*: nothing is sent/,
        { timeout: 60_000 },
      );
    }
    const beforeStart = renewed();
    await show(ada, 'team-two-away-ada');
    await show(ben, 'team-two-away-ben');
    expect(renewed()).toEqual(beforeStart);
    await changePage(ben.page).press('Pause');
    await expect(inBen).toContainText('Paused: 0 of 20 changes');

    startAgain(server.place);
    await expect(inAda.getByText('20 accepted')).toBeVisible({ timeout: 300_000 });
    await changePage(ben.page).press('Resume');
    await expect(inBen).toContainText('Nothing was sent', { timeout: 120_000 });
    await expect(inBen).toContainText('20 excluded');
    await expect(changePage(ben.page).row('more-7.com')).toContainText('A renewal by ada took effect');
    for (const each of [ada, ben])
      await expect(teamPage(each).mark).toHaveAccessibleName('Team: Northwind 2 people at work', {
        timeout: 60_000,
      });
    await show(ben, 'team-two-excluded');
    expect(renewed().toSorted()).toEqual(names.toSorted());

    // Both agree on what was done: the same twenty, each accepted once.
    await shellPage(ada.page).goTo('Activity');
    await expect(inAda).toContainText('Renew 20 domains');
    await expect(inAda).toContainText(/Accepted ?20/);
    await show(ada, 'team-two-activity-ada');
    await shellPage(ben.page).goTo('Activity');
    await expect(inBen).toContainText('Renewal: 20 changes');
    await expect(inBen).toContainText(/Accepted ?20/);
    await inBen.getByRole('button', { name: 'Show the 20 changes of Renewal: 20 changes' }).click();
    await expect(changePage(ben.page).row('more-7.com')).toContainText('by ada');
    await show(ben, 'team-two-activity');
    await shellPage(ben.page).goTo('Today');
    await expect(inBen).toContainText('ada renewed 20 domains');
    await expect(inBen).toContainText('nothing was sent, as every domain was excluded');
    await show(ben, 'team-two-today');
  } finally {
    await endPostgres(server.place);
    await reseller.service.stop();
  }
});
