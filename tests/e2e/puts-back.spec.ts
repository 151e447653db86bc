import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, type Reseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const writes = ({ service }: Reseller) =>
  service.requests().filter(({ method, path }) => method === 'POST' && !path.includes('/order/'));

/** The domains, all of them selected. */
async function selectAll(page: Page, ...names: readonly string[]): Promise<void> {
  const change = changePage(page);
  await change.keep(...names);
  await shellPage(page).goTo('Domains');
  await expect(change.row(names[0] ?? '')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
}

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'With the selected domains' });

test('20 domains are moved to other nameservers and back: each gets its own from before, and one that somebody changed since is left alone', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({ moreDomains: 20 });
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
  const names = Array.from({ length: 20 }, (_, index) => `more-${index}.com`);
  const before = new Map(names.map((name) => [name, reseller.service.domain(name)?.nameservers]));
  const change = changePage(page);
  await selectAll(page, ...names);
  await toolbar(page).getByRole('button', { name: 'Change…' }).click();
  await change.dialog.getByRole('radio', { name: /^Set nameservers/ }).check();
  await change.dialog
    .getByRole('textbox', { name: 'Nameservers, one per line' })
    .fill('ns1.elsewhere.example\nns2.elsewhere.example');
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  await change.main.getByRole('textbox', { name: /^Type \d+ to / }).fill('20');
  await change.press('Set nameservers of 20 domains');
  await expect(change.main.getByText('Done: 20 of 20 changes')).toBeVisible({ timeout: 60_000 });
  expect(writes(reseller)).toHaveLength(20);

  // Three steps: the button, the count, one press.
  const stranger = reseller.service.domain('more-3.com');
  if (stranger !== undefined)
    Object.assign(stranger, { nameservers: ['ns1.other.example', 'ns2.other.example'] });
  await change.press('Put the previous ones back');
  await expect(change.main).toContainText('19 ready, 1 excluded');
  await expect(
    change.main.getByRole('heading', { name: 'Put back the nameservers of 20 domains' }),
  ).toBeVisible();
  await expect(change.row('more-3.com')).toContainText('Changed since: left as it is');
  expect(writes(reseller)).toHaveLength(20);
  await change.main.getByRole('textbox', { name: /^Type \d+ to / }).fill('19');
  await change.press('Put back the nameservers of 19 domains');
  await expect(change.main.getByText('Done: 19 of 19 changes')).toBeVisible({ timeout: 60_000 });
  expect(writes(reseller)).toHaveLength(39);
  for (const name of names.filter((each) => each !== 'more-3.com'))
    expect(reseller.service.domain(name)?.nameservers).toEqual(before.get(name));
  expect(reseller.service.domain('more-3.com')?.nameservers).toEqual([
    'ns1.other.example',
    'ns2.other.example',
  ]);
  await reseller.service.stop();
});

test('a change of a single domain is put back from its history', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const change = changePage(page);
  await change.keep('quiet-harbor.org', 'oakline.io');
  await change.open('quiet-harbor.org');
  await change.main.getByRole('button', { name: 'Unlock…' }).click();
  await change.send('Unlock');
  await expect
    .poll(() => reseller.service.domain('quiet-harbor.org')?.isLocked, { timeout: 30_000 })
    .toBe(false);
  await change.main.getByRole('tab', { name: 'History', exact: true }).click();
  await change.press('Put the previous lock back');
  await expect(change.main).toContainText('1 ready, 0 excluded');
  await change.main.getByRole('textbox', { name: /^Type \d+ to / }).fill('1');
  await change.press('Put back the lock of 1 domain');
  await expect(change.main.getByText('Done: 1 of 1 change')).toBeVisible({ timeout: 30_000 });
  expect(reseller.service.domain('quiet-harbor.org')?.isLocked).toBe(true);
  await reseller.service.stop();
});

test('contacts of locked domains: unlocked before and locked again after; one whose contacts and lock are refused stays unlocked, and is locked again with one press', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      {
        operation: 'contact-write',
        domain: 'harbour-books.net',
        fault: { kind: 'json', value: { error: 'Invalid phone' } },
        isApplied: false,
      },
      // The unlock passes as it is; the lock after it is refused.
      {
        operation: 'lock-write',
        domain: 'harbour-books.net',
        fault: { kind: 'shape', shape: 'code-with-entities' },
        times: 1,
      },
      {
        operation: 'lock-write',
        domain: 'harbour-books.net',
        fault: { kind: 'json', value: { error: 'Invalid domain status' } },
        times: 1,
        isApplied: false,
      },
    ],
  });
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
  const change = changePage(page);
  await selectAll(page, 'harbour-books.com', 'harbour-books.net', 'paperplane.studio');
  await toolbar(page).getByRole('button', { name: 'Contacts…' }).click();
  await change.dialog.getByRole('checkbox', { name: 'Registrant' }).check();
  await change.dialog.getByRole('textbox', { name: 'E-mail' }).fill('new@example.com');
  await change.dialog.getByRole('checkbox', { name: 'Unlock before, lock again after' }).check();
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(change.main).toContainText('7 changes ready, 2 excluded');
  await expect(change.row('paperplane.studio').last()).toContainText('Was not locked before');
  await change.main.getByRole('textbox', { name: 'Type 7 to make 7 changes' }).fill('7');
  await change.press('Make 7 changes');
  await expect(change.main.getByText(/^Finished: 5 done, 2 refused/)).toBeVisible({ timeout: 60_000 });
  await expect(change.main).toContainText('1 domain is left unlocked');
  expect(reseller.service.domain('harbour-books.com')).toMatchObject({ isLocked: true });
  expect(reseller.service.domain('harbour-books.net')).toMatchObject({ isLocked: false });
  expect(reseller.service.domain('paperplane.studio')).toMatchObject({ isLocked: false });

  await change.press('Lock 1 domain again');
  await expect(change.main).toContainText('1 ready, 0 excluded');
  await change.main.getByRole('textbox', { name: /^Type \d+ to / }).fill('1');
  await change.press('Lock 1 domain');
  await expect(change.main.getByText('Done: 1 of 1 change')).toBeVisible({ timeout: 30_000 });
  expect(reseller.service.domain('harbour-books.net')).toMatchObject({ isLocked: true });
  await reseller.service.stop();
});
