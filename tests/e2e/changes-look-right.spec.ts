import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const ways = new Map(waysToChange(0).map((way) => [way.kind, way]));

const names = [
  'harbour-books.com',
  'harbour-books.net',
  'lindenhof-garten.de',
  'bäckerei-schmidt.de',
  'northwind-cycles.co.uk',
  'quiet-harbor.org',
  'orbit-hosting.net',
  'oakline.io',
  'paperplane.studio',
];

test('E6 domains and their editors look right and can be read by everyone', async ({ namedesk }) => {
  test.setTimeout(240_000);
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const change = changePage(page);
  const photograph = (name: string) => show(namedesk, name);

  await shellPage(page).goTo('Domains');
  await expect(change.main.getByRole('button', { name: /Add domains/ }).first()).toBeVisible();
  await photograph('domains-empty');
  await change.keep(...names);
  await expect(change.row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = page.getByRole('toolbar', { name: 'With the selected domains' });
  await bar.getByRole('button', { name: 'Refresh' }).click();
  await expect(change.row('oakline.io')).toContainText('Locked', { timeout: 20_000 });
  await photograph('domains-selected');
  await bar.getByRole('button', { name: 'Change…' }).click();
  await photograph('batch-maker');
  await change.dialog.getByRole('radio', { name: /^Unlock/ }).check();
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(change.main.getByRole('button', { name: /^Unlock \d/ })).toBeVisible({ timeout: 20_000 });
  await photograph('batch-review');

  await change.open('quiet-harbor.org');
  await expect(change.main.getByRole('button', { name: 'Unlock…' })).toBeVisible();
  await photograph('domain-overview');
  await change.open('harbour-books.com', 'Contacts');
  await expect(change.main.getByRole('region', { name: 'Registrant' })).toBeVisible();
  await photograph('domain-contacts');
  await change.open('harbour-books.com', 'Nameservers');
  await change.main.getByRole('textbox', { name: 'Nameserver 1', exact: true }).fill('ns1.harbour-books.com');
  await photograph('domain-nameservers');
  await change.open('orbit-hosting.net', 'Child nameservers');
  await photograph('domain-children');
  await change.open('oakline.io', 'Renew');
  await photograph('domain-renew');
  for (const kind of ['contacts', 'renew', 'register'] as const) {
    await ways.get(kind)?.ask(page);
    await expect(change.dialog).toContainText('Type the domain’s name to continue.');
    await photograph(`review-${kind}`);
    await page.keyboard.press('Escape');
  }
  await photograph('register');
  await reseller.service.stop();
});

test('E6 changes in every state look right and can be read by everyone', async ({ namedesk }) => {
  test.setTimeout(240_000);
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'renew', fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true },
      { operation: 'child-register', fault: { kind: 'refusal', refusal: 'not-allowed' }, isApplied: false },
    ],
  });
  await enterReseller(namedesk, reseller);
  const change = changePage(page);
  await change.keep(...names);
  const titles = {
    lock: / is (un)?locked\.$/,
    renew: /^We don’t know whether /,
    'child-register': /^The service refused/,
  };
  for (const [kind, title] of Object.entries(titles)) {
    const way = ways.get(kind as keyof typeof titles); // From the table's own keys.
    await way?.ask(page);
    await change.send(way?.verb ?? '', way?.isNameTyped === true ? way.domain : undefined);
    await expect(change.says(title)).toBeVisible({ timeout: 20_000 });
    await show(namedesk, `result-${kind}`);
  }
  await shellPage(page).goTo('Activity');
  await expect(change.main).toContainText('uncertain');
  await show(namedesk, 'changes');
  await change.main.getByText('Renew for 1 year').first().click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark as done or not done…' })).toBeVisible();
  await show(namedesk, 'change-uncertain');
  await page.getByRole('button', { name: 'Mark as done or not done…' }).click();
  await show(namedesk, 'change-settle');
  await reseller.service.stop();
});
