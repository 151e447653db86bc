import type { Locator } from '@playwright/test';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, type Reseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';
import { changePage } from '../support/pages/change-page.ts';
import { keepTemplates } from '../support/pages/templates.ts';

const orders = ({ service }: Reseller) =>
  service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/domains/register'));

/** What a person does, counted: a press, or a field that is filled in. */
function counting() {
  let steps = 0;
  return {
    press: async (button: Locator): Promise<void> => {
      steps += 1;
      await button.click();
    },
    type: async (field: Locator, text: string): Promise<void> => {
      steps += 1;
      await field.fill(text);
    },
    steps: () => steps,
  };
}

test.describe('from a shortlist', () => {
  for (const count of [5, 50])
    test(`${count} names are registered in five steps, each ordered once, and are domains then`, async ({
      namedesk,
    }) => {
      const { page } = namedesk;
      const reseller = await startReseller();
      const accountId = await enterReseller(namedesk, reseller);
      await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
      await keepTemplates(page);
      const names = Array.from({ length: count }, (_, index) => `priced-quay-${index + 1}`);
      const [bulk, session, change] = [bulkPage(page), sessionPage(page), changePage(page)];
      await bulk.openNew();
      await bulk.pasteNames(names.join('\n'));
      await bulk.typeTlds('info');
      await bulk.start('Spring campaign');
      await session.expectFinished();
      await session.grid.focus();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Space');
      const button = (name: string | RegExp) => change.main.getByRole('button', { name, exact: true });
      await expect(button(`Register ${count}…`).first()).toBeEnabled();

      const user = counting();
      await user.press(button(`Register ${count}…`).first());
      await user.press(button('Northstar'));
      await user.press(button('Continue to review'));
      await expect(change.main).toContainText(`${count} ready, 0 excluded`, { timeout: 60_000 });
      await expect(change.main).toContainText(/ afterwards\./);
      expect(orders(reseller)).toHaveLength(0);
      await user.type(
        change.main.getByRole('textbox', { name: `Type ${count} to register ${count} names` }),
        String(count),
      );
      await user.press(button(new RegExp(`^Register ${count} · `)));
      await expect(change.main.getByText(`Done: ${count} of ${count} changes`)).toBeVisible({
        timeout: 120_000,
      });

      expect(user.steps()).toBe(5);
      expect(orders(reseller)).toHaveLength(count);
      for (const name of names) expect(reseller.service.domain(`${name}.info`)).toBeDefined();
      await button('Select them in Domains').click();
      await expect(change.row('priced-quay-1.info')).toBeVisible();
      await expect(change.main.getByRole('toolbar', { name: 'With the selected domains' })).toContainText(
        `${count} selected`,
      );
      await reseller.service.stop();
    });
});

test('a pasted list: what is no name, taken or premium is told row by row, and the others are ordered', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await setOptions(namedesk, await enterReseller(namedesk, reseller), { premiumEnabled: true });
  await keepTemplates(page);
  const change = changePage(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('textbox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('register a name');
  await page.keyboard.press('Enter');
  await change.main
    .getByRole('textbox', { name: 'Name to register' })
    .fill('priced-a.com\npriced-b.com\ntaken-c.com\npremium-d.com\nquay');
  await change.press('Check');
  await expect(change.main).toContainText('1 line is not a whole name');
  await change.press('Continue with the other 4');
  await change.press('Northstar');
  await change.press('Continue to review');
  await expect(change.main).toContainText('2 ready, 2 excluded', { timeout: 30_000 });
  await expect(change.row('taken-c.com')).toContainText('Can’t be ordered');
  await expect(change.row('premium-d.com')).toContainText('This is a premium name');
  await change.main.getByRole('textbox', { name: /^Type 2 to register/ }).fill('2');
  await change.main.getByRole('button', { name: /^Register 2 · / }).click();
  await expect(change.main.getByText('Done: 2 of 2 changes')).toBeVisible({ timeout: 60_000 });
  expect(orders(reseller)).toHaveLength(2);
  await reseller.service.stop();
});

test('names ticked in Search are registered as one order', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  await keepTemplates(page);
  const change = changePage(page);
  const field = page.getByRole('textbox', { name: 'Name, domain or URL' });
  for (const name of ['priced-quay.com', 'priced-dock.com']) {
    await field.fill(name);
    await field.press('Enter');
    await change.main.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await change.press('Register 2…');
  await expect(change.main.getByRole('heading', { name: 'Register 2 names' })).toBeVisible();
  await change.press('Northstar');
  await change.press('Continue to review');
  await change.main.getByRole('textbox', { name: /^Type 2 to register/ }).fill('2');
  await change.main.getByRole('button', { name: /^Register 2 · / }).click();
  await expect(change.main.getByText('Done: 2 of 2 changes')).toBeVisible({ timeout: 60_000 });
  expect(orders(reseller)).toHaveLength(2);
  await reseller.service.stop();
});
