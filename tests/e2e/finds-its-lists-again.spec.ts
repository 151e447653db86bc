import type { Page } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { onboardingPage, searchPage, shellPage } from '../support/pages/shell-page.ts';

const names = Array.from({ length: 300 }, (_, index) => `shop-${String(index).padStart(3, '0')}`);

/** What a screen reader takes for the current row, or for the current cell. */
const currentIn = (page: Page, label: string | RegExp) =>
  page
    .getByRole('grid', { name: label })
    .evaluate(
      (element) =>
        document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
    );
const topOf = (page: Page, label: string | RegExp) =>
  page.getByRole('grid', { name: label }).evaluate((element) => element.scrollTop);

test('lists and a session’s grid stand after a restart as they were left: filter and order', async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const first = await launch();
  const { page } = first;
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
  await searchPage(page).ask('priced');
  const byRenewal = (of: Page) => of.getByRole('columnheader', { name: 'Renewal' });
  await byRenewal(page).getByRole('button').click();
  await byRenewal(page).getByRole('button').click();
  const change = changePage(page);
  for (const { domain, ask, verb, kind } of waysToChange(2030)) {
    if (kind !== 'lock' && kind !== 'nameservers') continue;
    await change.keep(domain);
    await ask(page);
    await change.send(verb);
    await expect(change.dialog).toHaveCount(0);
  }
  await change.keep(...names.map((name) => `${name}.com`));
  await shellPage(page).goTo('Activity');
  await page.getByRole('textbox', { name: 'Find by domain' }).fill('books');
  await expect(page.getByText('1 hidden', { exact: true })).toBeVisible();

  await bulkPage(page).openNew();
  await bulkPage(page).pasteNames(names.join('\n'));
  await bulkPage(page).typeTlds('com net org');
  await bulkPage(page).start('Spring names');
  const session = sessionPage(page);
  await session.expectFinished();
  await session.orderBy('last entered first');
  await session.filterByText('shop-1*');
  await expect(session.shown).toContainText('100 names');
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 50; step += 1) await page.keyboard.press('ArrowDown');
  const cell = await currentIn(page, /^Findings of /);
  const cellTop = await topOf(page, /^Findings of /);
  expect(cellTop).toBeGreaterThan(0);

  await shellPage(page).goTo('Domains');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find a domain' }).fill('shop-2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect(changePage(page).row('shop-299.com')).toBeVisible();
  await changePage(page)
    .row('shop-299.com')
    .getByText('shop-299.com', { exact: true })
    .first()
    .click({
      modifiers: ['ControlOrMeta'],
    });
  await first.close();

  const again = await launch();
  const second = again.page;
  await shellPage(second).goTo('Search');
  await searchPage(second).ask('priced');
  await expect(byRenewal(second)).toHaveAttribute('aria-sort', 'descending');
  await expect(second.getByRole('row', { name: /^\W*Available priced\./ }).first()).toContainText(
    'priced.ai',
  );
  await shellPage(second).goTo('Domains');
  await expect(second.getByRole('textbox', { name: 'Find a domain' })).toHaveValue('shop-2');
  await expect(changePage(second).row('shop-299.com')).toBeInViewport();
  await expect(second.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(second.getByRole('main').getByText(/^\d+ hidden$/)).toBeVisible();
  await show(again, 'domains-filtered-again');

  await shellPage(second).goTo('Activity');
  await expect(second.getByRole('textbox', { name: 'Find by domain' })).toHaveValue('books');
  await expect(second.getByText('1 hidden', { exact: true })).toBeVisible();
  await show(again, 'changes-filtered-again');

  const opened = sessionPage(second);
  await opened.open('Spring names');
  await expect(opened.shown).toContainText('100 names');
  await expect.poll(() => currentIn(second, /^Findings of /)).toBe(cell);
  // The row at the top is the same, at most a row's height higher: rows are kept, not pixels.
  await expect.poll(() => topOf(second, /^Findings of /)).toBeGreaterThan(cellTop - 33);
  expect(await topOf(second, /^Findings of /)).toBeLessThanOrEqual(cellTop);
  await show(again, 'session-filtered-again');
});
