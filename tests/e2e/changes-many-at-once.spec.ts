import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const locked = ['harbour-books.com', 'harbour-books.net', 'oakline.io', 'quiet-harbor.org'];
const unlocked = 'paperplane.studio';

test('many at once: looked at row by row, the count typed, applied one by one', async ({ namedesk }) => {
  const reseller = await startReseller({
    faults: [
      {
        operation: 'lock-read',
        domain: 'harbour-books.net',
        fault: { kind: 'json', value: { odd: true } },
      },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const change = changePage(page);
  await change.keep(...locked, unlocked);
  await shellPage(page).goTo('Domains');
  await expect(change.row(unlocked)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Unlock…' })
    .click();

  // The one that is unlocked already is excluded, and so is the one that cannot be read, which is counted by itself.
  await expect(change.main).toContainText('3 ready, 1 excluded, 1 not read');
  await expect(change.main.getByRole('button', { name: 'Unlock 3 domains' })).toBeDisabled();
  await change.main.getByRole('textbox', { name: /^Type \d+ to / }).fill('3');
  await change.press('Unlock 3 domains');
  await expect(change.main.getByText('3 done, 1 not read')).toBeVisible({ timeout: 30_000 });
  for (const name of locked.filter((each) => each !== 'harbour-books.net'))
    expect(reseller.service.domain(name)?.isLocked).toBe(false);
  const writes = reseller.service
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/lock'));
  expect(writes).toHaveLength(3);
  await reseller.service.stop();
});

test('many at once: halts at the first that is uncertain, and goes on when a person says so', async ({
  namedesk,
}) => {
  const reseller = await startReseller({
    faults: [
      {
        operation: 'lock-write',
        domain: 'harbour-books.com',
        fault: { kind: 'break', after: 'head', by: 'reset' },
        isApplied: true,
      },
      // Read twice as it is, for the batch and just before the write; what is read afterwards decides nothing.
      {
        operation: 'lock-read',
        domain: 'harbour-books.com',
        fault: { kind: 'shape', shape: 'code-with-entities' },
        times: 2,
      },
      { operation: 'lock-read', domain: 'harbour-books.com', fault: { kind: 'json', value: { odd: true } } },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const change = changePage(page);
  await change.keep('harbour-books.com', 'oakline.io');
  await shellPage(page).goTo('Domains');
  await expect(change.row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Unlock…' })
    .click();
  await change.main.getByRole('textbox', { name: /^Type \d+ to / }).fill('2');
  await change.press('Unlock 2 domains');
  await expect(change.main.getByRole('button', { name: 'Open the uncertain one' })).toBeVisible({
    timeout: 60_000,
  });
  expect(reseller.service.domain('oakline.io')?.isLocked).toBe(true);
  await expect(page.getByRole('navigation').getByRole('img', { name: '1 uncertain' })).toBeVisible();

  await change.main.getByRole('checkbox', { name: 'Continue past uncertain ones' }).check();
  await change.press('Resume');
  await expect(change.main.getByText('1 done, 1 uncertain')).toBeVisible({ timeout: 30_000 });
  expect(reseller.service.domain('oakline.io')?.isLocked).toBe(false);
  const writes = reseller.service
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/lock'));
  expect(writes).toHaveLength(2);
  await reseller.service.stop();
});

test('many at once: one registrant for a selection, typed once, encrypted until it is written', async ({
  namedesk,
}) => {
  const reseller = await startReseller({
    faults: [
      {
        operation: 'contact-write',
        domain: 'oakline.io',
        fault: { kind: 'json', value: { error: 'Invalid phone' } },
        times: 1,
        isApplied: false,
      },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { page } = namedesk;
  const change = changePage(page);
  await change.keep('harbour-books.com', 'oakline.io');
  await shellPage(page).goTo('Domains');
  await expect(change.row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Contacts…' })
    .click();
  await expect(change.dialog.getByRole('checkbox', { name: 'Registrant' })).toBeChecked();
  await change.dialog.getByRole('textbox', { name: 'Name' }).fill('Quilla Canary');
  await change.dialog.getByRole('textbox', { name: 'E-mail' }).fill('quilla@example.com');
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();

  await expect(change.main).toContainText('2 ready, 0 excluded');
  await expect(change.row('oakline.io')).toContainText(/Registrant: Name,/);
  const whatChanges = change.main.getByRole('region', { name: 'What changes' });
  await expect(whatChanges).toContainText('Anna Schmidt');
  await expect(whatChanges).toContainText('Quilla Canary');
  await change.press('Show the contacts…');
  await expect(change.dialog).toContainText('Quilla Canary');
  await change.dialog.getByRole('button', { name: 'Close' }).click();
  await change.main.getByRole('textbox', { name: /^Type \d to set contacts of/ }).fill('2');
  await change.press('Set contacts of 2 domains');
  await expect(change.main.getByText('1 done, 1 refused')).toBeVisible({ timeout: 60_000 });
  expect(reseller.service.domain('harbour-books.com')?.contacts.Registrant.Contact_Name).toBe(
    'Quilla Canary',
  );

  await change.press('New batch of 1 refused domain');
  await expect(change.main).toContainText('1 ready, 0 excluded');
  await change.main.getByRole('textbox', { name: /^Type \d to set contacts of/ }).fill('1');
  await change.press('Set contacts of 1 domain');
  await expect(change.main.getByText('Contacts of 1 domain set')).toBeVisible({ timeout: 60_000 });
  expect(reseller.service.domain('oakline.io')?.contacts.Registrant.Email).toBe('quilla@example.com');
  // Nothing can be made of it any more: they are deleted.
  await expect(change.main.getByRole('button', { name: 'Show the contacts…' })).toBeHidden();
  await reseller.service.stop();
});
