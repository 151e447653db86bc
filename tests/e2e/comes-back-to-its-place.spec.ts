import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const names = Array.from({ length: 300 }, (_, index) => `shop-${String(index).padStart(3, '0')}.com`);

test('a list of domains is scrolled, one of them opened, and on going back it stands as it was left', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  await enterReseller(namedesk, await startReseller());
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
});
