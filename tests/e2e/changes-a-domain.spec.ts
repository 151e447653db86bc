import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { enterReseller, type Reseller, startReseller } from '../support/application/reseller.ts';
import { changePage, waysToChange } from '../support/pages/change-page.ts';

const test = testInOneApplication();

const yearBefore = new Date(Date.now() + 640 * 86_400_000).getUTCFullYear();
const ways = waysToChange(yearBefore);

for (const way of ways) {
  const { kind, domain, isProvable, verb } = way;
  const typedName = way.isNameTyped ? domain : undefined;

  test(`${kind}: looked at, sent once, and what the service has is what was asked for`, async ({
    namedesk,
  }) => {
    const reseller = await startReseller();
    await enterReseller(namedesk, reseller);
    const change = changePage(namedesk.page);
    if (kind !== 'register') await change.keep(domain);
    await way.ask(namedesk.page);
    await expect(change.dialog).toContainText('Current state read');
    await expect(change.dialog).not.toContainText('Previous attempt');
    await change.send(verb, typedName);
    const done = isProvable
      ? /^Accepted by the service and verified.*\.$/
      : /^Accepted by the service\. .*rests on .*\.$/;
    await change.howWeKnow();
    await expect(change.says(done)).toBeVisible();
    expect(way.isDone(reseller.service.domain(domain))).toBe(true);
    expect(sent(reseller, way.path)).toBe(1);
    await reseller.service.stop();
  });
}

test('lock: sent five seconds after its button, and not at all where it was cancelled or left', async ({
  namedesk,
}) => {
  const open = 'cape-coffee.co.za';
  const path = `/domains/${open}/lock`;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const change = changePage(namedesk.page);
  await change.keep(open);
  await change.open(open);
  const soon = change.main.getByText('Registrar lock: unlocked → locked');
  await change.press(/^Lock$/);
  await expect(soon).toBeVisible();
  await change.press('Cancel');
  await expect(soon).toHaveCount(0);
  await change.press(/^Lock$/);
  await expect(soon).toBeVisible();
  await change.main.getByRole('tab', { name: 'History', exact: true }).click();
  await change.main.getByRole('tab', { name: 'Overview', exact: true }).click();
  await expect(change.main.getByRole('button', { name: 'Lock', exact: true })).toBeEnabled();
  expect(sent(reseller, path)).toBe(0);
  await change.press(/^Lock$/);
  await expect(change.main.getByText('Sending in 1 second')).toBeVisible();
  expect(sent(reseller, path)).toBe(0);
  await expect.poll(() => reseller.service.domain(open)?.isLocked, { timeout: 20_000 }).toBe(true);
  expect(sent(reseller, path)).toBe(1);
  await reseller.service.stop();
});

/** One that is free and can be proven, one that is paid and cannot: every kind and every answer is tried below the window (tests/faults). */
const looked: readonly string[] = ['lock', 'renew'] satisfies readonly ChangeKind[];

for (const way of ways.filter((each) => looked.includes(each.kind))) {
  const { kind, operation, domain, isProvable, verb } = way;
  const typedName = way.isNameTyped ? domain : undefined;

  test(`${kind}: a no is said to be one, and nothing was changed`, async ({ namedesk }) => {
    const reseller = await startReseller({
      faults: [{ operation, fault: { kind: 'refusal', refusal: 'not-allowed' }, isApplied: false }],
    });
    await enterReseller(namedesk, reseller);
    const change = changePage(namedesk.page);
    await change.keep(domain);
    await way.ask(namedesk.page);
    await change.send(verb, typedName);
    // After a no to a paid change the credit is read for half a minute (G5).
    await expect(change.says(/^The service refused/)).toBeVisible({ timeout: 90_000 });
    await expect(change.main).toContainText('Action is not allowed');
    expect(sent(reseller, way.path)).toBe(1);
    await reseller.service.stop();
  });

  test(`C8 C10 C12 ${kind}: when nobody said what became of it, it is uncertain, and never sent again`, async ({
    namedesk,
  }) => {
    const reseller = await startReseller({
      faults: [{ operation, fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true }],
    });
    await enterReseller(namedesk, reseller);
    const { page } = namedesk;
    const change = changePage(page);
    await change.keep(domain);
    await way.ask(page);
    await change.send(verb, typedName);
    if (isProvable) {
      // It is verified automatically, and shows what was wanted.
      await change.howWeKnow();
      await expect(change.says(/^Verified on .*: /)).toBeVisible();
    } else {
      await expect(change.says(/^We don’t know whether /)).toBeVisible();
      await expect(change.main).not.toContainText(/failed/i);
      await change.press('Mark as done or not done…');
      await change.dialog.getByRole('radio', { name: /^Done/ }).check();
      await change.dialog.getByRole('textbox', { name: /^What did you see/ }).fill('Seen at the provider');
      await change.dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Marked done').first()).toBeVisible();
    }
    expect(way.isDone(reseller.service.domain(domain))).toBe(true);
    expect(sent(reseller, way.path)).toBe(1);
    await reseller.service.stop();
  });
}

const sent = ({ service }: Reseller, path: string): number =>
  service.requests().filter((request) => request.method === 'POST' && request.path.endsWith(path)).length;
