import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';

const names = Array.from({ length: 12 }, (_, index) => `more-${index}.com`);

test('long work shows on the taskbar and on Today while it runs; one that needs somebody is told of without names, and a click leads to it', async ({
  namedesk,
}) => {
  const { app, page } = namedesk;
  const reseller = await startReseller({
    moreDomains: names.length,
    latencyMs: 50,
    faults: [
      {
        operation: 'lock-write',
        domain: 'more-5.com',
        fault: { kind: 'break', after: 'request', by: 'reset' },
        isApplied: false,
      },
    ],
  });
  const accountId = await enterReseller(namedesk, reseller);
  // The test is also run at night.
  await page.evaluate(() => window.namedesk.request.settings.write({ quietHours: null }));
  await changePage(page).keep(...names);
  // Listens in on Electron's own calls, which are still made.
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const seen = { progress: [] as number[], notifications: [] as Electron.Notification[] };
    Object.assign(globalThis, { seen });
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return;
    const setProgressBar = window.setProgressBar.bind(window);
    window.setProgressBar = (progress) => {
      seen.progress.push(progress);
      setProgressBar(progress);
    };
    // As if another window was used.
    window.isFocused = () => false;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      seen.notifications.push(this);
    };
  });
  await page.evaluate(
    ({ id, domains }) =>
      window.namedesk.request.domains.add({ accountId: id, text: domains.join('\n'), tags: [] }),
    { id: accountId, domains: names },
  );
  await page.getByRole('button', { name: /^Today/ }).click();
  await expect(page.getByRole('heading', { name: 'Renewals by month' })).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Lock 12 domains' });
  const isOnToday = expect(bar).toBeVisible({ timeout: 30_000 });
  await page.evaluate(
    async ({ id, domains }) => {
      const { batches } = window.namedesk.request;
      const made = await batches.prepare({ accountId: id, ask: { kind: 'lock', state: 'locked' }, domains });
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      for (;;) {
        const found = await batches.find({ id: made.value.id });
        if (!found.ok) throw new Error(JSON.stringify(found.error));
        const { state, digest, typedCount } = found.value;
        if (state !== 'ready') continue;
        const consent = { digest: digest ?? '', typedCount, goOnAfterUncertain: false, typedLimit: null };
        const applied = await batches.apply({ id: made.value.id, ...consent });
        if (!applied.ok) throw new Error(JSON.stringify(applied.error));
        return;
      }
    },
    { id: accountId, domains: names },
  );
  const shown = () =>
    app.evaluate(() => {
      const { seen } = globalThis as unknown as {
        seen: { progress: number[]; notifications: Electron.Notification[] };
      };
      return {
        progress: seen.progress,
        texts: seen.notifications.map(({ title, body }) => `${title}: ${body}`),
      };
    });
  await expect
    .poll(async () => (await shown()).texts, { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^A batch needs attention: \d+ [a-z]+(?:, \d+ [a-z]+)*, \d+ left\.$/)]);
  await isOnToday;
  await expect(bar).toHaveCount(0);
  const { progress } = await shown();
  expect(progress.some((each) => each > 0 && each < 1)).toBe(true);
  expect(progress.at(-1)).toBe(-1);
  await app.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { notifications: Electron.Notification[] } };
    seen.notifications[0]?.emit('click');
  });
  await expect(changePage(page).main).toContainText('more-5.com');
});
