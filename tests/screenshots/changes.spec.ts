import type { Page } from '@playwright/test';
import type { FaultPlan } from '../../electron/main/practice/faults/fault.ts';
import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { names, tellExpiries } from './portfolio.ts';

const ways = waysToChange(0);

/** @param review What is done before it is sent. */
async function ask(
  page: Page,
  kind: (typeof ways)[number]['kind'],
  review: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const way = ways.find((each) => each.kind === kind);
  if (way === undefined) throw new Error(`No way to ${kind}`);
  await way.ask(page);
  await expect(changePage(page).dialog.getByRole('button', { name: way.verb, exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await review();
  await changePage(page).send(way.verb, way.isNameTyped ? way.domain : undefined);
}

/** Whose review shows what was beside what will be. */
const reviewed = new Set<string>(['nameservers', 'contacts']);

/** With every domain of the practice service in the portfolio. */
async function begin(namedesk: RunningNamedesk, faults: FaultPlan = []) {
  const reseller = await startReseller({ faults });
  const accountId = await enterReseller(namedesk, reseller);
  await changePage(namedesk.page).keep(...names);
  return { ...reseller, accountId };
}

test('the journal looks right: none, in doubt, refused, not sent, settled, withdrawn', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await begin(namedesk, [
    { operation: 'contact-write', fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: false },
    { operation: 'contact-read', domain: 'harbour-books.net', fault: { kind: 'latency', ms: 400 } },
    { operation: 'child-register', fault: { kind: 'refusal', refusal: 'not-allowed' }, isApplied: false },
    { operation: 'sync', fault: { kind: 'break', after: 'request', by: 'reset' } },
    { operation: 'lock-write', fault: { kind: 'latency', ms: 8_000 } },
  ]);
  const { dialog, main, says } = changePage(page);
  await shellPage(page).goTo('Activity');
  await expect(main).toContainText('No changes yet');
  await show(namedesk, 'changes-none');
  await ask(page, 'lock');
  await expect(main).toContainText(/waiting for the answer|Sent once/);
  await show(namedesk, 'change-sending');
  await expect(says(/ is (un)?locked\.$/)).toBeVisible({ timeout: 30_000 });
  for (const kind of ['nameservers', 'contacts', 'child-register', 'child-delete', 'sync'] as const) {
    await ask(page, kind, () => (reviewed.has(kind) ? show(namedesk, `review-${kind}`) : Promise.resolve()));
    await expect(dialog).toBeHidden({ timeout: 30_000 });
    await expect(main.getByRole('status').filter({ hasText: 'waiting' })).toHaveCount(0);
    await page.waitForTimeout(1_000);
    await show(namedesk, `result-${kind}`);
  }
  await ways.find((each) => each.kind === 'child-modify')?.ask(page);
  await reseller.service.stop();
  await changePage(page).send('Change the address');
  await expect(says(/nothing left this computer/)).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'change-not-sent');
  await shellPage(page).goTo('Activity');
  await expect(main).toContainText('Uncertain');
  await show(namedesk, 'changes-of-every-state');
  await main.getByRole('button', { name: 'Kind' }).click();
  await show(namedesk, 'changes-kinds');
  await page.keyboard.press('Escape');
  for (const [state, shown] of Object.entries({
    uncertain: /Uncertain/,
    'not-sent': /Not sent/,
    confirmed: /Confirmed/,
    refused: /Refused/,
  })) {
    await main.getByRole('row').filter({ hasText: shown }).first().click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'The change' })).toBeVisible();
    await show(namedesk, `entry-${state}`);
    await page.keyboard.press('Escape');
  }
  await main.getByRole('textbox', { name: 'Find by domain' }).fill('zzz');
  await show(namedesk, 'changes-none-found');
  await main.getByRole('textbox', { name: 'Find by domain' }).fill('');
  await main.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: /^The journal/ }).click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'changes-export');
});

