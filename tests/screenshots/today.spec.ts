import { expect, test } from '../support/application/namedesk-test.ts';
import { illustrate, show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { expiresIn, readEarlier, todayPage } from '../support/pages/today-page.ts';
import { startRdapServer } from '../support/registry/rdap-server.ts';
import { answered } from '../support/registry/rdap-shapes.ts';
import { names } from './portfolio.ts';

/** Where its registrar is told of abuse. */
const abuseContact = {
  entities: [
    {
      ...{ objectClassName: 'entity', roles: ['registrar'] },
      publicIds: [{ type: 'IANA Registrar ID', identifier: '1068' }],
      entities: [
        {
          roles: ['abuse'],
          vcardArray: [
            'vcard',
            [
              ['email', {}, 'text', 'abuse@registrar.example'],
              ['tel', {}, 'uri', 'tel:+1.5551234567'],
            ],
          ],
        },
      ],
    },
  ],
};

/** Spread over the year. */
const days = [-5, 6, 20, 25, 45, 80, 81, 120, 200, 260, 300];

test('today looks right: without domains, quiet, with work, snoozed', async ({ launch, userDataDir }) => {
  const first = await launch();
  const reseller = await startReseller({ isShowcase: true });
  await enterReseller(first, reseller);
  const [{ keep, row }, shell] = [changePage(first.page), shellPage(first.page)];
  await shell.goTo('Today');
  await expect(todayPage(first.page).heading).toBeVisible();
  await show(first, 'today-no-domains');
  await keep(...names, 'somebody-elses.com');
  await expect(first.page.getByRole('main')).toContainText('Nothing that is known needs you today');
  await show(first, 'today-quiet');
  const dated = names.filter((name) => !name.includes('ä')).map((name, index) => [name, days[index] ?? 330]);
  await expiresIn(first.page, Object.fromEntries(dated) as Record<string, number>);
  await shell.goTo('Search');
  for (const name of ['harbour-books.com', 'quiet-harbor.org', 'northwind-cycles.co.uk']) {
    await first.page.getByRole('textbox', { name: 'Name, domain or URL' }).fill(name);
    await first.page.keyboard.press('Enter');
    await expect(first.page.getByRole('main')).not.toContainText('Checking');
  }
  await shell.goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await first.page.keyboard.press('ControlOrMeta+a');
  await first.page.keyboard.press('r');
  await expect(row('old-lighthouse.info')).toContainText('Locked', { timeout: 30_000 });
  await expect(row('paperplane.studio')).toContainText('Unlocked', { timeout: 30_000 });
  await first.close();
  readEarlier(userDataDir, 'paperplane.studio', 3);

  const namedesk = await launch();
  const { page } = namedesk;
  const today = todayPage(page);
  await expect(today.row('Unlocked')).toBeVisible();
  await show(namedesk, 'today');
  await illustrate(namedesk, 'today');
  await today
    .row('Due')
    .getByRole('button', { name: /^Snooze/ })
    .click();
  await show(namedesk, 'today-snooze');
  await page.getByRole('menuitem', { name: 'A date…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await show(namedesk, 'today-snooze-date');
  await page.keyboard.press('Escape');
  await today.snooze('Due', 'In a week');
  await page.getByRole('button', { name: 'Snoozed (1)' }).click();
  await show(namedesk, 'today-snoozed');
  await reseller.service.stop();
});

test('what registries show looks right in Today, on a domain’s page and before a renewal', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const [reseller, rdap] = [
    await startReseller({ isShowcase: true }),
    await startRdapServer(['com', 'net', 'org', 'info']),
  ];
  const accountId = await enterReseller(namedesk, reseller);
  const shown: Readonly<Record<string, Parameters<typeof answered>[1]>> = {
    'harbour-books.com': { statuses: ['pending transfer'], more: abuseContact },
    'harbour-books.net': {
      statuses: ['redemption period', 'pending delete'],
      expires: '2026-10-20T00:00:00Z',
    },
    'orbit-hosting.net': { statuses: ['client hold', 'client transfer prohibited'] },
    'quiet-harbor.org': { registrar: '292' },
  };
  for (const [name, given] of Object.entries(shown)) rdap.set(name, answered(name, given));
  await changePage(page).keep(...Object.keys(shown));
  await expiresIn(page, { 'harbour-books.com': 300, 'orbit-hosting.net': 200, 'quiet-harbor.org': 120 });
  await page.evaluate(
    (registryBootstrap) =>
      window.namedesk.request.settings.write({ registryBootstrap, registryEnabled: true }),
    rdap.bootstrap,
  );
  const lookUp = () =>
    page.evaluate((asked) => window.namedesk.request.domains.readRegistry(asked), {
      accountId,
      domains: Object.keys(shown),
    });
  await lookUp();
  await expect.poll(() => rdap.namesAsked().length).toBe(4);
  rdap.set('quiet-harbor.org', answered('quiet-harbor.org', { registrar: '1068', more: abuseContact }));
  await lookUp();
  await expect.poll(() => rdap.namesAsked().length).toBe(8);
  await shellPage(page).goTo('Today');
  const today = todayPage(page);
  for (const kind of ['Transfer pending', 'Another registrar', 'Being deleted', 'On hold'])
    await expect(today.row(kind)).toBeVisible();
  await show(namedesk, 'today-registries');
  await today
    .row('Transfer pending')
    .getByRole('button', { name: /^Whom to contact/ })
    .click();
  await expect(page.getByRole('main')).toContainText('abuse@registrar.example');
  await show(namedesk, 'domain-transfer-pending');
  await shellPage(page).goTo('Today');
  await today
    .row('Being deleted')
    .getByRole('button', { name: /^How to restore it/ })
    .click();
  await expect(page.getByRole('main')).toContainText('in redemption');
  await show(namedesk, 'domain-being-deleted');
  await Promise.all([reseller.service.stop(), rdap.stop()]);
});

test('accounts that cannot be used look right in Today: a refused key, an address at which nothing answers', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const [refused, moved] = [await startReseller(), await startReseller()];
  await enterReseller(namedesk, refused, 'a-key-that-opens-nothing', 'Northwind Hosting');
  await changePage(page).keep('harbour-books.com', 'oakline.io');
  await expiresIn(page, { 'harbour-books.com': 5, 'oakline.io': 20 });
  const { service, ...login } = moved;
  const baseUrl = new URL(service.baseUrl).origin;
  await enterReseller(
    namedesk,
    { ...login, service: { ...service, baseUrl } },
    login.apiKey,
    'Quayside Brokers',
  );
  const main = page.getByRole('main');
  await shellPage(page).goTo('Accounts');
  for (const label of ['Northwind Hosting', 'Quayside Brokers']) {
    await main.getByRole('button', { name: new RegExp(`^${label}`) }).click();
    await main.getByRole('button', { name: 'Test the connection' }).click();
    await expect(main.getByRole('status').or(main.getByRole('alert')).first()).toBeVisible();
  }
  await show(namedesk, 'account-no-api');
  await shellPage(page).goTo('Today');
  await expect(todayPage(page).row('No access')).toHaveCount(2);
  await show(namedesk, 'today-no-access');
  await main.getByRole('button', { name: /^Correct the address/ }).click();
  await expect(main.getByRole('textbox', { name: 'Base URL' })).toBeVisible();
  await show(namedesk, 'today-leads-to-the-address');
  await Promise.all([refused.service.stop(), moved.service.stop()]);
});
