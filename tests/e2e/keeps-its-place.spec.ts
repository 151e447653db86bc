import type { Page } from '@playwright/test';
import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

// What only a real layout shows: how far something scrolls, and on which side it opens.
const test = testInOneApplication();

const names = Array.from({ length: 300 }, (_, index) => `shop-${String(index).padStart(3, '0')}.com`);

const resize = ({ app }: RunningNamedesk, width: number, height: number): Promise<void> =>
  app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
    width,
    height,
  ] as const);

test('a list of domains is scrolled, one of them opened, and on going back it stands as it was left', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  await resize(namedesk, 1_280, 800);
  await enterReseller(namedesk, reseller);
  const { keep, main, row, press } = changePage(page);
  await keep(...names);
  await shellPage(page).goTo('Domains');
  const list = page.getByRole('grid', { name: 'Domains' });
  const top = () => list.evaluate((element) => element.scrollTop);
  const current = () =>
    list.evaluate(
      (element) =>
        document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
    );
  await expect(list).toBeFocused();
  await list.hover();
  await page.mouse.wheel(0, 6_615);
  await expect(row('shop-155.com')).toBeInViewport();
  await expect.poll(top).toBe(6_615);

  // A click shows it beside the list, which stays where it is; Enter opens its page. Back by the button.
  await row('shop-155.com').getByText('shop-155.com', { exact: true }).first().click();
  await expect(page.getByRole('complementary', { name: 'About shop-155.com' })).toBeVisible();
  await expect(row('shop-155.com')).toBeInViewport();
  expect(await top()).toBe(6_615);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await press('All domains');
  await expect(list).toBeFocused();
  await expect(row('shop-155.com')).toBeInViewport();
  expect(await top()).toBe(6_615);
  expect(await current()).toContain('shop-155.com');

  // From another screen, with the current row out of sight: nothing is open beside the list.
  await page.keyboard.press('Escape');
  await list.hover();
  await page.mouse.wheel(0, -4_000);
  await expect.poll(top).toBe(2_615);
  await shellPage(page).goTo('Activity');
  await shellPage(page).goTo('Domains');
  await expect(list).toBeFocused();
  await expect(row('shop-062.com')).toBeInViewport();
  expect(await top()).toBe(2_615);

  // The keys go on from the current row.
  await page.keyboard.press('ArrowDown');
  await expect.poll(current).toContain('shop-156.com');
  await expect(row('shop-156.com')).toBeInViewport();

  // What another filter leaves is shown from its beginning.
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: 'Without an expiry' })
    .click();
  await expect(row('shop-000.com')).toBeInViewport();
  expect(await top()).toBe(0);
});

test('in a small window the wheel reaches what a domain’s page has at its end, and its head stays reachable', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  await resize(namedesk, 1_024, 640);
  await enterReseller(namedesk, reseller);
  const change = changePage(page);
  await change.keep('quiet-harbor.org');
  await change.open('quiet-harbor.org', 'Contacts');
  const fields = change.main.getByRole('textbox');
  await expect.poll(() => fields.count(), { timeout: 15_000 }).toBeGreaterThan(5);
  const last = change.main.getByRole('heading').last();
  await expect(last).not.toBeInViewport();
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 20_000);
  await expect(last).toBeInViewport();
  await page.mouse.wheel(0, -20_000);
  await expect(change.main.getByRole('tab', { name: 'Contacts' })).toBeInViewport();
});

test('a list of countries that has no room below its field opens above the field’s label', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  await resize(namedesk, 1_024, 640);
  await enterReseller(namedesk, reseller);
  const change = changePage(page);
  await change.keep('quiet-harbor.org');
  await change.open('quiet-harbor.org', 'Contacts');
  const country = change.main.getByRole('combobox', { name: 'Country' }).first();
  await country.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await country.click();
  const list = page.getByRole('listbox', { name: 'Country' });
  await expect(list.getByRole('option').first()).toBeVisible();
  const [label, field, shown] = [
    await change.main
      .locator('label')
      .filter({ hasText: /^Country$/ })
      .first()
      .boundingBox(),
    await country.boundingBox(),
    await page.locator('[data-position]').filter({ has: list }).boundingBox(),
  ];
  if (label === null || field === null || shown === null) throw new Error('Nothing is drawn');
  expect(shown.y).toBeLessThan(field.y);
  expect(shown.y + shown.height).toBeLessThanOrEqual(label.y);
});

/** How far below the top of the screen its list begins, in px, and how often Tab is pressed to reach it from there. */
async function aboveTheList(page: Page): Promise<{ readonly px: number; readonly stops: number }> {
  const list = page.getByRole('grid', { name: 'Domains' });
  const main = page.getByRole('main');
  const [top, screen] = [await list.boundingBox(), await main.boundingBox()];
  await main.focus();
  let stops = 0;
  do {
    await page.keyboard.press('Tab');
    stops += 1;
  } while (stops < 40 && !(await list.evaluate((element) => element === document.activeElement)));
  return { px: (top?.y ?? Infinity) - (screen?.y ?? 0), stops };
}

test('two bands and ten stops of Tab at most are before the list of domains, and before that of one client', async ({
  namedesk,
  reseller,
}) => {
  const { page } = namedesk;
  await enterReseller(namedesk, reseller);
  const { keep, dialog, row } = changePage(page);
  await keep(...names);
  await changePage(page).giveTo('A client with a name of some length', names.slice(0, 20));
  await shellPage(page).goTo('Domains');
  await expect(row('shop-001.com')).toBeVisible();
  const seen: Awaited<ReturnType<typeof aboveTheList>>[] = [];
  for (const isOfClient of [false, true]) {
    if (isOfClient) {
      await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Clients…' }).click();
      await dialog.getByRole('button', { name: /^A client/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^A client/ })).toBeVisible();
    }
    await resize(namedesk, 1_024, 640);
    seen.push(await aboveTheList(page));
    await resize(namedesk, 1_440, 900);
    seen.push(await aboveTheList(page));
  }
  test.info().annotations.push({ type: 'figure', description: JSON.stringify(seen) });
  for (const { px, stops } of seen) {
    expect(px).toBeLessThanOrEqual(120);
    expect(stops, '10 stops are before the list').toBeLessThanOrEqual(11);
  }
});

test('no column of the list of domains is out of reach in a small window', async ({ namedesk, reseller }) => {
  const { page } = namedesk;
  await resize(namedesk, 1_024, 640);
  await enterReseller(namedesk, reseller);
  const { keepTagged, press } = changePage(page);
  await keepTagged('spring', names);
  await changePage(page).giveTo('ACME GmbH', names);
  await shellPage(page).goTo('Domains');
  const list = page.getByRole('grid', { name: 'Domains' });
  await press('List actions');
  await page.getByRole('menuitem', { name: 'Columns' }).press('ArrowRight');
  await page.getByRole('menuitemcheckbox', { name: 'At the registry' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const last = list.getByRole('columnheader').last();
  await expect(last).not.toBeInViewport({ ratio: 1 });
  await list.hover();
  await page.mouse.wheel(2_000, 0);
  await expect(last).toBeInViewport({ ratio: 1 });
});
