import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';

test('in a small window the wheel reaches what a domain’s page has at its end, and its head stays reachable', async ({
  namedesk,
}) => {
  const { app, page } = namedesk;
  await enterReseller(namedesk, await startReseller());
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1_024, 640));
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
