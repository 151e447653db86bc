import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { teamPage } from '../support/pages/team-page.ts';
import { startTeamServer } from '../support/postgres/a-team-server.ts';
import { endPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { names } from './portfolio.ts';

test.skip(whyNoPostgres() !== null, `not run, because ${whyNoPostgres() ?? ''}`);

test('A second person looks right: limits, a batch above one, what waits, what a colleague prepared', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const server = await startTeamServer();
  const reseller = await startReseller();
  try {
    await enterReseller(namedesk, reseller);
    const { dialog, main, keep } = changePage(page);
    await keep(...names.slice(0, 4));
    const team = teamPage(namedesk);
    await team.open();
    await team.connect('Set one up…', { ...server, ...server.owner, name: 'Northwind' });
    await team.joinShown();
    await main.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByLabel('By one person without a second one').fill('3');
    await show(namedesk, 'team-limits-dialog');
    await dialog.getByRole('button', { name: 'Set the limits' }).click();

    const ben = await server.colleague('ben');
    const review = {
      ...{ id: randomUUID(), desk: randomUUID(), kind: 'renew', aim: { periodYears: 1 } },
      ...{ domains: [names[0], names[1]], reason: 'The yearly ones; the client has paid.' },
      service: { baseUrl: new URL(reseller.service.baseUrl).origin, username: reseller.username },
    };
    const proposed = await ben.connection.call('propose_review', review);
    expect(proposed).toEqual({ ok: true, value: { kind: 'proposed' } });
    await expect(main.getByText('ben prepared: Renew 2 domains')).toBeVisible();
    await main.getByText('Limits of the team').evaluate((each) => each.scrollIntoView());
    await show(namedesk, 'settings-team-reviews');
    await main.getByRole('button', { name: 'Turn down…' }).click();
    await show(namedesk, 'team-turn-down');
    await page.keyboard.press('Escape');
    await shellPage(page).goTo('Today');
    await expect(main.getByRole('button', { name: /^Review it…/ })).toBeVisible();
    await show(namedesk, 'team-today-review');
    await main.getByRole('button', { name: /^Review it…/ }).click();
    await expect(main.getByText('Prepared by a colleague', { exact: true })).toBeVisible();
    await expect(main.getByText('ben', { exact: true })).toBeVisible();
    await expect(main.getByRole('button', { name: /^Renew 2/ })).toBeVisible({ timeout: 30_000 });
    await show(namedesk, 'team-review-opened');

    await shellPage(page).goTo('Domains');
    await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    const toolbar = page.getByRole('toolbar', { name: 'With the selected domains' });
    await toolbar.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByRole('radio', { name: /^Renew/ }).check();
    await dialog.getByRole('button', { name: 'Continue to review' }).click();
    await expect(main.getByText(/one person alone sends 3 charged changes/)).toBeVisible({ timeout: 30_000 });
    await show(namedesk, 'team-above-limit');
    await main.getByRole('button', { name: 'Hand to a colleague…' }).click();
    await dialog.getByLabel('Reason').fill('Due this week');
    await show(namedesk, 'team-hand-over');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(dialog).toHaveCount(0);
    await show(namedesk, 'team-handed-over');
    await ben.connection.close();
  } finally {
    await endPostgres(server.place);
    await reseller.service.stop();
  }
});
