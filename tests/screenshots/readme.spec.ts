import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askForCode } from '../support/application/code-window.ts';
import { answerDialogs, ground } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { illustrate } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { searchPage, shellPage } from '../support/pages/shell-page.ts';
import { expiresIn, readEarlier, todayPage } from '../support/pages/today-page.ts';
import { names as portfolio, tellExpiries } from './portfolio.ts';

test('the pictures of the documents look right: search', async ({ namedesk }) => {
  const reseller = await startReseller({
    faults: [
      {
        operation: 'lookup',
        domain: 'harbourlight.xyz',
        fault: { kind: 'shape', shape: 'entry-with-error' },
      },
    ],
  });
  await setOptions(namedesk, await enterReseller(namedesk, reseller), { premiumEnabled: true });
  await namedesk.page.reload();
  const search = searchPage(namedesk.page);
  await search.ask('harbourlight');
  await expect(search.markOf('harbourlight.xyz')).toHaveText('Unknown');
  await expect(namedesk.page.getByRole('banner')).toContainText('500.00');
  await illustrate(namedesk, 'search');
  await reseller.service.stop();
});

const firsts =
  'harbour quay lighthouse anchor beacon cove drift ember fjord grove juniper lagoon maple nordlicht orchard pebble saffron ' +
  'tundra velvet willow';
const seconds =
  'books bakery studio lab works garden cycles coffee house market shop digital cloud design press foods travel pets music arts';
const patterns = ['{a}{b}', '{a}-{b}', 'the{a}{b}', 'my{a}{b}', '{b}{a}'];

/** 2,000 names of words. */
const names = firsts
  .split(' ')
  .flatMap((a) =>
    seconds.split(' ').flatMap((b) => patterns.map((each) => each.replace('{a}', a).replace('{b}', b))),
  );
const tlds = 'com net org info biz io co app dev ai me tv cc xyz eu de at ch fr it';

test('the pictures of the documents look right: a session', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await setOptions(namedesk, await enterReseller(namedesk, reseller), {
    requestsPerSecond: 100,
    concurrency: 8,
    premiumEnabled: true,
  });
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  const file = join(ground().folder, 'spring.txt');
  await writeFile(file, names.join('\n'));
  await answerDialogs(namedesk, { open: file });
  await bulk.openNew();
  await bulk.openFile();
  await expect(bulk.report).toContainText('2,000 names');
  await bulk.typeTlds(tlds);
  await bulk.start('Shops of spring');
  await expect(session.state).toContainText(/[2-9]\d\s?% done/, { timeout: 60_000 });
  await session.shortlist('quaybooks', 'com');
  await session.cell('quaybakery', 'app');
  await expect(session.details).toContainText('quaybakery.app');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Credit/ })
    .click();
  await expect(page.getByRole('banner')).toContainText('500.00');
  await illustrate(namedesk, 'session');
  await reseller.service.stop();
});

test('the pictures of the documents look right: domains and a change', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'renew', fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true },
      { operation: 'child-register', fault: { kind: 'refusal', refusal: 'not-allowed' }, isApplied: false },
    ],
  });
  const accountId = await enterReseller(namedesk, reseller);
  const change = changePage(page);
  await change.keepTagged('Harbour Books', portfolio.slice(0, 2));
  await change.keepTagged('Lindenhof', portfolio.slice(2, 4));
  await change.keepTagged('own', portfolio.slice(4));
  const ways = waysToChange(0);
  for (const kind of ['lock', 'nameservers', 'child-register', 'renew']) {
    const way = ways.find((each) => each.kind === kind);
    await way?.ask(page);
    await change.send(way?.verb ?? '', way?.isNameTyped === true ? way.domain : undefined);
    await expect(change.dialog).toBeHidden({ timeout: 20_000 });
  }
  await shellPage(page).goTo('Activity');
  await change.main.getByText('Renew for 1 year').first().click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark as done or not done…' })).toBeVisible({
    timeout: 20_000,
  });
  await illustrate(namedesk, 'change');

  await tellExpiries(namedesk, accountId, reseller);
  await shellPage(page).goTo('Domains');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('r');
  for (const name of portfolio) await expect(change.row(name)).toContainText(/ocked/, { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await illustrate(namedesk, 'domains');
  await reseller.service.stop();
});

test('the pictures of the documents look right: a transfer code', async ({ namedesk }) => {
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const { codeWindow } = await askForCode(namedesk, 'harbour-books.com', 'reveal');
  await codeWindow.confirm.click();
  await codeWindow.spelling.click();
  await expect(codeWindow.copy).toBeEnabled();
  await illustrate({ app: namedesk.app, page: codeWindow.page }, 'code');
  await codeWindow.leaveBy(() => codeWindow.hide.click());
  await reseller.service.stop();
});

/** Spread over the year. */
const days = [-5, 6, 20, 25, 45, 80, 81, 120, 200, 260, 300];

test('the pictures of the documents look right: Today', async ({ launch, userDataDir }) => {
  const first = await launch();
  const reseller = await startReseller({ isShowcase: true });
  await enterReseller(first, reseller);
  const [{ keep, row }, shell] = [changePage(first.page), shellPage(first.page)];
  await shell.goTo('Today');
  await expect(todayPage(first.page).heading).toBeVisible();
  await keep(...portfolio, 'somebody-elses.com');
  await expect(first.page.getByRole('main')).toContainText('Nothing that is known needs you today');
  const dated = portfolio
    .filter((name) => !name.includes('ä'))
    .map((name, index) => [name, days[index] ?? 330]);
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
  await illustrate(namedesk, 'today');
  await reseller.service.stop();
});
