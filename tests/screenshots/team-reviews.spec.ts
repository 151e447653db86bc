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

test('A second person looks right: limits, what a colleague asks, a batch above a limit, approved and refused', async ({
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
    const price = { kind: 'given', amount: '10.99', currency: 'EUR' };
    const asked = await ben.connection.call('ask_approval', {
      ...{ batch: randomUUID(), desk: randomUUID(), digest: 'a1'.repeat(32), kind: 'renew' },
      ...{ aim: { periodYears: 1 }, names: names.slice(0, 2).map((domain) => ({ domain, price })) },
      ...{ currency: null, reason: 'The yearly ones; the client has paid.' },
      service: { baseUrl: new URL(reseller.service.baseUrl).origin, username: reseller.username },
    });
    expect(asked).toEqual({ ok: true, value: { kind: 'asked' } });
    await expect(main.getByText('ben asks for an approval: Renew 2 domains, 21.98 EUR')).toBeVisible();
    await main.getByText('Limits of the team').evaluate((each) => each.scrollIntoView());
    await show(namedesk, 'settings-team-approvals');
    await shellPage(page).goTo('Today');
    await expect(main.getByRole('button', { name: /^Look at it…/ })).toBeVisible();
    await show(namedesk, 'team-today-request');
    await main.getByRole('button', { name: /^Look at it…/ }).click();
    await expect(dialog.getByLabel('2 names')).toHaveValue(/10\.99 EUR/);
    await show(namedesk, 'team-decide');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toHaveCount(0);

    await shellPage(page).goTo('Domains');
    await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    const toolbar = page.getByRole('toolbar', { name: 'With the selected domains' });
    await toolbar.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByRole('radio', { name: /^Renew/ }).check();
    await dialog.getByRole('button', { name: 'Continue to review' }).click();
    await expect(main.getByText(/one person alone sends 3 charged changes/)).toBeVisible({ timeout: 30_000 });
    await show(namedesk, 'team-above-limit');
    const ask = async (name: string | null) => {
      await main.getByRole('button', { name: 'Ask for an approval…' }).click();
      await dialog.getByLabel('Reason').fill('Due this week');
      if (name !== null) await show(namedesk, name);
      await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(main.getByText(/You ask for an approval/)).toBeVisible();
    };
    const decided = async (verdict: string, reason: string) => {
      const rows = await ben.connection.query(
        "SELECT batch, by, at, digest FROM namedesk.approvals WHERE by <> 'ben'",
      );
      const [of] = (rows.ok ? rows.value : []) as readonly object[]; // As they are selected.
      const done = await ben.connection.call('decide', { ...of, verdict, reason });
      expect(done).toEqual({ ok: true, value: { kind: 'decided' } });
    };
    await ask('team-ask');
    await show(namedesk, 'team-waits-for-approval');
    await decided('refused', 'Only the .de ones this week.');
    await expect(main.getByText(/ben refused/)).toBeVisible({ timeout: 30_000 });
    await show(namedesk, 'team-refused');
    await ask(null);
    await decided('approved', '');
    await expect(main.getByText(/ben approved/)).toBeVisible({ timeout: 30_000 });
    await expect(main.getByRole('button', { name: /^Renew 4/ })).toBeVisible();
    await show(namedesk, 'team-approved');
    await shellPage(page).goTo('Today');
    await expect(main.getByText(/ben approved: Renew 4 domains/)).toBeVisible();
    await show(namedesk, 'team-today-decided');
    await ben.connection.close();
  } finally {
    await endPostgres(server.place);
    await reseller.service.stop();
  }
});
