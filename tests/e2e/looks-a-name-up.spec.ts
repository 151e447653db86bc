import { enterReseller } from '../support/application/reseller.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { searchPage } from '../support/pages/shell-page.ts';

const test = testInOneApplication();

test('a name typed by hand gets a finding under each TLD, what can be bought first', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('example');
  await expect(search.markOf('example.com')).toHaveText('Taken');
  await expect(search.markOf('example.io')).toHaveText('Available');
  await expect(search.findings.getByRole('row').nth(1)).toContainText('Available');
  await expect(search.row('example.io')).toContainText('not given');
});

test('a URL is understood: its host is taken, its TLD asked first', async ({ namedesk, reseller }) => {
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('https://www.example.co.uk/path?query');
  await expect(search.row('example.co.uk')).toBeVisible();
});

test('an international name is shown in both forms and asked as A-label', async ({ namedesk, reseller }) => {
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('bäckerei');
  await expect(namedesk.page.getByRole('search')).toContainText('xn--bckerei-5wa');
  await expect(search.markOf('bäckerei.com')).toHaveText(/Available|Taken/);
  const asked = reseller.service.requests().filter(({ path }) => path.endsWith('/domains/lookup'));
  expect(asked.length).toBeGreaterThan(0);
  for (const { body } of asked) expect(body).toContain('searchTerm=xn--bckerei-5wa');
});

test('a name that cannot be one is refused at its character, and nothing is sent', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('exa_mple');
  await expect(search.problem).toContainText('no underscores');
  expect(reseller.service.requests().filter(({ path }) => path.endsWith('/domains/lookup'))).toEqual([]);
});

test('what was found is there at once after a restart, with its age, without the network', async ({
  launch,
  reseller,
}) => {
  const first = await launch();
  await enterReseller(first, reseller);
  await searchPage(first.page).ask('example');
  await expect(searchPage(first.page).markOf('example.com')).toHaveText('Taken');
  await first.close();
  await reseller.service.stop();

  const second = await launch();
  const search = searchPage(second.page);
  await search.field.fill('example');
  await expect(search.markOf('example.com')).toHaveText('Taken');
  await search.field.press('Enter');
  await expect(search.alerts.first()).toContainText('The server refused the connection');
  await expect(search.markOf('example.com')).toHaveText('Taken');
});

test('the details show every field of the answer, and an empty price as not given', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const search = searchPage(namedesk.page);
  await search.ask('example');
  await expect(search.markOf('example.io')).toHaveText('Available');
  await search.openDetails('example.io');
  await expect(search.details).toContainText('isAvailable');
  await expect(search.details).toContainText('not given');
});
