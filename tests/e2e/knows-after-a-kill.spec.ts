import { once } from 'node:events';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';

test('C7 a change that was on its way when the application was killed is read back, and was sent once', async ({
  launch,
}) => {
  const reseller = await startReseller({
    faults: [
      // The service does it at once, and does not say so for a long time.
      { operation: 'lock-write', fault: { kind: 'break', after: 'head', by: 'hang' }, isApplied: true },
    ],
  });
  const first = await launch();
  await enterReseller(first, reseller);
  const before = changePage(first.page);
  await before.keep('quiet-harbor.org');
  await before.open('quiet-harbor.org');
  await before.main.getByRole('button', { name: 'Unlock…' }).click();
  await before.send('Unlock');
  await expect.poll(() => reseller.service.domain('quiet-harbor.org')?.isLocked).toBe(false);
  const ended = once(first.app.process(), 'exit');
  process.kill(first.pid, 'SIGKILL');
  await ended;

  const { page } = await launch();
  const after = changePage(page);
  await after.open('quiet-harbor.org', 'History');
  await expect(after.main.getByText('Done (verified)')).toBeVisible({ timeout: 20_000 });
  const writes = reseller.service
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/domains/quiet-harbor.org/lock'));
  expect(writes).toHaveLength(1);
  await reseller.service.stop();
});

test('what could not leave this computer is said to be so, and goes out when a person sends it', async ({
  namedesk,
}) => {
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const change = changePage(namedesk.page);
  await change.keep('quiet-harbor.org');
  await change.open('quiet-harbor.org');
  await change.main.getByRole('button', { name: 'Unlock…' }).click();
  await expect(change.dialog).toContainText('Logged before it is sent; never sent twice.');
  await reseller.service.stop();
  await change.send('Unlock');
  // Before it is sent it is looked at once more, and that shows that nobody is there.
  await expect(change.dialog).toContainText('The server refused the connection');
  await expect(change.dialog).toContainText('Nothing was changed');
});
