import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runBesideTheWindow } from '../support/application/command-line.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { onboardingPage } from '../support/pages/onboarding-page.ts';
import { searchPage } from '../support/pages/search-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

test('B19 a command line beside the open window hands its work to it, and the window sees the session', async ({
  namedesk,
  reseller,
  userDataDir,
}) => {
  await enterReseller(namedesk, reseller);
  const place = `--user-data-dir=${userDataDir}`;
  const { code, out, err } = await runBesideTheWindow(
    [
      'lookup',
      place,
      '--account',
      'Example Reseller',
      '--names',
      '-',
      '--tlds',
      'com,net',
      '--session',
      'From a script',
    ],
    'bakery\nbutcher\n',
  );
  expect(err).toContain('2 names');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => /^(bakery|butcher)\.(com|net),/.test(line))).toHaveLength(4);
  expect(reseller.service.requests().map(({ path }) => path)).toContainEqual(
    expect.stringContaining('/domains/lookup'),
  );

  await shellPage(namedesk.page).goTo('Bulk lookup');
  await expect(namedesk.page.getByRole('main').getByText('From a script')).toBeVisible();
});

test('B19 a window says that another process has the workspace, and opens when that has ended', async ({
  launch,
  userDataDir,
}) => {
  const first = await launch();
  await onboardingPage(first.page).beginWithPractice();
  await expect(searchPage(first.page).field).toBeVisible();
  await first.close();
  // As a command line holds it, for as long as it runs.
  const owner = new DatabaseSync(join(userDataDir, 'workspace', 'owner.sqlite'));
  owner.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');

  const { page } = await launch();
  await expect(page.getByText('in use by another Namedesk').first()).toBeVisible();
  owner.close();
  await expect(searchPage(page).field).toBeVisible();
  await expect(page.getByText('in use by another Namedesk')).toHaveCount(0);
});