/** Selects all domains and asks for a batch. */
async function batch(page: Page, choice: RegExp): Promise<void> {
  const { dialog } = changePage(page);
  await shellPage(page).goTo('Domains');
  await changePage(page).main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Change…' })
    .click();
  await dialog.getByRole('radio', { name: choice }).check();
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
}

async function apply(page: Page): Promise<void> {
  const { main } = changePage(page);
  const button = main.getByRole('button', { name: /^(Unlock|Sync|Renew|Set contacts of) \d/ });
  await expect(button).toBeVisible({ timeout: 30_000 });
  const count = /\d+/.exec(await button.innerText())?.[0] ?? '';
  const typed = main.getByRole('textbox', { name: /^Type / });
  if ((await typed.count()) > 0) await typed.fill(count);
  await button.click();
}

test('batches look right: none, read, excluded, running, paused, halted, done', async ({ namedesk }) => {
  const { page } = namedesk;
  const reseller = await begin(namedesk, [
    { operation: 'lock-read', domain: 'oakline.io', fault: { kind: 'json', value: { odd: true } } },
    { operation: 'lock-write', fault: { kind: 'latency', ms: 2_500 } },
    {
      operation: 'renew',
      domain: 'harbour-books.net',
      fault: { kind: 'break', after: 'head', by: 'reset' },
      isApplied: true,
    },
  ]);
  const { dialog, main } = changePage(page);
  await batch(page, /^Unlock/);
  await expect(main.getByRole('button', { name: /^(Unlock|Sync|Renew|Set contacts of) \d/ })).toBeVisible({
    timeout: 30_000,
  });
  await main.getByRole('button', { name: /^Excluded/ }).click();
  await show(namedesk, 'batch-excluded');
  await main.getByRole('button', { name: /^All/ }).click();
  await apply(page);
  await expect(main.getByText(/^Applying/)).toBeVisible();
  await show(namedesk, 'batch-running');
  await main.getByRole('button', { name: 'Pause' }).click();
  await expect(main.getByText(/^Paused/)).toBeVisible({ timeout: 20_000 });
  await show(namedesk, 'batch-paused');
  await main.getByRole('button', { name: 'Stop' }).click();
  await page.waitForTimeout(500);
  await show(namedesk, 'batch-stopped');
  await tellExpiries(namedesk, reseller.accountId, reseller);
  await batch(page, /^Renew/);
  await expect(main.getByRole('button', { name: /^(Unlock|Sync|Renew|Set contacts of) \d/ })).toBeVisible({
    timeout: 30_000,
  });
  await show(namedesk, 'batch-renew');
  await apply(page);
  await expect(main.getByText(/^Stopped at an uncertain change/)).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'batch-halted');
  await main.getByRole('checkbox', { name: 'Continue past uncertain ones' }).check();
  await main.getByRole('button', { name: 'Resume' }).click();
  await expect(main.getByText(/^(Done|Finished)/)).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'batch-done');
  await shellPage(page).goTo('Domains');
  await show(namedesk, 'domains-expected');
  await batch(page, /^Sync/);
  await expect(main.getByRole('button', { name: /^Sync \d/ })).toBeVisible({ timeout: 30_000 });
  await show(namedesk, 'batch-sync');
  await apply(page);
  await expect(main.getByText(/^Done/)).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'batch-synced');
  await shellPage(page).goTo('Activity');
  await expect(main.getByRole('row', { name: /Renew \d+ domains/ })).toBeVisible();
  await show(namedesk, 'activity');
  await main.getByRole('button', { name: /^Show the \d+ changes of Renew/ }).click();
  await expect(main.getByRole('button', { name: /^Hide the \d+ changes of Renew/ })).toBeVisible();
  await show(namedesk, 'activity-unfolded');
  await main.getByRole('button', { name: 'Days' }).click();
  await show(namedesk, 'activity-days');
  await page.getByText('This month', { exact: true }).click();
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Export…' }).click();
  await show(namedesk, 'activity-export');
  await page.getByRole('menuitem', { name: /^Paid changes/ }).click();
  await expect(dialog).toBeVisible();
  await show(namedesk, 'activity-paid');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await reseller.service.stop();
});

