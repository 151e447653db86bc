import type { FaultPlan } from '../../electron/main/practice/faults/fault.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { searchPage } from '../support/pages/shell-page.ts';

const test = testInOneApplication();

interface Trouble {
  readonly what: string;
  readonly faults: FaultPlan;
  readonly says: string;
  readonly connection: string;
}

const troubles: readonly Trouble[] = [
  {
    what: 'a refused address',
    faults: [{ operation: 'lookup', fault: { kind: 'refusal', refusal: 'address' } }],
    says: 'refused this computer’s network address',
    connection: 'Refused',
  },
  {
    what: 'a page instead of an answer',
    faults: [{ operation: 'lookup', fault: { kind: 'page', page: 'html' } }],
    says: 'is not JSON',
    connection: 'Online',
  },
  {
    what: 'an answer cut short',
    faults: [{ operation: 'lookup', fault: { kind: 'cut-json' } }],
    says: 'It counts as neither yes nor no',
    connection: 'Online',
  },
  {
    what: 'a server in trouble',
    faults: [{ operation: 'lookup', fault: { kind: 'status', status: 500 } }],
    says: 'an internal error',
    connection: 'Online',
  },
];

for (const { what, faults, says, connection } of troubles) {
  test(`${what} has its own words, and every name stays unknown`, async ({ namedesk }) => {
    const reseller = await startReseller({ faults });
    await enterReseller(namedesk, reseller);
    const search = searchPage(namedesk.page);
    await search.ask('example');
    await expect(search.alerts.first()).toContainText(says);
    await expect(search.alerts.first()).not.toContainText('Nothing was changed');
    await expect(search.markOf('example.com')).toHaveText('Unknown');
    await expect(namedesk.page.getByRole('banner')).toContainText(connection);
    await reseller.service.stop();
  });
}

test('a refused key has its own words and one next step', async ({ namedesk }) => {
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller, 'not-the-key-of-this-account');
  const search = searchPage(namedesk.page);
  await search.ask('example');
  await expect(search.alerts.first()).toContainText('refused the key or the e-mail address');
  await expect(search.alerts.first().getByRole('button', { name: 'Enter the key' })).toBeVisible();
  await expect(search.markOf('example.com')).toHaveText('Unknown');
  await expect(namedesk.page.getByRole('banner')).toContainText('Refused');
  await reseller.service.stop();
});

test('a host that is not there has its own words', async ({ namedesk }) => {
  const reseller = await startReseller();
  await reseller.service.stop();
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('example');
  await expect(search.alerts.first()).toContainText('The server refused the connection');
  await expect(namedesk.page.getByRole('banner')).toContainText('Unreachable');
});

test('a slow service is said to be slow, and its answer still comes', async ({ namedesk }) => {
  const reseller = await startReseller({
    faults: [{ operation: 'lookup', fault: { kind: 'latency', ms: 8_000 } }],
  });
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('example');
  await expect(namedesk.page.getByText(/still waiting/i)).toBeVisible({ timeout: 7_500 });
  await expect(search.markOf('example.com')).toHaveText('Taken', { timeout: 15_000 });
  await reseller.service.stop();
});
