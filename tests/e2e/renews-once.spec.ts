import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const names = ['harbour-books.com', 'harbour-books.net', 'oakline.io'];

test('F1 the same batch of renewals made again has nothing to do, says since when, and pays nothing', async ({
  namedesk,
}, testInfo) => {
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const change = changePage(page);
  await change.keep(...names);
  const renewals = () =>
    reseller.service
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/order/domains/renew'));

  const makeBatch = async () => {
    await shellPage(page).goTo('Domains');
    await expect(change.row('oakline.io')).toBeVisible();
    const selected = page.getByRole('toolbar', { name: 'With the selected domains' });
    // The selection ended with the batch that was made of it.
    await expect(selected).toBeHidden();
    await page.keyboard.press('ControlOrMeta+a');
    await selected.getByRole('button', { name: 'Change…' }).click();
    await change.dialog.getByRole('radio', { name: /^Renew/ }).check();
    await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  };

  await makeBatch();
  await expect(change.main).toContainText('3 ready, 0 excluded', { timeout: 20_000 });
  await change.main.getByRole('textbox', { name: /^Type 3 to renew 3 domains/ }).fill('3');
  await change.press(/^Renew 3 · /);
  await expect(change.main.getByText('Done: 3 of 3 changes')).toBeVisible({ timeout: 30_000 });
  expect(renewals()).toHaveLength(3);

  await makeBatch();
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date()),
  );
  await expect(change.main).toContainText('0 ready, 3 excluded', { timeout: 20_000 });
  await expect(change.main).toContainText(
    `All 3 domains were renewed on ${today}. Include a domain to renew it again.`,
  );
  await expect(change.main.getByRole('button', { name: /^Renew \d/ })).toHaveCount(0);
  for (const name of names) await expect(change.row(name)).toContainText(/Renewed before, as change \d+ of/);
  expect(renewals()).toHaveLength(3);

  // One of them, and that one alone, where a person says so.
  await change.press('Include oakline.io');
  await expect(change.main).toContainText('1 ready, 2 excluded');
  await change.main.getByRole('textbox', { name: /^Type 1 to renew 1 domain/ }).fill('1');
  await change.press(/^Renew 1 · /);
  await expect(change.main.getByText('Done: 1 of 1 change')).toBeVisible({ timeout: 30_000 });
  expect(renewals().map(({ body }) => new URLSearchParams(body ?? '').get('domain'))).toEqual([
    ...names,
    'oakline.io',
  ]);
  testInfo.annotations.push({
    type: 'figure',
    description: 'the same batch twice: 3 POSTs, 3 renewals; 1 more where it was included by hand',
  });
  await reseller.service.stop();
});
