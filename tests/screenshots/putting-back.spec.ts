import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { todayPage } from '../support/pages/today-page.ts';

test('several steps and the way back look right: the dialog, the review, the end, and what is put back', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [
      {
        operation: 'contact-write',
        domain: 'harbour-books.net',
        fault: { kind: 'json', value: { error: 'Invalid phone' } },
        isApplied: false,
      },
      // The unlock passes as it is; the lock after it is refused.
      {
        operation: 'lock-write',
        domain: 'harbour-books.net',
        fault: { kind: 'shape', shape: 'code-with-entities' },
        times: 1,
      },
      {
        operation: 'lock-write',
        domain: 'harbour-books.net',
        fault: { kind: 'json', value: { error: 'Invalid domain status' } },
        times: 1,
        isApplied: false,
      },
    ],
  });
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
  const change = changePage(page);
  await change.keep('harbour-books.com', 'harbour-books.net', 'oakline.io', 'paperplane.studio');
  await shellPage(page).goTo('Domains');
  await expect(change.row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Contacts…' })
    .click();
  await change.dialog.getByRole('checkbox', { name: 'Registrant' }).check();
  await change.dialog.getByRole('textbox', { name: 'E-mail' }).fill('new@example.com');
  await change.dialog.getByRole('checkbox', { name: 'Unlock before, lock again after' }).check();
  await show(namedesk, 'contacts-with-steps');
  await change.dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(change.main).toContainText('10 changes ready, 2 excluded');
  await change.main.getByText(/domains? with .*other old value/).click();
  await show(namedesk, 'steps-review');
  await change.main.getByRole('textbox', { name: /^Type 10 to/ }).fill('10');
  await change.press('Make 10 changes');
  await expect(change.main.getByText(/^Finished: 8 done, 2 refused/)).toBeVisible({ timeout: 60_000 });
  await expect(change.main).toContainText('1 domain is left unlocked');
  await show(namedesk, 'steps-left-unlocked');
  await shellPage(page).goTo('Today');
  await expect(todayPage(page).row('Left unlocked')).toBeVisible();
  await show(namedesk, 'today-left-unlocked');
  await shellPage(page).goTo('Activity');
  await change.main.getByRole('row', { name: /Set contacts of 4 domains/ }).click();
  await page.keyboard.press('Enter');
  await expect(change.main).toContainText('1 domain is left unlocked');

  const stranger = reseller.service.domain('oakline.io');
  if (stranger !== undefined) {
    const { Registrant } = stranger.contacts;
    Object.assign(stranger.contacts, { Registrant: { ...Registrant, Email: 'other@example.com' } });
  }
  await change.press('Put the previous ones back');
  await expect(change.main).toContainText('4 changes ready, 5 excluded');
  await expect(change.row('oakline.io').last()).toContainText('Changed since');
  await show(namedesk, 'put-back-review');
  await change.main.getByRole('textbox', { name: /^Type 4 to/ }).fill('4');
  await change.press('Make 4 changes');
  await expect(change.main.getByText('Done: 4 of 4 changes')).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'put-back-done');

  await change.open('harbour-books.com', 'History');
  await expect(change.main.getByRole('button', { name: 'Put the previous contacts back' })).toBeVisible();
  await show(namedesk, 'history-put-back');
  await change.main
    .getByRole('button', { name: /^Open change \d/ })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: 'The change' })).toBeVisible();
  await show(namedesk, 'change-put-back');
  await reseller.service.stop();
});
