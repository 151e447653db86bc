import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { startRdapServer } from '../support/registry/rdap-server.ts';
import { answered } from '../support/registry/rdap-shapes.ts';

const name = 'quiet-harbor.org';
const [seconds, dayMs] = [1_000, 86_400_000];
const inYears = (years: number): string => {
  const day = new Date(Date.now() + 40 * dayMs);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return `${day.toISOString().slice(0, 10)}T04:00:00Z`;
};

test('a renewal whose answer was lost is uncertain, proven by the registry a minute later, and settled', async ({
  namedesk,
}) => {
  test.setTimeout(240 * seconds);
  const rdap = await startRdapServer(['org']);
  rdap.set(name, () => answered(name, { expires: inYears(0), database: null }));
  const reseller = await startReseller({
    // The service renews at once, and the answer is lost.
    faults: [{ operation: 'renew', fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true }],
  });
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const change = changePage(page);
  await change.keep(name);

  // Off at first: the page of the domain leads to the setting.
  await change.open(name);
  await change.readAgain('Expiry, at the registry…');
  const asks = change.main.getByRole('switch', { name: 'Read expiries at the registry' });
  await expect(asks).not.toBeChecked();
  expect(rdap.asked).toEqual([]);
  await asks.press('Space');
  await expect(asks).toBeChecked();
  const list = change.main.getByRole('textbox', { name: 'List of registries' });
  await list.fill(rdap.bootstrap);
  await list.press('Enter');

  await change.open(name);
  await change.readAgain('Expiry, at the registry');
  await expect(change.main.getByText('at the registry', { exact: false }).first()).toBeVisible();
  await expect(change.main.getByText(/in 40 days/)).toBeVisible();

  await change.main.getByRole('tab', { name: 'Renew', exact: true }).click();
  await change.press('Renew for 1 year…');
  await change.send('Renew for 1 year', name);
  await expect(change.dialog).toBeHidden({ timeout: 30 * seconds });
  await shellPage(page).goTo('Activity');
  await change.row(name).getByText(name).first().click();
  const one = page.getByRole('complementary', { name: 'The change' });
  await expect(one).toContainText('We don’t know whether quiet-harbor.org was renewed', {
    timeout: 30 * seconds,
  });
  await expect(one).toContainText('It is asked again on');

  const changedAt = new Date().toISOString();
  rdap.set(name, () => answered(name, { expires: inYears(1), changed: changedAt, database: null }));
  await expect(one).toContainText('quiet-harbor.org is renewed for 1 year.', { timeout: 120 * seconds });
  await one.getByText('How we know', { exact: true }).click();
  await expect(one).toContainText('Proven by the registry on');
  await expect(one.getByRole('row', { name: /Expiry date, at the registry/ })).toContainText(
    inYears(1).slice(0, 10),
  );

  await change.open(name);
  await expect(change.main.getByText(/in 40\d days/)).toBeVisible();
  expect(new Set(rdap.namesAsked())).toEqual(new Set([name]));
  await rdap.stop();
  await reseller.service.stop();
});