test('Register looks right: no name, missing fields, taken, premium, done after all', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await begin(namedesk, [
    {
      operation: 'register',
      fault: { kind: 'break', after: 'head', by: 'reset' },
      isApplied: true,
    },
  ]);
  const { main, says } = changePage(page);
  const openRegister = async () => {
    await shellPage(page).openPalette();
    await page.getByRole('textbox', { name: 'Command' }).fill('Register a name');
    await page.keyboard.press('Enter');
  };
  const name = async (text: string) => {
    await openRegister();
    const another = main.getByRole('button', { name: 'Another name' });
    if ((await another.count()) > 0) await another.click();
    await main.getByRole('textbox', { name: 'Name to register' }).fill(text);
    await main.getByRole('button', { name: 'Check' }).click();
  };
  await openRegister();
  await show(namedesk, 'register-begin');
  await name('no-tld');
  await show(namedesk, 'register-no-tld');
  await name('taken-already.com');
  await page.waitForTimeout(1_000);
  await show(namedesk, 'register-taken');
  await name('premium-name.com');
  await page.waitForTimeout(1_000);
  await show(namedesk, 'register-premium');
  await name('available-now.com');
  await main.getByRole('button', { name: 'Review…' }).click();
  await page.waitForTimeout(500);
  await show(namedesk, 'register-missing');
  const another = main.getByRole('button', { name: 'Another name' });
  if ((await another.count()) > 0) await another.click();
  await ask(page, 'register', async () => {
    await changePage(page).dialog.getByRole('button', { name: 'Cancel' }).click();
    await main.getByRole('combobox', { name: 'Period' }).selectOption('2');
    await main.getByRole('combobox', { name: 'Client' }).fill('Lindenhof Gardens');
    await page.keyboard.press('Tab');
    await main.getByRole('button', { name: 'Review…' }).click();
    await expect(changePage(page).dialog).toContainText('Lindenhof Gardens');
    await show(namedesk, 'review-register');
    await changePage(page).dialog.getByRole('button', { name: 'Cancel' }).click();
    await main.getByRole('combobox', { name: 'Period' }).selectOption('1');
    await main.getByRole('button', { name: 'Review…' }).click();
  });
  await expect(says(/ is registered/)).toBeVisible({ timeout: 30_000 });
  await show(namedesk, 'register-done');
  await reseller.service.stop();
});

test('batches of contacts look right: asked for, read, shown, done', async ({ namedesk }) => {
  const { page } = namedesk;
  await begin(namedesk, [
    { operation: 'contact-read', domain: 'quiet-harbor.org', fault: { kind: 'json', value: { odd: true } } },
  ]);
  const { dialog, main } = changePage(page);
  await shellPage(page).goTo('Domains');
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await show(namedesk, 'domains-selected');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: /^Contacts…/ })
    .click();
  await show(namedesk, 'batch-contacts-new');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Jane Doe');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('jane@example');
  await dialog.getByRole('checkbox', { name: 'Clear Company' }).check();
  await show(namedesk, 'batch-contacts-typed');
  await dialog.getByRole('button', { name: 'Continue to review' }).click();
  await expect(main.getByText(/would erase fields/).first()).toBeVisible({ timeout: 30_000 });
  await main
    .getByRole('button', { name: /^Include / })
    .first()
    .click();
  await expect(main.getByRole('button', { name: /^Set contacts of/ })).toBeVisible({ timeout: 30_000 });
  await show(namedesk, 'batch-contacts');
  await main.getByRole('button', { name: 'Show the contacts…' }).click();
  await expect(dialog).toContainText('Jane Doe');
  await show(namedesk, 'batch-contacts-shown');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await apply(page);
  await expect(main.getByText(/^Finished: .* not read/)).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'batch-contacts-done');
});
